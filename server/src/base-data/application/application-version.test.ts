import { beforeAll, expect, test } from "vitest";
import type { InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { OrderDesk } from "../../testing/make/order.ts";

type Saved = OutputOf<"application_version_save">;
type Sections = InputOf<"application_version_save">["sections"];
let app: TestApp;
let admin: Client;
let desk: OrderDesk;
let form: number;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  form = (await row<{ id: number }>(app.db, q`select id from documents where kind = 5 and name = '日本签证申请表'`))?.id ?? 0;
});

const key = (): string => crypto.randomUUID();
const heads = async () => (await admin.call("application_version_query", { application_id: form })).list;
const live = async (): Promise<OutputOf<"application_version_get">> => {
  const at = (await heads()).find((v) => v.state === "published");
  return admin.call("application_version_get", { id: at?.id ?? 0 });
};
const save = (sections: Sections, at: { id: number | null; version: number } = { id: null, version: 0 }): Promise<Saved> =>
  admin.call("application_version_save", { application_id: form, id: at.id, version: at.version, sections, note: "" });
const tried = async (id: number): Promise<OutputOf<"application_version_preview">> => {
  const { people } = await desk.order();
  return admin.call("application_version_preview", { id, applicant_id: people[0] ?? 0 });
};
/** The form in force with one more question. */
async function withQuestion(own: { key: string; show_if?: { key: string; equals: string } | null; required?: boolean }): Promise<Sections> {
  const { sections } = await live();
  const [first] = sections[0]?.questions ?? [];
  if (!first) throw new Error("the form has no question");
  const made = { ...first, label: "紧急联系人", source: "customer" as const, pattern: "", show_if: null, required: false, ...own };
  return [...sections, { title: "紧急联系", questions: [made] }];
}

test("a draft is saved by the version that was seen; there is one per form", async () => {
  const sections = await withQuestion({ key: "contact" });
  const draft = await save(sections);
  expect([draft.state, draft.version_no, draft.faults]).toEqual(["draft", 2, []]);
  const other = await admin.refused("application_version_save", { application_id: form, id: null, version: 0, sections: [], note: "" });
  expect([other.answer.status, other.answer.msg]).toEqual([409, "记录已被他人修改，请合并后再保存"]);
  const next = await save(sections.slice(0, 1), draft);
  const stale = await admin.refused("application_version_save", {
    application_id: form,
    id: draft.id,
    version: draft.version,
    sections,
    note: "",
  });
  expect(stale.answer.status).toBe(409);
  expect((await save(sections, next)).questions).toBe(draft.questions);
});

test("base-data 21: a duplicate key, a condition on a deleted question or no trial keep a draft from being published", async () => {
  const at = (await heads()).find((v) => v.state === "draft");
  const publish = (v: { id: number; version: number }) =>
    admin.refused("application_version_publish", { id: v.id, version: v.version, idempotency_key: key() });
  const twice = await save(await withQuestion({ key: "surname" }), at);
  const first = await publish(twice);
  expect([first.code, first.answer.msg]).toEqual(["duplicate", "题目key重复：surname"]);
  const kept = await withQuestion({ key: "contact", show_if: { key: "refused_before", equals: "true" } });
  const deleted = await save(
    kept.map((s) => ({ ...s, questions: s.questions.filter((x) => x.key !== "refused_before" && x.key !== "refused_detail") })),
    twice,
  );
  const dangling = await publish(deleted);
  expect([dangling.code, dangling.answer.msg]).toEqual(["incomplete", "显示条件指向的题目不存在或在本题之后，请重新选择"]);
  const whole = await save(await withQuestion({ key: "contact" }), deleted);
  const untried = await publish(whole);
  expect([untried.code, untried.answer.msg]).toEqual(["incomplete", "请先用历史申请人试填"]);
  await tried(whole.id);
  // Other questions than those that were tried: the trial counts no more.
  const changed = await save(await withQuestion({ key: "contact_name" }), whole);
  expect(changed.previewed_at).toBeNull();
  expect((await publish(changed)).answer.msg).toBe("请先用历史申请人试填");
});

