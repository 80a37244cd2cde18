import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { applicationVersionApi } from "@visadesk/contract/base-data/paper/application-version.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { answerOf } from "../../testing/answers.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import "#shared/pickers.ts";
import ApplicationEdit from "./application-edit.tsx";
import ApplicationList from "./application-list.tsx";

const AT = "2026-11-20T06:05:00Z";
const ask = (key: string, label: string, more: object = {}) => ({
  key,
  label,
  label_en: "",
  help: "",
  kind: "text",
  options: [],
  required: true,
  source: "customer",
  pattern: "",
  max_length: 100,
  upper: false,
  translate_en: false,
  default: "",
  show_if: null,
  ...more,
});
const sections = [
  { title: "个人信息", questions: [ask("passport_no", "护照号", { source: "passport" })] },
  {
    title: "背景",
    questions: [
      ask("refused_before", "是否曾被拒签", { kind: "bool" }),
      ask("detail", "拒签原因", { show_if: { key: "refused_before", equals: "true" } }),
    ],
  },
];
const head = (id: number, version_no: number, state: string, more: object = {}) => ({
  id,
  application_id: 9,
  version_no,
  state,
  note: "",
  questions: 3,
  required: 3,
  created_by_name: "张三",
  created_at: AT,
  updated_by_name: "张三",
  updated_at: AT,
  previewed_at: null,
  published_by_name: state === "draft" ? null : "张三",
  published_at: state === "draft" ? null : AT,
  retired_at: null,
  version: 1,
  ...more,
});
const live = { ...head(1, 1, "published"), sections, faults: [] };
const draft = { ...head(2, 2, "draft"), sections: sections.slice(0, 1), faults: [] };
const form = {
  id: 9,
  name: "日本签证申请表",
  identities: [],
  country_ids: ["JP"],
  country_names: ["日本"],
  category: 2,
  sub_type: "application",
  requirement: "在线填写",
  samples_good: [],
  samples_bad: [],
  check_points: [],
  reason_ids: [],
  max_age_days: 0,
  default_owner: "must",
  sort: 0,
  remark: "",
  status: 1,
  version: 1,
  updated_at: AT,
  updated_by_name: null,
  used_count: 3,
  first_pass_rate: null,
  reviewed_90: 0,
  fill_mode: "online",
  pdf_file: null,
  official_url: null,
  version_no: 1,
  questions: 3,
  has_draft: true,
};
const person = { id: 5, applicant_no: "V261120000001-01", name_cn: "张*", sku_name: "日本单次", has_answers: true, created_at: AT };
const trial = {
  lines: [
    { key: "passport_no", state: "filled", value: "E****5678" },
    { key: "refused_before", state: "missing", value: null },
    { key: "detail", state: "hidden", value: null },
  ],
  applicant: person,
  previewed_at: AT,
  version: 1,
};
const answers = {
  application_get: form,
  application_query: { list: [form], total: 1, total_capped: false, page: 1, page_size: 20, cursor: null },
  application_related_get: { title: form.name, status: 1, on_sale: 3, off_sale: 0, draft: 0 },
  application_version_query: answerOf(applicationVersionApi.application_version_query, { list: [live] }),
  application_version_get: (b: Record<string, unknown>) => (b["id"] === 1 ? live : draft),
  application_trial_pick: { list: [person] },
  application_version_preview: trial,
  reject_reason_pick: { list: [] },
  country_get: [],
  draft_get: { draft: null },
  draft_save: { saved_at: AT },
  draft_remove: { ok: true },
  presence_ping: { others: [] },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
beforeEach(() => window.history.replaceState(null, "", "/base-data/application/edit/9?tab=questions"));
const show = (what = <ApplicationEdit />) =>
  draw(
    <>
      {what}
      <FeedbackHost />
    </>,
    [may.application],
  );
const outline = () => screen.findByRole("navigation", { name: "题目目录" });
/** What the outline lists, without its marks. */
const listed = (nav: HTMLElement): string[] => [...nav.querySelectorAll("[data-place]")].map((b) => b.firstElementChild?.textContent ?? "");

it("the list tells how a form is filled, its version in force and that a draft waits", async () => {
  window.history.replaceState(null, "", "/base-data/application/list");
  stubServer(answers);
  show(<ApplicationList />);
  const line = (await screen.findByText(form.name)).closest("tr");
  for (const told of ["在线填写", "有草稿", "第1版 · 3题", "日本", "客户必交"]) expect(line?.textContent).toContain(told);
});

it("base-data 21: a question is moved by keys, written and saved as a draft of what is in force", async () => {
  const stub = stubServer({ ...answers, application_version_save: draft });
  show();
  const nav = await outline();
  expect(listed(nav)).toEqual(["个人信息", "护照号*", "背景", "是否曾被拒签*", "拒签原因*"]);
  fireEvent.keyDown(within(nav).getByRole("button", { name: /^是否曾被拒签/ }), { key: "ArrowDown", altKey: true });
  expect(listed(nav)).toEqual(["个人信息", "护照号*", "背景", "拒签原因*", "是否曾被拒签*"]);
  // What it waits for stands behind it now.
  expect(within(nav).getByText("待完善").title).toContain("显示条件指向的题目不存在或在本题之后");
  fireEvent.click(within(nav).getByRole("button", { name: "上移 是否曾被拒签" }));
  expect(within(nav).queryByText("待完善")).toBeNull();
  fireEvent.click(within(nav).getByRole("button", { name: "加题目" }));
  fireEvent.change(screen.getByLabelText("题目", { selector: "#ap-label" }), { target: { value: "紧急联系人" } });
  fireEvent.change(screen.getByLabelText("题目key"), { target: { value: "passport_no" } });
  expect((await screen.findAllByText("题目key重复：passport_no")).length).toBeGreaterThan(0);
  fireEvent.change(screen.getByLabelText("题目key"), { target: { value: "contact" } });
  fireEvent.click(screen.getByRole("button", { name: "保存草稿" }));
  await screen.findByText("草稿已保存");
  const sent = stub.of("application_version_save")[0];
  expect(sent).toMatchObject({ application_id: 9, id: null, version: 0 });
  expect(JSON.stringify(sent?.["sections"])).toContain('"key":"contact","label":"紧急联系人"');
});

it("the form is tried out beside its questions: hidden ones appear with their condition, a past applicant fills it", async () => {
  stubServer(answers);
  show();
  const side = await screen.findByRole("complementary", { name: "填写预览" });
  expect(within(side).getByText("自动带出：护照·护照号")).toBeTruthy();
  expect(within(side).queryByText("拒签原因")).toBeNull();
  fireEvent.mouseDown(within(side).getByLabelText("是否曾被拒签*"));
  fireEvent.click(await screen.findByTitle("是"));
  expect(await within(side).findByText("拒签原因")).toBeTruthy();
  fireEvent.mouseDown(within(side).getByLabelText("试填申请人"));
  fireEvent.click(await screen.findByText(/V261120000001-01/, { selector: ".vd-two" }));
  expect(await within(side).findByText("E****5678")).toBeTruthy();
  expect(within(side).getByText("缺失")).toBeTruthy();
});

it("base-data 21: a draft is published once it was tried; until then the page says what is missing", async () => {
  window.history.replaceState(null, "", "/base-data/application/edit/9?tab=versions");
  const server: Record<string, object> = {
    ...answers,
    application_version_query: { list: [{ ...head(2, 2, "draft") }, head(1, 1, "published")] },
    application_version_publish: head(2, 2, "published"),
  };
  const stub = stubServer(server);
  show();
  const publish = await screen.findByRole("button", { name: "发布第2版" });
  expect((publish as HTMLButtonElement).disabled).toBe(true);
  expect(await screen.findByText("删除2题")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "去试填" }));
  const tab = await screen.findByRole("region", { name: "试填" });
  fireEvent.mouseDown(within(tab).getByLabelText("试填申请人"));
  fireEvent.click(await screen.findByText(/V261120000001-01/, { selector: ".vd-two" }));
  await within(tab).findByText("E****5678");
  fireEvent.click(screen.getByRole("tab", { name: "版本" }));
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "发布第2版" }).disabled).toBe(false));
  fireEvent.click(screen.getByRole("button", { name: "发布第2版" }));
  fireEvent.click(await screen.findByRole("button", { name: "发布" }));
  await waitFor(() => expect(stub.of("application_version_publish")).toHaveLength(1));
  expect(stub.of("application_version_publish")[0]).toMatchObject({ id: 2, version: 1 });
});

it("the empty form is a sheet of its own on paper", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  stubServer(answers);
  show();
  await outline();
  fireEvent.click(screen.getByRole("button", { name: "打印空表" }));
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  const sheet = document.querySelector("body > .vd-print-only");
  expect(sheet?.textContent).toContain("「是否曾被拒签」为“是”时填写");
  window.dispatchEvent(new Event("afterprint"));
  await waitFor(() => expect(document.querySelector(".vd-print-only")).toBeNull());
});
