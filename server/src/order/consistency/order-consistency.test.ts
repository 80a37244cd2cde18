/** order "Beyond the field" 5: people of one order side by side; what does not fit stops the review until it is accepted with a reason. */
import { beforeAll, describe, expect, it } from "vitest";
import { mask } from "@visadesk/contract/kit/mask.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { readCtx } from "../../testing/ctx.ts";
import { orderDesk, personData } from "../../testing/make/order.ts";
import { applicantReads } from "../applicant/applicant.read.ts";
import { sealAnswers } from "../material/form-answers.ts";
import { consistencyServed } from "./order-consistency.ts";
import { compared, isMinor, type Companion, type Trip } from "./order-consistency.rules.ts";

const desk = await orderDesk();
const trip = { travel_date: "2026-12-01", return_date: "2026-12-08", today: "2026-11-20" };
const companion = (id: number, more: Partial<Companion> = {}): Companion => ({
  id,
  seq: id,
  name_cn: null,
  relation: "other",
  gender: null,
  birth_date: "1990-05-20",
  address: null,
  answers: {},
  ...more,
});
const said = (people: readonly Companion[], at: Trip = trip) => compared(people, at).flatMap((r) => r.conflicts.map((c) => c.text));

describe("what does not fit", () => {
  it("one home is that of husband, wife and children; friends and parents live elsewhere", () => {
    const home = (relation: string, id: number, address: string) => companion(id, { relation, address });
    expect(said([home("self", 1, "上海市 示例路1号"), home("spouse", 2, "上海市示例路1号"), home("other", 3, "北京")])).toEqual([]);
    expect(said([home("self", 1, "上海市示例路1号"), home("spouse", 2, "上海市示例路2号"), home("parent", 3, "北京")])).toEqual([
      "申请人1、申请人2的居住地不一致",
    ]);
  });
  it("a blank answer is no conflict, nor is the same in another spelling", () => {
    const at = (id: number, hotel?: string) => companion(id, { answers: hotel === undefined ? {} : { hotel } });
    expect(said([at(1, "Tokyo Inn"), at(2), at(3, "ＴＯＫＹＯ  inn"), at(4, " ")])).toEqual([]);
    expect(said([at(1, "Tokyo Inn"), at(2), at(3, "Osaka Inn")])).toEqual(["申请人1、申请人3的住宿不一致"]);
  });
  it("days are held against the order's, and against each other where the order has none", () => {
    const at = (id: number, arrival_date: string) => companion(id, { answers: { arrival_date } });
    expect(said([at(1, "2026-12-01"), at(2, "2026-12-02")])).toEqual(["申请人2的入境日期与订单的2026-12-01不一致"]);
    expect(said([at(1, "2026-12-01"), at(2, "2026-12-02")], { ...trip, travel_date: null })).toEqual(["申请人1、申请人2的入境日期不一致"]);
    expect(said([companion(1, { answers: { flight_back_date: "2026-12-09", check_in_date: "2026-12-01" } })])).toEqual([
      "申请人1的回程航班日期与订单的2026-12-08不一致",
    ]);
  });
  it("who pays and both parents of a minor are known", () => {
    const child = (answers: Record<string, unknown> = {}) => companion(3, { relation: "child", birth_date: "2015-01-01", answers });
    const father = companion(1, { relation: "self", gender: "male", name_cn: "张伟" });
    const mother = companion(2, { relation: "spouse", gender: "female", name_cn: "李敏" });
    expect(said([father, mother, child()])).toEqual([]);
    expect(said([father, child()])).toEqual(["申请人3未成年，只知道父母一方"]);
    expect(said([father, child({ mother_name: "李敏" })])).toEqual([]);
    expect(said([father, mother, child({ mother_name: "王芳" })])).toEqual(["申请人3填写的母亲与同行的申请人2不是同一人"]);
    expect(said([companion(3, { birth_date: "2015-01-01" })])).toEqual(["申请人3未成年，没有父母同行，也未填写父母"]);
    expect(said([father, mother, child({ payer: "本人" })])).toEqual(["申请人3未成年，费用承担人却填为本人"]);
    expect(said([companion(1, { answers: { sponsor_name: "张三" } }), companion(2, { answers: { sponsor_name: "张四" } })])).toEqual([
      "申请人1、申请人2的资助人不一致",
    ]);
  });
  it("a minor is one until the eighteenth birthday, by the day of the journey", () => {
    expect(isMinor(companion(1, { birth_date: "2008-12-02" }), trip)).toBe(true);
    expect(isMinor(companion(1, { birth_date: "2008-12-01" }), trip)).toBe(false);
    expect(isMinor(companion(1, { birth_date: null }), trip)).toBe(false);
  });
});

