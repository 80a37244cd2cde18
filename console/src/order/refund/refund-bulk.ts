/** 批量初审: refunds that ask just what the policy gives, need no third person and were looked at; each is passed by itself. */
import { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import { ask } from "#kit/act/ask.ts";
import { eachRow } from "#kit/act/each-row.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { uuid } from "#kit/app/hash.ts";
import { session } from "#kit/app/session.ts";
import type { RefundDetail, RefundRow } from "./refund-words.tsx";

const looked = new Set<string>();
const keyOf = (id: number): string => `${session.get().login?.id ?? 0} ${id}`;
/** Its page was opened, by whoever is signed in, since he began. */
export const lookedAt = (id: number): void => void looked.add(keyOf(id));
export const wasLookedAt = (id: number): boolean => looked.has(keyOf(id));

export const isPlain = (r: RefundRow): boolean =>
  r.refund_status === "pending" && !r.is_mine && !r.needs_final && r.asked_amount === r.policy_amount;
export const NOT_PLAIN = "选中的退款都不能批量通过：只限他人发起、申请与政策一致且不超过 ¥2,000.00 的待审核退款";

/** Why it is passed by hand alone; null: it is plain in every line. */
export function handFault(r: RefundDetail): string | null {
  if (!wasLookedAt(r.id)) return `${r.refund_no} 还没有打开看过，请先查看`;
  if (r.is_trial_changed) return `${r.refund_no} 试算已变化，请单独审核`;
  if (!isPlain(r) || r.lines.some((l) => l.asked_amount !== l.policy_amount)) return `${r.refund_no} 申请金额与政策不同，请单独审核`;
  return r.needs_payee ? `${r.refund_no} 须填写收款账户，请单独审核` : null;
}
async function passOne(id: number): Promise<void> {
  const r = await ask(refundApi.refund_get, { id }, { noToast: true });
  const fault = handFault(r);
  if (fault !== null) throw new Error(fault);
  const seen = { id, version: r.version, policy_seen: r.policy_amount };
  await ask(refundApi.refund_pass, { ...seen, idempotency_key: uuid() }, { noToast: true });
}
/** Answers those that were left. */
export async function passAll(ids: readonly number[]): Promise<number[]> {
  const outcome = await eachRow(ids, () => "", passOne);
  tellOutcome("初审通过", "笔", outcome);
  return outcome.rest;
}
