import { beforeAll, describe, expect, test } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { enqueue } from "#kit/jobs.ts";
import { asWrite } from "../../testing/ctx.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { balanceOf, EURO_SKU } from "../../testing/make/embassy.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { insuredOrder, policiesOf, schengenPlan, type MadePolicy } from "../../testing/make/policy.ts";
import { generateFor } from "../settlement/settle-generate.ts";
import { personalPapers } from "./policy-erase.ts";
import { policyCancel } from "./policy-open.ts";

let app: TestApp;
let desk: OrderDesk;
let clerk: Client;
const key = () => ({ idempotency_key: crypto.randomUUID() });
beforeAll(async () => {
  app = await testApp();
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  await rows(
    app.db,
    q`update roles set data_scope = 'all', module_group = (select array_agg(distinct c) from unnest(module_group || ${[Number(may.insurance)]}::int4[]) c)
      where id in (select role_id from workers where account = 'finance')`,
  );
  clerk = await app.as("finance");
});
/** So many days nearer, or longer ago. */
const shift = (id: number, days: number) =>
  rows(app.db, q`update policies set start_on = start_on - ${days}::int, end_on = end_on - ${days}::int where id = ${id}`);
const job = async (name: string): Promise<void> => {
  await enqueue(app.db, name, {}, {}, app.clock.now());
  await app.runJobs();
};
const pdf = () => desk.file("application/pdf", 1_000, ["finance"]);
const get = (id: number) => clerk.call("policy_get", { id });
const seen = async (id: number) => ({ id, version: (await get(id)).version });
async function opened(
  o: { people?: number; travel_date?: string } = {},
): Promise<{ order_id: number; people: number[]; policies: MadePolicy[] }> {
  const { id, people } = await insuredOrder(desk, o);
  return { order_id: id, people, policies: await policiesOf(app.db, id) };
}
const firstOf = ({ policies: [p] }: { policies: MadePolicy[] }): MadePolicy =>
  p ?? { id: 0, version: 0, apply_no: "", premium: 0, cost: 0 };
let n = 0;
const written = async (id: number, more: object = {}) => {
  const { start_on, end_on } = await get(id);
  return { policy_no: `PICC-${++n}-2026`, start_on: start_on ?? "", end_on: end_on ?? "", file: await pdf(), ...more };
};
const issue = async (id: number, more: object = {}) =>
  clerk.call("policy_issued", { ...(await seen(id)), ...(await written(id, more)), ...key() });
const owedTo = async (insurer: number): Promise<number> =>
  (
    await row<{ n: number }>(
      app.db,
      q`select coalesce(-sum(l.amount), 0)::int8 as n from ledger_accounts a join journal_lines l on l.account_id = a.id where a.code = 'payable_insurer' and a.owner_id = ${insurer}`,
    )
  )?.n ?? 0;