const grid = (order_id: number, as = desk.me) =>
  consistencyServed.order_consistency_get({ order_id }, readCtx(desk.db, as, desk.clock.now()));
/** Answers as they stand in a form that was handed in. */
async function answered(applicantId: number, answers: Record<string, unknown>): Promise<void> {
  const forms = (await desk.person(applicantId)).materials.filter((m) => m.kind === 5);
  for (const m of forms)
    await desk.db
      .updateTable("applicant_materials")
      .set({ form_answers: JSON.stringify(sealAnswers(m.id, answers)) })
      .where("id", "=", m.id)
      .execute();
}
/** Two people at two hotels, everything else of theirs passed. */
async function twoHotels() {
  const order = await desk.order({ people: 2 });
  await desk.pay(order.id);
  for (const id of order.people) {
    await desk.handIn(id);
    await desk.passItems(id);
  }
  const [first = 0, second = 0] = order.people;
  await answered(first, { hotel: "东京示例酒店" });
  await answered(second, { hotel: "大阪示例旅馆" });
  return { ...order, first, second };
}
const accept = async (order_id: number, reason = "两家人分开住，订单已核对", as = desk.me) => {
  const c = (await grid(order_id)).conflicts.find((x) => x.acceptance === null);
  if (!c) throw new Error("nothing is open");
  return desk.call("order_consistency_accept", { order_id, rule: c.rule, applicant_id: c.applicant_id, seen: c.seen, reason }, as);
};

