/** Bodies of once.test.ts for refunds of orders; the administrator calls them. */
import { may } from "@visadesk/contract/permissions.ts";
import { q, rows } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import { CashDesk } from "../make/cash.ts";
import type { OrderDesk } from "../make/order.ts";
import { keyed } from "../make/peer-terms.ts";
import type { Client } from "../client.ts";

const OTHER_VERSION = { version: 99 };
const OTHER = {
  refund_start: { reason: "客户改变了主意" },
  refund_pass: OTHER_VERSION,
  refund_final_pass: OTHER_VERSION,
  refund_reject: OTHER_VERSION,
  refund_withdraw: OTHER_VERSION,
  refund_reroute: OTHER_VERSION,
  refund_late_add: { amount: 2_000 },
};

const late = (order_id: number, proof: string, { clock }: TestApp) => ({
  order_id,
  method: "wechat" as const,
  amount: 1_000,
  trade_no: crypto.randomUUID(),
  proof: [proof],
  paid_at: clock.now().toISOString(),
});
export function refundOnce(app: () => TestApp, _admin: () => Client, desk: () => OrderDesk) {
  let opened: Promise<CashDesk> | null = null;
  const cash = (): Promise<CashDesk> => (opened ??= CashDesk.of(app()));
  const chosen = async (people = 1) => {
    const o = await desk().order({ people });
    await desk().pay(o.id);
    return { order_id: o.id, kind: "applicant" as const, applicant_ids: o.people, liability: "customer" as const };
  };
  const paid = async (people = 1) => {
    const said = { initiator: "customer" as const, reason_code: "trip_changed" as const, reason: "客户行程取消" };
    return { ...(await chosen(people)), ...said };
  };
  const seen = async (id: number) => {
    const admin = await app().as("admin");
    return { id, version: (await admin.call("refund_get", { id })).version };
  };
  /** Started by another than whoever tries. */
  const started = async (amount?: number, people = 1) => {
    const body = await paid(people);
    const manager = await app().as("manager");
    const { order_id, kind, applicant_ids, liability } = body;
    const { lines } = await manager.call("refund_trial", { order_id, kind, applicant_ids, liability });
    const asked =
      amount === undefined ? {} : { lines: lines.map((l, i) => ({ fee_id: l.fee_id, amount: i === 0 ? amount : 0, note: "协商退款" })) };
    return seen((await manager.call("refund_start", keyed({ ...body, ...asked }))).id);
  };
  const payee = { payee_name: "张伟", payee_account: "6222021234567890123", payee_bank: "工商银行北京分行" };
  return {
    bodies: {
      refund_start: () => paid(),
      refund_late_add: async () => late((await chosen()).order_id, await desk().file(), app()),
      refund_pass: () => started(10_000),
      refund_final_pass: async () => {
        const { id, version } = await started(undefined, 4);
        const first = (await cash()).checker;
        await rows(app().db, q`update roles set module_group = module_group || ${[may.refund_review]}::int4[] where name = '资金'`);
        await first.call("refund_pass", keyed({ id, version }));
        return seen(id);
      },
      refund_reject: async () => ({ ...(await started(10_000)), reject_code: "proof" as const, reason: "请补充退款凭证" }),
      refund_withdraw: async () => ({ ...(await started(10_000)), reason: "客户继续办理" }),
      refund_reroute: async () => {
        const { id, version } = await started(10_000);
        const admin = await app().as("admin");
        await admin.call("refund_pass", keyed({ id, version }));
        const d = await cash();
        const { list } = await d.cashier.call("payout_query", { keyword: (await admin.call("refund_get", { id })).refund_no });
        for (const p of list) {
          await d.cashier.call("payout_failed", keyed({ id: p.id, version: p.version, reason: "原路已关闭" }));
          const failed = await d.cashier.call("payout_get", { id: p.id });
          await d.cashier.call("payout_give_up", keyed({ id: p.id, version: failed.version, reason: "原路已关闭，改走对公" }));
        }
        return { ...(await seen(id)), ...payee };
      },
    },
    other: OTHER,
  };
}
