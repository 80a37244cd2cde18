/** What becomes of a remittance: booked by a second person, or by a third one; rejected, taken back, reversed. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { remittanceApi } from "@visadesk/contract/finance/remittance.ts";
import { REMIT_REJECTS } from "@visadesk/contract/finance/remittance.words.ts";
import { remittanceFlow } from "@visadesk/contract/finance/remittance.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import { lockOrders } from "../../order/index.ts";
import { assertSeesAll } from "../bank/bank-scope.ts";
import { attachLines, freeLines, linesOf } from "../bank/remittance-lines.ts";
import { assertChecker } from "../checker.ts";
import { financeSettings } from "../finance-setting/finance-setting.ts";
import type { RemitPorts } from "./ports.ts";
import { bookMoney, takeMoneyBack, type Arrived } from "./remittance-money.ts";
import { judgedOrders } from "./remittance-orders.ts";
import { remittanceNoun } from "./remittance.noun.ts";
import { amountFault } from "./remittance.rules.ts";
import { lockedRemittance, NO_REMITTANCE, ordersOfRemittance, type StoredRemittance } from "./remittance.sql.ts";
import { rescore } from "./remittance.write.ts";
import { isPayerKnown, shownRemittances } from "./shown.ts";

type Api = typeof remittanceApi;
interface Seen {
  id: number;
  version: number;
}
type Asked = Seen & Pick<Parsed<Api["remittance_approve"]>, "lines" | "only_suggested">;
type Move = "approve" | "recheck" | "reject" | "withdraw" | "reverse";

/** Its orders are held first, then itself, as everybody does who needs both. */
async function held(ctx: Ctx, { id, version }: Seen, move: Move): Promise<StoredRemittance> {
  if (move !== "reject" && move !== "withdraw") await lockOrders(ctx.db, await ordersOfRemittance(ctx.db, id));
  const r = found(await lockedRemittance(ctx, id), NO_REMITTANCE);
  expectUnmoved(r, version, () => `现在是「${remittanceFlow.states[r.remittance_status].label}」`);
  refuseUnless(
    remittanceFlow.moves[move].from.some((state) => state === r.remittance_status),
    "state_changed",
  );
  return r;
}
/** Who registered it and everybody who changed it since. */
const makersOf = (r: StoredRemittance): (number | null)[] => [r.created_by, r.submitted_by, ...r.changed_by];
const told = (ctx: Ctx, r: StoredRemittance, reason: string | null = null): void =>
  ctx.note({ noun: "remittance", noun_id: r.id, noun_no: r.remittance_no, reason });

/** Lines that were ticked, and only the suggested one where nothing else was looked at. */
async function attach(ctx: Ctx, r: StoredRemittance, { lines = [], only_suggested }: Asked): Promise<void> {
  if (only_suggested) {
    const [shown] = await shownRemittances(ctx, [r]);
    const { suggestion: s } = shown ?? { suggestion: null };
    const isSame = s?.level === "suggest" && lines.length === 1 && lines[0]?.line_id === s.line_id;
    if (!isSame) refuse("state_changed", `${r.remittance_no} 已不是建议匹配，请逐笔确认`);
  }
  if (lines.length === 0) return;
  assertSeesAll(ctx, "流水不存在");
  await attachLines(ctx, r.id, lines);
}
/** What came in is what was announced, from whom it was announced, for what is still to be paid. */
async function judged(ctx: Ctx, r: StoredRemittance): Promise<Arrived> {
  const lines = await linesOf(ctx, r.id);
  const received = lines.length === 0 ? r.amount : lines.reduce((n, l) => n + l.amount, 0);
  const orders = r.purpose === "order" ? await judgedOrders(ctx, r.peer_id, r.order_parts) : [];
  const payable = r.purpose === "order" ? orders.reduce((n, o) => n + o.payable, 0) : null;
  const { write_off_limit } = await financeSettings(ctx.db);
  const fault = amountFault({ purpose: r.purpose, amount: r.amount, payable }, received, write_off_limit);
  if (fault) refuse(fault.code, fault.message);
  return { received, lines };
}
async function assertPayer(ctx: Ctx, r: StoredRemittance): Promise<void> {
  if (r.payer_letters.length === 0 && !(await isPayerKnown(ctx.db, r))) refuse("payer_mismatch");
}