describe("a policy is opened by what was paid", () => {
  test("finance: a policy of each person is opened by the paid order, with plan, insured and journey as they were sold", async () => {
    const { order_id, people, policies } = await opened({ people: 2 });
    expect(policies).toHaveLength(2);
    const p = await get(firstOf({ policies }).id);
    const { order } = await desk.facts(order_id);
    expect(p).toMatchObject({
      kind: "travel",
      applicant_id: people[0],
      policy_status: "to_issue",
      start_on: order.travel_date,
      end_on: order.return_date,
      is_soon: false,
      insured_passport: "E****0000",
    });
    expect(p.premium).toBeGreaterThan(p.cost);
    expect(p.margin).toBe(p.premium - p.cost);
    const fees = await rows<{ payable: number }>(
      app.db,
      q`select payable from order_fees where order_id = ${order_id} and kind = 'insurance'`,
    );
    expect(fees).toEqual([{ payable: p.premium }, { payable: p.premium }]);
    expect(await balanceOf(app.db, people[0] ?? 0, "revenue", "insurance")).toBe(0);
  });

  test("insurance is bought later too, by its plan's premium and once", async () => {
    const { id, people } = await desk.order({ sku_no: EURO_SKU });
    await desk.pay(id);
    const applicant_id = people[0] ?? 0;
    const insurance = await schengenPlan(app.db);
    const body = {
      order_id: id,
      applicant_id,
      fee_kind: "insurance" as const,
      reason: "客户要求补买保险",
      payer: "customer" as const,
      is_blocking: false,
    };
    expect((await desk.refused("order_diff_add", body)).issues).toEqual([{ path: "insurance", message: "请选择保险计划" }]);
    expect((await desk.refused("order_diff_add", { ...body, insurance, amount: 1 })).issues[0]?.message).toMatch(/^该计划保费为 ¥/);
    const diff = await desk.call("order_diff_add", { ...body, insurance });
    const paid = {
      method: "wechat" as const,
      trade_no: crypto.randomUUID(),
      proof: [await desk.file()],
      paid_at: app.clock.now().toISOString(),
    };
    await desk.call("order_diff_pay", { id: diff.id, version: diff.version, ...paid });
    const [p, ...others] = await policiesOf(app.db, id);
    expect(others).toEqual([]);
    expect(p?.premium).toBe(diff.amount);
  });

  test("a refusal protection opens a policy where an insurer bears it, and none where we do", async () => {
    const made = async () => {
      const { id } = await desk.order({ sku_no: EURO_SKU, protection: true });
      await desk.pay(id);
      return policiesOf(app.db, id);
    };
    expect(await made()).toEqual([]);
    await rows(
      app.db,
      q`update refuse_no_worry_products set reserve_cost = 1500, supplier_id = (select supplier_id from insurance_products where code = 'ATSCH01')`,
    );
    const [p] = await made();
    expect(p).toMatchObject({ cost: 1_500 });
    const id = p?.id ?? 0;
    await issue(id, { end_on: "2027-11-30" });
    const { applicant_id, policy_status, kind } = await get(id);
    expect({ policy_status, kind }).toEqual({ policy_status: "issued", kind: "refusal" });
    expect(await balanceOf(app.db, applicant_id, "cost", "protection")).toBe(1_500);
    expect(await balanceOf(app.db, applicant_id, "revenue", "protection")).toBe(0);
    await rows(app.db, q`update refuse_no_worry_products set supplier_id = null`);
  });
});

describe("registering", () => {
  test("finance: a policy issued posts its cost to the insurer and its premium to revenue, once; the settlement picks it up", async () => {
    const of = await opened({ people: 2 });
    const [p, twin] = of.policies;
    const { insurer_id } = await get(p?.id ?? 0);
    const before = await owedTo(insurer_id);
    const body = { ...(await seen(p?.id ?? 0)), ...(await written(p?.id ?? 0)), ...key() };
    await clerk.call("policy_issued", body);
    await clerk.call("policy_issued", body);
    expect(await owedTo(insurer_id)).toBe(before + (p?.cost ?? 0));
    const who = of.people[0] ?? 0;
    expect(await balanceOf(app.db, who, "cost", "insurance")).toBe(p?.cost);
    expect(await balanceOf(app.db, who, "revenue", "insurance")).toBe(-(p?.premium ?? 0));
    expect(await balanceOf(app.db, of.people[1] ?? 0, "revenue", "insurance")).toBe(0);
    const same = { ...(await written(twin?.id ?? 0)), policy_no: body.policy_no.toLowerCase() };
    const twice = await clerk.refused("policy_issued", { ...(await seen(twin?.id ?? 0)), ...same, ...key() });
    expect(twice.issues).toEqual([{ path: "policy_no", message: `保单号已登记：${p?.apply_no}` }]);
    const later = new Date(app.clock.now().getTime() + 40 * 86_400_000);
    await asWrite(app.db, null, later, (ctx) => generateFor(ctx, insurer_id));
    const lines = await rows<{ policy_id: number; source: string; amount: number; item: string }>(
      app.db,
      q`select x.policy_id, x.source, x.amount, x.item from settle_lines x where x.policy_id = ${p?.id ?? 0}`,
    );
    expect(lines).toEqual([{ policy_id: p?.id, source: "premium", amount: p?.cost, item: `保险承保 ${body.policy_no}` }]);
  });

  test("cover must span the journey, the file is a PDF, the passport is the applicant's", async () => {
    const p = firstOf(await opened());
    const { end_on, start_on } = await get(p.id);
    const refused = async (more: object) =>
      (await clerk.refused("policy_issued", { ...(await seen(p.id)), ...(await written(p.id, more)), ...key() })).issues;
    expect((await refused({ end_on: start_on }))[0]).toEqual({ path: "end_on", message: `保障期须覆盖行程（${start_on} 至 ${end_on}）` });
    expect((await refused({ file: await desk.file("image/jpeg", 1_000, ["finance"]) }))[0]?.message).toBe("请上传PDF格式的保单文件");
    await clerk.call("policy_sheet_export", { rows: [await seen(p.id)], ...key() });
    await rows(
      app.db,
      q`update applicants set passport_no = null, passport_no_sealed = null, passport_no_hash = null, passport_no_tail = null where id = (select applicant_id from policies where id = ${p.id})`,
    );
    const { answer } = await clerk.refused("policy_issued", { ...(await seen(p.id)), ...(await written(p.id)), ...key() });
    expect(answer.msg).toBe("申请人尚未登记护照号，不能登记保单");
  });

  test("finance: a policy that failed is tried again and told to the insurer anew", async () => {
    const p = firstOf(await opened());
    await clerk.call("policy_sheet_export", { rows: [await seen(p.id)], ...key() });
    await clerk.call("policy_failed", { ...(await seen(p.id)), reason: "保司系统维护中", ...key() });
    expect(await get(p.id)).toMatchObject({ policy_status: "failed", reason: "保司系统维护中" });
    await clerk.call("policy_retry", { ...(await seen(p.id)), ...key() });
    await opened({ travel_date: "2027-03-01" });
    await shift(p.id, 400);
    expect((await clerk.call("policy_query", { policy_status: ["to_issue"] })).list[0]?.id).toBe(p.id);
    await shift(p.id, -400);
    expect(await get(p.id)).toMatchObject({ policy_status: "to_issue", batch_no: null });
  });
});