test("a trial shows masked what fills itself and what is missing; only applicants in sight can be picked", async () => {
  const draft = (await heads()).find((v) => v.state === "draft");
  const { lines, applicant } = await tried(draft?.id ?? 0);
  const line = (k: string) => lines.find((l) => l.key === k);
  expect(line("passport_no")).toMatchObject({ state: "filled", value: expect.stringMatching(/^.\*{4}.{4}$/) as unknown });
  expect(line("arrival_date")?.state).toBe("filled");
  expect(line("occupation")).toEqual({ key: "occupation", state: "missing", value: null });
  expect(line("refused_detail")?.state).toBe("hidden");
  expect(applicant.name_cn).toContain("*");
  const { list } = await admin.call("application_trial_pick", { application_id: form, keyword: applicant.applicant_no.slice(0, 9) });
  expect(list.map((a) => a.id)).toContain(applicant.id);
  const gone = await admin.refused("application_version_preview", { id: draft?.id ?? 0, applicant_id: 999_999 });
  expect([gone.code, gone.answer.msg]).toEqual(["not_found", "申请人不存在或无权查看"]);
});

test("base-data 21: of two who publish at once one succeeds; the former version is retired and neither changes any more", async () => {
  const former = await live();
  const draft = (await heads()).find((v) => v.state === "draft");
  const body = { id: draft?.id ?? 0, version: draft?.version ?? 0 };
  const answers = await Promise.all([1, 2].map(() => admin.raw("application_version_publish", { ...body, idempotency_key: key() })));
  const second = answers.find((a) => a.ret !== 0);
  expect(answers.filter((a) => a.ret === 0)).toHaveLength(1);
  expect([second?.body, second?.msg]).toEqual([expect.objectContaining({ code: "state_changed" }), "状态已变化，请刷新后再试"]);
  const now = await heads();
  expect(now.map((v) => [v.version_no, v.state])).toEqual([
    [2, "published"],
    [1, "retired"],
  ]);
  expect(now[0]?.published_by_name).not.toBeNull();
  const edit = await admin.refused("application_version_save", { application_id: form, ...body, sections: [], note: "" });
  expect(edit.code).toBe("state_changed");
  await expect(app.db.updateTable("application_versions").set({ sections: "[]" }).where("id", "=", former.id).execute()).rejects.toThrow(
    /does not change/,
  );
});

test("a key that was published is not taken for another question", async () => {
  const sections = (await live()).sections.map((s) => ({
    ...s,
    questions: s.questions.map((x) => (x.key === "hotel" ? { ...x, kind: "date" as const } : x)),
  }));
  const draft = await save(sections);
  expect(draft.faults).toEqual([
    {
      path: expect.stringMatching(/key$/) as unknown,
      code: "duplicate",
      message: expect.stringContaining("题目key「hotel」在第2版是") as unknown,
    },
  ]);
});

test("base-data 21: an order on version 1 is checked by version 1 after version 2 is out", async () => {
  const { people: before } = await desk.order();
  const draft = (await heads()).find((v) => v.state === "draft");
  const next = await save(await withQuestion({ key: "emergency", required: true }), draft);
  await tried(next.id);
  await admin.call("application_version_publish", { id: next.id, version: next.version, idempotency_key: key() });
  const { people: after } = await desk.order();
  const sheet = async (applicant: number) => {
    const found = (await desk.person(applicant)).materials.find((m) => m.kind === 5);
    if (!found) throw new Error("the product has no form");
    return found;
  };
  const answers = { hotel: "东京饭店", occupation: "教师", visited_before: false, refused_before: false };
  const hand = async (applicant: number) => {
    const { id, version } = await sheet(applicant);
    return { id, version, form_answers: answers, submit: true };
  };
  const [old, young] = [await sheet(before[0] ?? 0), await sheet(after[0] ?? 0)];
  expect(young.application_version_id).toBe(next.id);
  expect(old.application_version_id).not.toBe(next.id);
  const refused = await desk.refused("applicant_form_save", await hand(after[0] ?? 0));
  expect(refused.issues).toEqual([{ path: "form_answers.emergency", message: "请填写紧急联系人" }]);
  // Passport and dates come from the person and the order, so that nobody types them again.
  await desk.call("applicant_form_save", await hand(before[0] ?? 0));
  expect((await sheet(before[0] ?? 0)).form_status).toBe("submitted");
});
