/** Bodies of once.test.ts for money that leaves; the administrator calls them. */
import type { TestApp } from "../app.ts";
import { CashDesk, type Payout } from "../make/cash.ts";
import { keyed } from "../make/peer-terms.ts";

const OTHER_VERSION = { version: 99 };
const OTHER = {
  withdrawal_add: { reason: "另有安排退款" },
  withdrawal_approve: OTHER_VERSION,
  withdrawal_recheck: OTHER_VERSION,
  withdrawal_reject: OTHER_VERSION,
  withdrawal_withdraw: OTHER_VERSION,
  payout_export: { format: "xlsx" as const },
  payout_paid: OTHER_VERSION,
  payout_failed: OTHER_VERSION,
  payout_retry: OTHER_VERSION,
  payout_give_up: OTHER_VERSION,
  payout_bounce: OTHER_VERSION,
};

export function cashOnce(app: () => TestApp) {
  let opened: Promise<CashDesk> | null = null;
  const desk = (): Promise<CashDesk> => (opened ??= CashDesk.of(app()));
  const asked = async (amount = 30_000) => {
    const d = await desk();
    const { id, version } = await d.ask(await d.peer(amount * 2), amount);
    return { id, version };
  };
  const queued = async (): Promise<Payout> => (await (await desk()).passed(30_000)).p;
  const failed = async () => {
    const d = await desk();
    const { id, version } = await queued();
    await d.cashier.call("payout_failed", keyed({ id, version, reason: "账号不存在" }));
    return { id, version: (await d.cashier.call("payout_get", { id })).version };
  };
  const reason = "客户要求变更";
  return {
    bodies: {
      withdrawal_add: async () => {
        const d = await desk();
        return d.body(await d.peer(90_000), 30_000, { files: [await d.file("admin")] });
      },
      withdrawal_approve: asked,
      withdrawal_recheck: async () => {
        const d = await desk();
        const large = await asked(6_000_000);
        const { id, version } = await d.checker.call("withdrawal_approve", keyed(large));
        return { id, version };
      },
      withdrawal_reject: async () => ({ ...(await asked()), reason_code: "other" as const, reason }),
      withdrawal_withdraw: async () => {
        const d = await desk();
        const admin = await app().as("admin");
        const { id, version } = await admin.call(
          "withdrawal_add",
          keyed(await d.body(await d.peer(90_000), 30_000, { files: [await d.file("admin")] })),
        );
        return { id, version };
      },
      payout_export: async () => {
        const { id, company_account_id } = await queued();
        return { company_account_id, ids: [id], format: "csv" as const, is_merged: false };
      },
      payout_paid: async () => (await desk()).paidBody(await queued(), "admin"),
      payout_failed: async () => {
        const { id, version } = await queued();
        return { id, version, reason };
      },
      payout_retry: failed,
      payout_give_up: async () => ({ ...(await failed()), reason }),
      payout_bounce: async () => {
        const d = await desk();
        const { id, version } = await d.pay(await queued());
        return { id, version, reason, receipt: await d.file("admin") };
      },
    },
    other: OTHER,
  };
}