describe("beyond the field 5", () => {
  let o: Awaited<ReturnType<typeof twoHotels>>;
  beforeAll(async () => {
    o = await twoHotels();
  });

  it("review_pass names what stands open, also in a batch, and asks for acceptance", async () => {
    const answer = await desk.refusedMove("applicant_review_pass", o.first);
    expect(answer).toMatchObject({ code: "guard_failed" });
    expect(answer.msg).toContain("同行人有 1 项不一致：申请人1、申请人2的住宿不一致");
    expect(answer.msg).toContain("填写原因接受");
    const batch = await desk.call("applicant_move_batch", { move: "review_pass", ids: [o.second] });
    expect(batch.list).toMatchObject([{ id: o.second, ok: false }]);
    expect(batch.list[0]?.msg).toContain("住宿不一致");
  });

  it("an acceptance needs a reason and what was seen, is stored with who and when, and lets the review pass", async () => {
    const c = (await grid(o.id)).conflicts[0];
    const asked = { order_id: o.id, rule: c?.rule ?? "hotel", applicant_id: null, seen: c?.seen ?? "" };
    expect((await desk.refused("order_consistency_accept", { ...asked, reason: "短" })).code).toBe(400);
    expect(await desk.refused("order_consistency_accept", { ...asked, seen: "x", reason: "两家人分开住" })).toMatchObject({ code: 409 });
    await accept(o.id);
    expect((await grid(o.id)).conflicts).toMatchObject([
      { rule: "hotel", acceptance: { reason: "两家人分开住，订单已核对", created_at: desk.clock.now().toISOString() } },
    ]);
    expect(await desk.refused("order_consistency_accept", { ...asked, reason: "两家人分开住" })).toMatchObject({ code: "state_changed" });
    const log = await row<{ label: string; reason: string | null; actor_id: number }>(
      desk.db,
      q`select label, reason, actor_id from order_logs where order_id = ${o.id} and noun = 'order_consistency'`,
    );
    expect(log).toEqual({ label: "接受同行人不一致", reason: null, actor_id: desk.me.worker_id });
    await desk.move("applicant_review_pass", o.first);
    expect((await desk.person(o.first)).review_passed_at).not.toBeNull();
  });

  it("falls away when a value changes, and stands again with what was accepted", async () => {
    await answered(o.second, { hotel: "京都示例旅馆" });
    expect((await desk.refusedMove("applicant_review_pass", o.second)).msg).toContain("住宿不一致");
    await answered(o.second, { hotel: "大阪示例旅馆" });
    expect((await grid(o.id)).conflicts[0]?.acceptance).not.toBeNull();
    const marks = await rows<{ marks: unknown }>(desk.db, q`select marks from order_consistencies where order_id = ${o.id}`);
    expect(JSON.stringify(marks)).not.toContain("酒店");
    await desk.move("applicant_review_pass", o.second);
  });

  it("holds when one of those it was said of leaves", async () => {
    const order = await desk.order({ people: 3 });
    await desk.pay(order.id);
    for (const [i, id] of order.people.entries()) {
      await desk.handIn(id);
      await answered(id, { hotel: `第${i}家示例酒店` });
    }
    await accept(order.id);
    await desk.db
      .updateTable("applicants")
      .set({ applicant_status: "cancelled" })
      .where("id", "=", order.people[2] ?? 0)
      .execute();
    expect((await grid(order.id)).conflicts).toMatchObject([
      { applicant_ids: order.people.slice(0, 2), acceptance: { reason: "两家人分开住，订单已核对" } },
    ]);
  });

  it("who may not see papers hears nothing of them: no value, no difference, no guard", async () => {
    const other = await twoHotels();
    const viewer = desk.worker("admin", { codes: ["order_view"] });
    const seen = await grid(other.id, viewer);
    expect(seen.conflicts).toEqual([]);
    expect(seen.rows.every((r) => r.is_hidden && r.cells.length === 0)).toBe(true);
    expect(seen.people.every((p) => p.is_minor === null)).toBe(true);
    const moves = async (as: typeof viewer) =>
      (await applicantReads.applicant_get({ order_id: other.id, id: other.first }, readCtx(desk.db, as, desk.clock.now()))).moves.find(
        (m) => m.move === "review_pass",
      );
    expect((await moves(viewer))?.missing).toBeNull();
    expect((await moves(desk.me))?.missing).toContain("住宿不一致");
    const outside = desk.worker("expert", { scope_ids: [987_654] });
    await expect(grid(other.id, outside)).rejects.toMatchObject({ code: "not_found" });
    expect(
      await desk.refused(
        "order_consistency_accept",
        { order_id: other.id, rule: "hotel", applicant_id: null, seen: "x", reason: "看不见的订单" },
        outside,
      ),
    ).toMatchObject({ code: "not_found" });
  });

  it("addresses and names are shown masked, and told apart by their group", async () => {
    const order = await desk.order({ people: 2 });
    const [first = 0, second = 0] = order.people;
    const home = (detail: string) => JSON.stringify({ province_code: "310000", city_code: "310100", county_code: "310101", detail });
    await desk.db
      .updateTable("applicants")
      .set({ address: home("示例路1号") })
      .where("id", "=", first)
      .execute();
    await desk.db
      .updateTable("applicants")
      .set({ address: home("示例路2号"), relation: "spouse" })
      .where("id", "=", second)
      .execute();
    const g = await grid(order.id);
    expect(g.rows.find((r) => r.rule === "address")?.cells).toEqual([
      { applicant_id: first, value: mask("address", "x"), group: 1 },
      { applicant_id: second, value: mask("address", "x"), group: 2 },
    ]);
    expect(JSON.stringify(g)).not.toContain("示例路");
    expect(g.conflicts).toMatchObject([{ rule: "address", applicant_ids: [first, second] }]);
    expect(personData(0).relation).toBe("self");
  });
});