export function remittanceMoves(ports: RemitPorts) {
  async function approve(asked: Asked, ctx: Ctx): Promise<number> {
    const r = await held(ctx, asked, "approve");
    assertChecker(ctx, makersOf(r));
    await assertPayer(ctx, r);
    await attach(ctx, r, asked);
    const arrived = await judged(ctx, r);
    const { remittance_second_limit } = await financeSettings(ctx.db);
    const decided = { approved_by: ctx.me.worker_id, approved_at: ctx.now, updated_at: ctx.now };
    const by = { id: r.id, version: r.version };
    if (r.amount >= remittance_second_limit || arrived.lines.length === 0)
      await moveRow(ctx, remittanceNoun, "approve", { ...by, to: "second_review", set: decided });
    else {
      const booked = await bookMoney(ctx, ports, r, arrived);
      await moveRow(ctx, remittanceNoun, "approve", { ...by, to: "booked", set: { ...decided, ...booked } });
    }
    told(ctx, r);
    await rescore(ctx, r.company_account_id);
    return r.id;
  }
  async function recheck(asked: Asked, ctx: Ctx): Promise<number> {
    const r = await held(ctx, asked, "recheck");
    assertChecker(ctx, [...makersOf(r), r.approved_by], "复核人不能是提交人或初审人");
    await assertPayer(ctx, r);
    await attach(ctx, r, asked);
    const booked = await bookMoney(ctx, ports, r, await judged(ctx, r));
    const set = { rechecked_by: ctx.me.worker_id, rechecked_at: ctx.now, ...booked };
    await moveRow(ctx, remittanceNoun, "recheck", { id: r.id, version: r.version, to: "booked", set });
    told(ctx, r);
    await rescore(ctx, r.company_account_id);
    return r.id;
  }
  async function reverse({ reason, ...seen }: Seen & { reason: string }, ctx: Ctx): Promise<number> {
    const r = await held(ctx, seen, "reverse");
    assertChecker(ctx, [r.booked_by], "不能冲正自己确认到账的汇款");
    const reversal_id = await takeMoneyBack(ctx, ports, r, reason);
    const set = { reversed_by: ctx.me.worker_id, reversed_at: ctx.now, reverse_reason: reason, reversal_id, updated_at: ctx.now };
    await moveRow(ctx, remittanceNoun, "reverse", { id: r.id, version: r.version, to: "reversed", set });
    await freeLines(ctx, r.id);
    told(ctx, r, reason);
    await rescore(ctx, r.company_account_id);
    return r.id;
  }
  return { approve, recheck, reverse, reject, withdraw };
}

async function reject(
  { reason_code, reason, ...seen }: Seen & Pick<Parsed<Api["remittance_reject"]>, "reason_code" | "reason">,
  ctx: Ctx,
): Promise<void> {
  const r = await held(ctx, seen, "reject");
  assertChecker(ctx, makersOf(r));
  const set = { reject_code: reason_code, reject_text: reason, rejected_by: ctx.me.worker_id, updated_at: ctx.now };
  await moveRow(ctx, remittanceNoun, "reject", { id: r.id, version: r.version, to: "rejected", set });
  await freeLines(ctx, r.id);
  told(ctx, r, `${REMIT_REJECTS[reason_code]}：${reason}`);
  await rescore(ctx, r.company_account_id);
}
async function withdraw(seen: Seen, ctx: Ctx): Promise<void> {
  const r = await held(ctx, seen, "withdraw");
  const isMine = r.submitted_by === ctx.me.worker_id || r.created_by === ctx.me.worker_id;
  refuseUnless(isMine, "guard_failed", "只有提交人可以撤销");
  await moveRow(ctx, remittanceNoun, "withdraw", { id: r.id, version: r.version, to: "withdrawn", set: { updated_at: ctx.now } });
  await freeLines(ctx, r.id);
  told(ctx, r);
  await rescore(ctx, r.company_account_id);
}
