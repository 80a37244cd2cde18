/** 退款试算 and 发起退款: the fees asked for, judged by the policy that was sold, and the ways by which they would leave. */
import type { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { FEE_KINDS } from "@visadesk/contract/order/words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { refundQuote } from "../../ledger/index.ts";
import { changeOrder, NOT_FOUND } from "../flow/change.ts";
import { loadFacts } from "../flow/facts.sql.ts";
import type { Facts, FeeRow } from "../flow/facts.ts";
import { inScope, isPaid } from "../flow/order.rules.ts";
import { checkFiles } from "../material/material-file.ts";
import { feesFor, judgeLines, personFault, premiumFault, type JudgedLine } from "./refund-lines.rules.ts";
import { totalOf, writeRefund, type AskedLine } from "./refund-write.ts";
import { isCovered, isSent, leavingOf, openRefundOf, paidParts } from "./refund.sql.ts";

type Api = typeof refundApi;
export type Asked = Pick<Parsed<Api["refund_trial"]>, "order_id" | "kind" | "applicant_ids" | "liability" | "lines" | "stage">;
const HOUR = 3_600_000;

/** The policy that was sold with the order. */
const policyOf = (f: Facts) => f.snapshot.refund_policy;

/** `at`: when it was asked for, for grids that go by the hours since payment. */
export async function judge(ctx: Pick<Ctx, "db">, f: Facts, ask: Asked, at: Date): Promise<JudgedLine[]> {
  const paidAt = f.order.paid_at === null ? at : new Date(f.order.paid_at);
  const fees: FeeRow[] = feesFor(ask.kind, f.fees, f.people, ask.applicant_ids, await leavingOf(ctx.db, f.order.id));
  const people = ask.applicant_ids.length === 0 ? f.people : f.people.filter((p) => ask.applicant_ids.includes(p.id));
  return judgeLines(fees, people, {
    grid: policyOf(f)?.grid ?? null,
    hours_since_payment: (at.getTime() - paidAt.getTime()) / HOUR,
    liability: ask.liability,
    isCovered: await isCovered(ctx.db, f.order.id, f.today),
    isSent: await isSent(ctx.db, f.order.id),
    ...(ask.stage !== undefined && { stage: ask.stage }),
  });
}

/** Why nothing can be started; null: it can. */
export async function faultOf(ctx: Pick<Ctx, "db">, f: Facts, ask: Asked, lines: readonly JudgedLine[]): Promise<string | null> {
  if (!isPaid(f.order)) return "订单未支付，没有可退的款项";
  const { cancel_reason } = f.order;
  if (cancel_reason !== null && cancel_reason !== "refunded") return "订单未支付即已取消，没有可退的费用";
  if (ask.kind === "applicant" && ask.applicant_ids.length === 0) return "请选择退款的申请人";
  const strange = ask.applicant_ids.find((id) => !f.people.some((p) => p.id === id));
  if (strange !== undefined) return "申请人不属于该订单";
  const open = await openRefundOf(ctx.db, ask.applicant_ids);
  if (open) return `该申请人已有进行中的退款 ${open.refund_no}`;
  if (lines.length === 0) return ask.kind === "diff" ? "没有可退的补差价" : "没有可退的款项";
  if (ask.kind !== "applicant") return null;
  for (const p of f.people.filter((x) => ask.applicant_ids.includes(x.id))) {
    const policy = lines.filter((l) => l.applicant_id === p.id).reduce((n, l) => n + l.policy_amount, 0);
    const fault = personFault(p, policy, ask.liability);
    if (fault) return fault;
  }
  return null;
}

/**
 * What was typed stands to the fees that were shown. Whoever leaves leaves with what he was told: of his refund every fee
 * of which the policy gives something is named. Of a part what is named goes back.
 */
function expectTyped(f: Facts, kind: Asked["kind"], lines: readonly JudgedLine[], typed: Asked["lines"]): void {
  if (!typed) return;
  for (const [i, t] of typed.entries()) {
    const line = lines.find((l) => l.fee_id === t.fee_id);
    if (typed.some((o, n) => n > i && o.fee_id === t.fee_id))
      throw badInput({ path: `lines.${i}.fee_id`, message: "同一费用只能填写一次" });
    if (!line) throw badInput({ path: `lines.${i}.fee_id`, message: "该费用不可退" });
    if (t.amount > line.paid) refuse("over_refundable", `超过可退金额 ${money(line.paid)}`);
  }
  const left = kind === "applicant" && lines.find((l) => l.policy_amount > 0 && !typed.some((t) => t.fee_id === l.fee_id));
  if (!left) return;
  const no = f.people.find((p) => p.id === left.applicant_id)?.applicant_no ?? "整单";
  throw badInput({ path: "lines", message: `请填写 ${no} ${FEE_KINDS[left.fee_kind]}的申请金额` });
}
/** What is asked of each fee: what was typed, and nothing of those not named; where nothing was typed what the policy gives. */
function askedOf(lines: readonly JudgedLine[], typed: Asked["lines"]): AskedLine[] {
  const by = new Map((typed ?? []).map((t) => [t.fee_id, t]));
  return lines.map((l) => ({ ...l, asked: typed ? (by.get(l.fee_id)?.amount ?? 0) : l.policy_amount, note: by.get(l.fee_id)?.note ?? "" }));
}

/** What the policy gives as people stand now for a refund that was asked for at `at`; null: it is none that a policy judges. */
export async function judgedNow(
  ctx: Pick<Ctx, "db" | "now">,
  r: Pick<Asked, "order_id" | "liability" | "applicant_ids"> & { kind: string },
  at: Date,
): Promise<JudgedLine[] | null> {
  const { kind } = r;
  if (kind !== "applicant" && kind !== "partial" && kind !== "diff") return null;
  const f = await loadFacts(ctx.db, r.order_id, ctx.now);
  return f && judge(ctx, f, { ...r, kind }, at);
}

async function seenFacts(ctx: Ctx, orderId: number): Promise<Facts> {
  const f = found(await loadFacts(ctx.db, orderId, ctx.now), NOT_FOUND);
  if (!inScope(f.order, ctx.me)) refuse("not_found", NOT_FOUND);
  return f;
}

export async function trial(input: Parsed<Api["refund_trial"]>, ctx: Ctx): Promise<Output<Api["refund_trial"]>> {
  const f = await seenFacts(ctx, input.order_id);
  const judged = await judge(ctx, f, input, ctx.now);
  expectTyped(f, input.kind, judged, input.lines);
  const lines = askedOf(judged, input.lines);
  const total = totalOf(lines);
  const of = { peer_id: f.order.peer_id, now: ctx.now };
  const { ways, beyond } = await refundQuote(
    ctx.db,
    lines
      .filter((l) => l.asked > 0)
      .map((l) => ({ order_id: f.order.id, applicant_id: l.applicant_id, kind: l.fee_kind, amount: l.asked })),
    await paidParts(ctx.db, f.order.id),
    of,
  );
  const numbers = new Map(
    (await rows<{ id: number; diff_no: string }>(ctx.db, q`select id, diff_no from order_diffs where order_id = ${f.order.id}`)).map(
      (d) => [d.id, d.diff_no],
    ),
  );
  return {
    order_id: f.order.id,
    order_no: f.order.order_no,
    policy_name: policyOf(f)?.name ?? null,
    lines: judged.map(({ diff_id, ...l }) => {
      const p = f.people.find((x) => x.id === l.applicant_id);
      return {
        ...l,
        applicant_no: p?.applicant_no ?? null,
        applicant_name: p?.name_cn ?? null,
        diff_no: diff_id === null ? null : (numbers.get(diff_id) ?? null),
      };
    }),
    ways: ways.map((w) => ({ method: w.paid_by, way: w.way, amount: w.amount })),
    policy_amount: judged.reduce((n, l) => n + l.policy_amount, 0),
    total,
    kept: judged.reduce((n, l) => n + l.paid, 0) - total,
    needs_payee: ways.some((w) => w.way === "bank"),
    fault: (await faultOf(ctx, f, input, judged)) ?? (beyond > 0 ? `超过可退金额 ${money(total - beyond)}` : null),
  };
}

/** Whoever's fees are asked for is one of its people, whether he was named or not; fees of the whole order are nobody's. */
function withPeople<T extends Asked>(ask: T, lines: readonly JudgedLine[]): T {
  const own = askedOf(lines, ask.lines).flatMap((l) => (l.asked > 0 ? (l.applicant_id ?? []) : []));
  return { ...ask, applicant_ids: [...new Set([...ask.applicant_ids, ...own])] };
}

export function start(input: Parsed<Api["refund_start"]>, ctx: Ctx): Promise<number> {
  return changeOrder(ctx, input.order_id, async (w) => {
    // As the trial showed it; of its people those alone are judged of whom something is asked.
    const shown = await judge(ctx, w.facts, input, ctx.now);
    const ask = withPeople(input, shown);
    const { applicant_ids } = ask;
    const judged = await judge(ctx, w.facts, ask, ctx.now);
    const fault = await faultOf(ctx, w.facts, ask, judged);
    if (fault) refuse((await openRefundOf(ctx.db, applicant_ids)) ? "duplicate" : "guard_failed", fault);
    expectTyped(w.facts, input.kind, shown, input.lines);
    const lines = askedOf(judged, input.lines).filter((l) => l.asked > 0);
    const kept = premiumFault(w.facts.people, lines);
    if (kept) refuse("guard_failed", kept);
    const asked_amount = totalOf(lines);
    if (asked_amount === 0) throw badInput({ path: "lines", message: "退款金额为0，请填写申请金额" });
    await checkFiles(ctx, input.proof ?? []);
    const { kind, initiator, reason_code, reason, liability, proof } = input;
    const { id } = await writeRefund(w, {
      kind,
      initiator,
      reason_code,
      reason,
      liability,
      applicant_ids,
      proof,
      asked_amount,
      lines,
      trial: judged,
      payee: input,
    });
    return id;
  });
}