describe("after the issue", () => {
  const asClerk = <T>(work: Parameters<typeof asWrite<T>>[3]): Promise<T> => asWrite(app.db, desk.worker("finance"), app.clock.now(), work);

  test("批改 keeps both versions; once the cover has begun nothing is changed or given up", async () => {
    const p = firstOf(await opened());
    await issue(p.id);
    const before = await get(p.id);
    const end_on = "2027-06-30";
    await clerk.call("policy_change", { ...(await seen(p.id)), end_on, reason: "客户延长行程", ...key() });
    const after = await get(p.id);
    expect(after).toMatchObject({ end_on, policy_no: before.policy_no });
    expect(after.changes).toMatchObject([{ reason: "客户延长行程", before: { end_on: before.end_on }, after: { end_on } }]);
    await shift(p.id, 61);
    const { answer } = await clerk.refused("policy_change", {
      ...(await seen(p.id)),
      end_on: "2027-07-01",
      reason: "客户再次延长",
      ...key(),
    });
    expect(answer.msg).toBe("保障已生效，不可操作");
    const late = await clerk.refused("policy_surrender", { ...(await seen(p.id)), reason: "客户要求退保", ...key() });
    expect(late.answer.msg).toBe("保障已生效，不可操作");
  });

  test("finance: a policy surrendered takes back cost and revenue exactly and starts the refund of its premium, once", async () => {
    const of = await opened();
    const p = firstOf(of);
    const who = of.people[0] ?? 0;
    await issue(p.id);
    const { insurer_id } = await get(p.id);
    const owed = await owedTo(insurer_id);
    await clerk.call("policy_surrender", { ...(await seen(p.id)), reason: "客户取消行程", ...key() });
    expect(await get(p.id)).toMatchObject({ policy_status: "surrendered", reason: "客户取消行程" });
    expect(await owedTo(insurer_id)).toBe(owed - p.cost);
    expect(await balanceOf(app.db, who, "cost", "insurance")).toBe(0);
    expect(await balanceOf(app.db, who, "revenue", "insurance")).toBe(0);
    const started = await rows(
      app.db,
      q`select r.kind, r.refund_status, r.reason, r.asked_amount, f.kind as fee, l.asked_amount as line, l.policy_amount as policy
        from refunds r join refund_lines l on l.refund_id = r.id join order_fees f on f.id = l.fee_id where r.order_id = ${of.order_id}`,
    );
    const [asked_amount, line, policy] = [p.premium, p.premium, p.premium];
    const reason = `保险 ${p.apply_no} 退保`;
    expect(started).toEqual([{ kind: "partial", refund_status: "pending", reason, asked_amount, fee: "insurance", line, policy }]);
  });

  test("who leaves his order is insured no more: what was not written ends, what was is reversed", async () => {
    const of = await opened({ people: 2 });
    const [first, second] = of.policies;
    await issue(first?.id ?? 0);
    for (const applicant_id of of.people) await asClerk((ctx) => policyCancel(ctx, { applicant_id, reason: "取消" }));
    expect((await get(first?.id ?? 0)).policy_status).toBe("surrendered");
    expect((await get(second?.id ?? 0)).policy_status).toBe("surrendered");
    expect(await balanceOf(app.db, of.people[0] ?? 0, "cost", "insurance")).toBe(0);
  });

  test("claims within the cover add up; the head tells their share of the premium", async () => {
    const p = firstOf(await opened());
    await issue(p.id);
    const { start_on } = await get(p.id);
    const claim = { claimed: 50_000, paid: 6_000, note: "行李延误" };
    const early = await clerk.refused("policy_claim_add", { ...(await seen(p.id)), ...claim, on: start_on ?? "", ...key() });
    expect(early.issues[0]).toEqual({ path: "on", message: "日期不能晚于今天" });
    await shift(p.id, 62);
    const on = (await get(p.id)).start_on ?? "";
    await clerk.call("policy_claim_add", { ...(await seen(p.id)), ...claim, on, ...key() });
    const over = await clerk.refused("policy_claim_add", { ...(await seen(p.id)), ...claim, on, paid: 50_001, ...key() });
    expect(over.issues[0]).toEqual({ path: "paid", message: "赔付额不能大于索赔额" });
    expect(await get(p.id)).toMatchObject({
      claim_count: 1,
      claim_paid: 6_000,
      claimed: 50_000,
      claims: [{ paid: 6_000, by: expect.any(String) }],
    });
    const figures = await clerk.call("policy_figures", { policy_no: p.apply_no });
    expect(figures).toMatchObject({ premium: p.premium, cost: p.cost, paid: 6_000, claim_rate: Math.round((6_000 * 10_000) / p.premium) });
    await shift(p.id, 10);
    await job("policy_end");
    expect((await get(p.id)).policy_status).toBe("ended");
  });
});

