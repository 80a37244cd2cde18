/** 退款试算 and 发起退款: the fees asked for, judged by the policy that was sold, and the ways by which they would leave. */
import type { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { REFUND_KINDS, REFUND_REASONS } from "@visadesk/contract/order/refund/refund.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { q, rows } from "#kit/db/sql.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { addRow } from "#kit/noun/save.ts";
import { bareNumber, sealFields } from "#kit/seal/seal.ts";
import { refundQuote } from "../../ledger/index.ts";
import { changeOrder, NOT_FOUND } from "../flow/change.ts";
import { loadFacts } from "../flow/facts.sql.ts";
import type { Facts, FeeRow } from "../flow/facts.ts";
import { inScope, isPaid } from "../flow/order.rules.ts";
import { checkFiles } from "../material/material-file.ts";
import { insertOrderLog } from "../order/order-log.ts";
import { feesFor, judgeLines, personFault, type JudgedLine } from "./refund-lines.rules.ts";
import { refundNoun, sealedRefund } from "./refund.noun.ts";
import { isCovered, isSent, openRefundOf, paidParts } from "./refund.sql.ts";

type Api = typeof refundApi;
type Asked = Pick<Parsed<Api["refund_trial"]>, "order_id" | "kind" | "applicant_ids" | "liability" | "lines" | "stage">;
const HOUR = 3_600_000;

/** The policy that was sold with the order. */
const policyOf = (f: Facts) => f.snapshot.refund_policy;

/** `at`: when it was asked for, for grids that go by the hours since payment. */
async function judge(ctx: Pick<Ctx, "db">, f: Facts, ask: Asked, at: Date): Promise<JudgedLine[]> {
  const paidAt = f.order.paid_at === null ? at : new Date(f.order.paid_at);
  const fees: FeeRow[] = feesFor(ask.kind, f.fees, f.people, ask.applicant_ids);
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
async function faultOf(ctx: Pick<Ctx, "db">, f: Facts, ask: Asked, lines: readonly JudgedLine[]): Promise<string | null> {
  if (!isPaid(f.order)) return "订单未支付，没有可退的款项";
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

interface AskedLine extends JudgedLine {
  asked: number;
  note: string;
}
/** What is asked of each fee: what was typed, else what the policy gives. */
function askedOf(lines: readonly JudgedLine[], typed: Asked["lines"]): AskedLine[] {
  const by = new Map((typed ?? []).map((t) => [t.fee_id, t]));
  for (const [i, t] of (typed ?? []).entries()) {
    const line = lines.find((l) => l.fee_id === t.fee_id);
    if (!line) throw badInput({ path: `lines.${i}.fee_id`, message: "该费用不可退" });
    if (t.amount > line.paid) refuse("over_refundable", `超过可退金额 ${money(line.paid)}`);
  }
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

const totalOf = (lines: readonly { asked: number }[]): number => lines.reduce((n, l) => n + l.asked, 0);

async function seenFacts(ctx: Ctx, orderId: number): Promise<Facts> {
  const f = found(await loadFacts(ctx.db, orderId, ctx.now), NOT_FOUND);
  if (!inScope(f.order, ctx.me.scope_ids)) refuse("not_found", NOT_FOUND);
  return f;
}

export async function trial(input: Parsed<Api["refund_trial"]>, ctx: Ctx): Promise<Output<Api["refund_trial"]>> {
  const f = await seenFacts(ctx, input.order_id);
  const judged = await judge(ctx, f, input, ctx.now);
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

export function start(input: Parsed<Api["refund_start"]>, ctx: Ctx): Promise<number> {
  return changeOrder(ctx, input.order_id, async (w) => {
    const { order } = w.facts;
    const judged = await judge(ctx, w.facts, input, ctx.now);
    const fault = await faultOf(ctx, w.facts, input, judged);
    if (fault) refuse((await openRefundOf(ctx.db, input.applicant_ids)) ? "duplicate" : "guard_failed", fault);
    const lines = askedOf(judged, input.lines).filter((l) => l.asked > 0);
    const asked_amount = totalOf(lines);
    if (asked_amount === 0) throw badInput({ path: "lines", message: "退款金额为0，请填写申请金额" });
    await checkFiles(ctx, input.proof ?? []);
    const refund_no = await nextNumber(ctx.db, "TK", ctx.now);
    const { id } = await addRow(ctx, refundNoun, {
      refund_no,
      order_id: order.id,
      kind: input.kind,
      initiator: input.initiator,
      reason_code: input.reason_code,
      reason: input.reason,
      liability: input.liability,
      proof: input.proof ?? [],
      trial: JSON.stringify(judged),
      asked_amount,
      payee_name: input.payee_name ?? "",
      payee_bank: input.payee_bank ?? "",
      ...(input.payee_account !== undefined && sealFields(sealedRefund, refund_no, { payee_account: bareNumber(input.payee_account) })),
    });
    if (input.applicant_ids.length > 0)
      await ctx.db
        .insertInto("refund_people")
        .values(input.applicant_ids.map((applicant_id) => ({ refund_id: id, applicant_id })))
        .execute();
    await ctx.db
      .insertInto("refund_lines")
      .values(
        lines.map((l) => ({
          refund_id: id,
          fee_id: l.fee_id,
          paid: l.paid,
          policy_amount: l.policy_amount,
          asked_amount: l.asked,
          note: l.note,
        })),
      )
      .execute();
    const cause = REFUND_REASONS[input.reason_code];
    await insertOrderLog(ctx, order.id, {
      kind: "money",
      noun: "refund",
      noun_id: id,
      label: `发起${REFUND_KINDS[input.kind]}：${refund_no}`,
      cause,
      reason: `${cause}：${input.reason}`,
      changes: [{ field: "amount", label: "金额", before: null, after: asked_amount }],
    });
    ctx.note({
      noun: "refund",
      noun_id: id,
      noun_no: refund_no,
      reason: cause,
      subject_ids: input.applicant_ids,
      changes: [
        { field: "order_no", label: "订单号", before: null, after: order.order_no },
        { field: "amount", label: "金额", before: null, after: asked_amount },
      ],
    });
    return id;
  });
}
