/** Bodies of once.test.ts for money that comes in; the administrator calls them. */
import type { TestApp } from "../app.ts";
import { keyed } from "../make/peer-terms.ts";
import { RemitDesk } from "../make/remittance.ts";

const OTHER_VERSION = { version: 99 };
export function remittanceOnce(app: () => TestApp) {
  let opened: Promise<RemitDesk> | null = null;
  const desk = (): Promise<RemitDesk> => (opened ??= RemitDesk.of(app()));
  const asked = async (amount = 30_000) => {
    const d = await desk();
    const { id, version } = await d.ask(await d.peer(), amount);
    return { id, version };
  };
  const reason = "客户要求变更";
  return {
    bodies: {
      remittance_add: async () => {
        const d = await desk();
        return d.body(await d.peer(), 30_000, {}, "admin");
      },
      remittance_approve: asked,
      remittance_recheck: async () => {
        const d = await desk();
        const { id, version } = await d.checker.call("remittance_approve", keyed(await asked(6_000_000)));
        return { id, version };
      },
      remittance_reject: async () => ({ ...(await asked()), reason_code: "other" as const, reason }),
      remittance_withdraw: async () => {
        const d = await desk();
        const admin = await app().as("admin");
        const { id, version } = await admin.call("remittance_add", keyed(await d.body(await d.peer(), 30_000, {}, "admin")));
        return { id, version };
      },
      remittance_reverse: async () => {
        const d = await desk();
        const { id, version } = await d.booked(await d.peer(), 30_000);
        return { id, version, reason };
      },
    },
    other: {
      remittance_add: { note: "另一笔" },
      remittance_approve: OTHER_VERSION,
      remittance_recheck: OTHER_VERSION,
      remittance_reject: OTHER_VERSION,
      remittance_withdraw: OTHER_VERSION,
      remittance_reverse: OTHER_VERSION,
    },
  };
}