test("finance: with an order's people go their names, numbers and papers from its policies; what was paid stays", async () => {
  const { order_id, policies } = await opened();
  const p = firstOf({ policies });
  await issue(p.id);
  const issued = await get(p.id);
  const corrected = { policy_no: issued.policy_no ?? "", start_on: issued.start_on ?? "", end_on: issued.end_on ?? "", file: await pdf() };
  await clerk.call("policy_change", { ...(await seen(p.id)), ...corrected, reason: "被保人王某姓名写错", ...key() });
  await rows(
    app.db,
    q`update policies set claims = '[{"on":"2026-11-01","claimed":100,"paid":100,"note":"王某住院","at":"2026-11-02T00:00:00.000Z","by":null}]' where id = ${p.id}`,
  );
  const files = await personalPapers.filesOf(app.db, [order_id]);
  expect(files.get(order_id)).toHaveLength(2);
  await asWrite(app.db, null, app.clock.now(), (ctx) => personalPapers.erase(ctx, order_id));
  const left = await row<{ t: string; whole: boolean }>(
    app.db,
    q`select p::text as t, premium = ${p.premium}::int8 and policy_no is not null and cost = ${p.cost}::int8 as whole from policies p where id = ${p.id}`,
  );
  expect(left?.whole).toBe(true);
  for (const gone of ["王某", ...(files.get(order_id) ?? []), issued.insured_name ?? "?"]) expect(left?.t).not.toContain(gone);
  const after = await get(p.id);
  expect(after).toMatchObject({ insured_name: null, insured_passport: null, insured_birthday: null, file: null });
  expect(after.claims).toMatchObject([{ paid: 100, note: "已清理" }]);
});
