/** A new order: price checked, product fixed, people and their papers made, fees written. */
import type { orderApi } from "@visadesk/contract/order/order.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { acceptanceOf, personFaults, slotPerson, slotsOf } from "../applicant/person.rules.ts";
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import { money, shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { SnapshotBody } from "@visadesk/contract/product/snapshot.ts";
import type { Ctx } from "#kit/call/context.ts";
import { givenOf } from "#kit/noun/noun.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { badInput, refuse } from "#kit/http/refuse.ts";
import { hashesOf, sealFields } from "#kit/seal/seal.ts";
import { q, row } from "#kit/db/sql.ts";
import { addressCheck, homeCheck } from "../../base-data/index.ts";
import { holdFreeUrgent } from "../../peer/index.ts";
import { isChild, noRoom, reserve, snapshot } from "../../product/index.ts";
import { changeOrder } from "../flow/change.ts";
import type { Work } from "../flow/work.ts";
import { dueByKey } from "../flow/due.rules.ts";
import type { OrderStatus } from "../flow/facts.ts";
import { applicantNoun } from "../applicant/applicant.noun.ts";
import { orderNoun } from "./order.noun.ts";
import { addSlots } from "../material/material-slots.ts";
import { writeOrderLog } from "./order-log.ts";
import { startFree } from "./order-pay.ts";
import { buyerOf, ownersAt, peerOfOrder } from "./order-buyer.ts";
import { excludedPeople, priceOf, sumOf, type FeeLine, type Priced } from "./order-quote.ts";
import { returnFaults } from "../flow/order.rules.ts";
import { orderScope } from "../list/scope.ts";
import { sealedApplicant, sealedOrder } from "../applicant/sealed.ts";
import { openSpan } from "../flow/span.ts";

export type NewOrder = Omit<Parsed<typeof orderApi.order_add>, "idempotency_key">;
export interface EntryOptions {
  source: "staff" | "import" | "mini_program" | "h5" | "peer_pc" | "api" | "ota";
  /** Cents off the service lines, as the activity area decided. */
  discount?: number;
  cs_owner_id?: number | null;
  bd_owner_id?: number | null;
}
type Person = NewOrder["applicants"][number];

/** Makes an order and answers its number. `quote_hash` must be that of today's price. */
export async function addOrder(
  ctx: Ctx,
  input: NewOrder,
  options: EntryOptions = { source: "staff" },
): Promise<{ id: number; order_no: string }> {
  const faults = entryFaults(input, ctx.now);
  if (faults.length > 0) throw badInput(...faults);
  const peer = await peerOfOrder(ctx, input);
  if (peer !== null && input.urgent_tier_code) await holdFreeUrgent(ctx.db, peer);
  const priced = await priceOf(ctx.db, input, ctx.now, options.discount ?? 0);
  if (priced.hash !== input.quote_hash) await refuseOtherPrice(ctx, input, options, priced);
  const { id: snapshotId, body } = await snapshot(ctx.db, input.sku_id, ctx.now);
  for (const check of entryChecks(ctx, input, body)) await check();
  const order = await insertOrder(ctx, input, options, priced, snapshotId, body);
  if (priced.quote.special) await reserve(ctx.db, priced.quote.special, order.id, await buyerOf(ctx.db, input), ctx.now);
  await changeOrder(ctx, order.id, (w) => fillOrder(w, input, priced));
  await changeOrder(ctx, order.id, startFree);
  ctx.note({
    noun: "order",
    noun_id: order.id,
    noun_no: order.order_no,
    changes: [{ field: "amount_payable", label: "应付", before: null, after: sumOf(priced.lines, "payable") }],
  });
  return order;
}

/** Somebody else took the last special price meanwhile, or the price is another one. */
async function refuseOtherPrice(ctx: Ctx, input: NewOrder, options: EntryOptions, priced: Priced): Promise<never> {
  const roomy = await priceOf(ctx.db, input, ctx.now, options.discount ?? 0, true);
  const { special } = roomy.quote;
  if (special && roomy.hash === input.quote_hash) {
    const lost = priced.quote.people.flatMap((p) => p.trace).find((c) => c.source === "special" && c.lost !== null)?.lost ?? null;
    refuse("sold_out", noRoom(lost, money(special.base)));
  }
  return refuse("price_changed", "价格已变化，请重新确认");
}

/** What an entry is judged by once its product is known, one after another; each refuses in words. */
export const entryChecks = (ctx: Ctx, input: NewOrder, body: SnapshotBody): readonly (() => void | Promise<void>)[] => [
  () => checkProduct(input, body),
  () => checkProtection(input, body, shanghaiDate(ctx.now)),
  () => checkDouble(ctx, input),
];

/** What is wrong with an entry by itself, each with its field. */
export function entryFaults(input: NewOrder, now: Date): Issue[] {
  const today = shanghaiDate(now);
  const issues = input.applicants.flatMap((a, i) => {
    const faults = personFaults(a, today, `applicants.${i}.`);
    const home = homeCheck(a.household_province ?? null, a.household_city ?? null);
    return home ? [...faults, { path: `applicants.${i}.household_province`, message: home }] : faults;
  });
  if (input.travel_date && input.travel_date < today) issues.push({ path: "travel_date", message: "出行日期不能早于今天" });
  if (input.return_date && input.travel_date && input.return_date < input.travel_date)
    issues.push({ path: "return_date", message: "回国日期不能早于出行日期" });
  if (input.visit_wish === "manual" && !input.visit_wish_dates?.length)
    issues.push({ path: "visit_wish_dates", message: "请选择可选日期" });
  if (input.return_mode === "express") {
    const fault = input.return_address?.detail ? addressCheck(input.return_address) : null;
    if (fault) issues.push({ path: "return_address", message: fault });
  }
  issues.push(...returnFaults(input));
  return issues;
}

function checkProduct(input: NewOrder, body: SnapshotBody): void {
  if (body.need_effect_date && !input.effect_date) throw badInput({ path: "effect_date", message: "请选择生效日期" });
  const people = input.applicants.map(homeOf);
  const issues = people.flatMap((p, i) => {
    const taken = acceptanceOf(body, p, people[0] ?? null);
    return taken.ok ? [] : [{ path: `applicants.${i}.household_province`, message: taken.reason }];
  });
  if (issues[0]) refuse("district_mismatch", issues[0].message, { issues });
}
function checkProtection(input: NewOrder, body: SnapshotBody, today: string): void {
  const excluded = excludedPeople(input, body, today);
  const [out] = excluded;
  if (!out) return;
  const who = input.applicants[out.seq - 1]?.name_cn ?? `申请人${out.seq}`;
  refuse("guard_failed", `${who}：${out.reason}，请取消其拒签无忧`, {
    issues: excluded.map((x) => ({ path: `applicants.${x.seq - 1}.protection`, message: x.reason })),
  });
}
const homeOf = (a: Person) => ({
  household_province: a.household_province ?? null,
  household_city: a.household_city ?? null,
  relation: a.relation ?? "self",
});

/** Whoever has only part of the orders is told of none of the others, neither by a number nor by a mobile. */
async function checkDouble(ctx: Ctx, input: NewOrder): Promise<void> {
  const visible = (ctx.principal && orderScope(ctx, "o")) ?? q`true`;
  if (input.partner_order_no) {
    const taken = await row<{ order_no: string; visible: boolean }>(
      ctx.db,
      q`select o.order_no, ${visible} visible from orders o where o.partner_order_no = ${input.partner_order_no} and o.channel_id is null`,
    );
    if (taken) refuse("duplicate", taken.visible ? `渠道订单号已存在：${taken.order_no}` : "渠道订单号已被其他订单使用，请核对");
  }
  if (input.confirm_duplicate) return;
  const same = await row<{ order_no: string }>(
    ctx.db,
    q`select o.order_no from orders o
      where o.sku_id = ${input.sku_id} and o.contact_mobile_hash = any(${hashesOf("mobile", input.contact_mobile)})
        and o.travel_date is not distinct from ${input.travel_date ?? null}::date and o.order_status <> 'cancelled'
        and o.created_at > ${new Date(ctx.now.getTime() - 86_400_000).toISOString()} and ${visible}
      order by o.id desc limit 1`,
  );
  if (same)
    refuse("confirm_needed", `24小时内已有相同联系人、商品和出行日期的订单 ${same.order_no}，确认仍要下单吗？`, {
      order_no: same.order_no,
    });
}

/** A fresh order has nothing handed in, so what it needs first follows from the product alone. */
function firstStatus(flow: string, body: SnapshotBody, wish: string | null): OrderStatus {
  if (flow === "pay_first") return "pending_payment";
  if (body.need_visit && wish === null) return "pending_visit_date";
  if (body.papers.some((p) => p.owner === "must" && (p.kind === 1 || p.kind === 4))) return "pending_upload";
  return body.papers.some((p) => p.owner === "must" && p.kind === 5) ? "pending_form" : "pending_upload";
}

const keptQuote = ({ lines, quote: { people, protection, insurance, urgent_tier, special } }: Priced): string =>
  JSON.stringify({ lines, people, protection, insurance, urgent_tier, special });

async function insertOrder(
  ctx: Ctx,
  input: NewOrder,
  o: EntryOptions,
  priced: Priced,
  snapshotId: number,
  body: SnapshotBody,
): Promise<{ id: number; order_no: string }> {
  const order_no = await nextNumber(ctx.db, "V", ctx.now);
  const flow = o.source === "mini_program" || o.source === "h5" ? body.material_upload_type : "pay_first";
  const { lines, quote } = priced;
  const main = input.applicants[0];
  const owners = await ownersAt(ctx.db, input.peer_id ?? null, main, shanghaiDate(ctx.now));
  const made = await ctx.db
    .insertInto("orders")
    .values({
      ...givenOf(orderNoun, input),
      order_no,
      source: o.source,
      ...sealFields(sealedOrder, order_no, { contact_mobile: input.contact_mobile, return_mobile: input.return_mobile ?? null }),
      country_id: body.country_id,
      snapshot_id: snapshotId,
      quote: keptQuote(priced),
      flow,
      urgent_tier: quote.urgent_tier ? JSON.stringify(quote.urgent_tier) : null,
      is_urgent: quote.urgent_tier !== null,
      is_protected: lines.some((l) => l.kind === "protection"),
      return_address: input.return_address ? JSON.stringify(input.return_address) : null,
      order_status: firstStatus(flow, body, input.visit_wish ?? null),
      status_at: ctx.now,
      amount_total: sumOf(lines, "amount"),
      discount_total: sumOf(lines, "discount_share"),
      amount_payable: sumOf(lines, "payable"),
      applicant_count: input.applicants.length,
      cs_owner_id: o.cs_owner_id ?? owners.cs,
      bd_owner_id: o.bd_owner_id ?? owners.bd,
      created_by: ctx.principal?.worker_id ?? null,
      created_at: ctx.now,
    })
    .returning(["id", "order_no"])
    .executeTakeFirstOrThrow();
  const people = input.applicants.map((a, i) => applicantRow(ctx, input, a, i, made, body, quote.people[i]?.is_child ?? false));
  await ctx.db.insertInto("applicants").values(people).execute();
  return made;
}

function applicantRow(
  ctx: Ctx,
  input: NewOrder,
  a: Person,
  i: number,
  order: { id: number; order_no: string },
  body: SnapshotBody,
  child: boolean,
) {
  const applicant_no = `${order.order_no}-${String(i + 1).padStart(2, "0")}`;
  return {
    ...givenOf(applicantNoun, a),
    order_id: order.id,
    seq: i + 1,
    applicant_no,
    ...sealFields(sealedApplicant, applicant_no, {
      id_card_no: a.id_card_no ?? null,
      passport_no: a.passport_no ?? null,
      mobile: a.mobile ?? null,
    }),
    country_id: body.country_id,
    sku_id: input.sku_id,
    relation: a.relation ?? (i === 0 ? "self" : "other"),
    is_child: child || isChild(body.child_age, a.birth_date, input.travel_date ?? shanghaiDate(ctx.now)),
    status_at: ctx.now,
    created_by: ctx.principal?.worker_id ?? null,
    created_at: ctx.now,
  };
}

async function fillOrder(w: Work, input: NewOrder, priced: Priced): Promise<void> {
  const { ctx, facts } = w;
  const { order, people, snapshot: body } = facts;
  const day = order.travel_date ?? facts.today;
  const main = people[0] ?? null;
  for (const p of people) {
    await openSpan(w, p, "customer");
    await addSlots(w, p, slotsOf(body, slotPerson(p), main ? slotPerson(main) : null, day));
  }
  if (main && people.length > 1)
    await ctx.db
      .updateTable("applicants")
      .set({ main_applicant_id: main.id })
      .where("order_id", "=", order.id)
      .where("id", "<>", main.id)
      .execute();
  await insertFees(w, priced.lines);
  const pay_deadline_at = dueByKey(w.clocks, input.customer_kind === "direct" ? "pay" : "pay_peer", order.country_id, false, ctx.now);
  await ctx.db.updateTable("orders").set({ pay_deadline_at }).where("id", "=", order.id).execute();
  await writeOrderLog(w, {
    kind: "move",
    noun: "order",
    noun_id: order.id,
    move: "add",
    label: order.source === "import" ? "导入订单" : "代客下单",
    to_state: order.order_status,
    on_behalf: true,
    customer_visible: true,
  });
}

async function insertFees(w: Work, lines: readonly FeeLine[]): Promise<void> {
  if (lines.length === 0) return;
  await w.ctx.db
    .insertInto("order_fees")
    .values(
      lines.map((l) => ({
        order_id: w.facts.order.id,
        applicant_id: w.facts.people.find((p) => p.seq === l.applicant_seq)?.id ?? null,
        kind: l.kind,
        amount: l.amount,
        discount_share: l.discount_share,
        payable: l.payable,
        created_at: w.ctx.now,
      })),
    )
    .execute();
}
