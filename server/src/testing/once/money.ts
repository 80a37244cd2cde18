/** Bodies of once.test.ts for money: of peers, and every paper of finance. */
import { bankOnce } from "./bank.ts";
import { cashOnce } from "./cash.ts";
import { remittanceOnce } from "./remittance.ts";
import { exportOnce } from "./export.ts";
import { embassyOnce } from "./embassy.ts";
import { invoiceOnce } from "./invoice.ts";
import { peerMoneyOnce } from "./peer-money.ts";
import { policyOnce } from "./policy.ts";
import { peerSettleOnce } from "./peer-settle.ts";
import { settlementOnce } from "./settlement.ts";

export function moneyOnce(...world: Parameters<typeof peerMoneyOnce>) {
  const [app, admin] = world;
  const [peer, embassy, invoice] = [peerMoneyOnce(...world), embassyOnce(...world), invoiceOnce(...world)];
  const [cash, settlement, bank, remit] = [cashOnce(app), settlementOnce(app), bankOnce(app, admin), remittanceOnce(app)];
  const [exports, policy] = [exportOnce(app, admin), policyOnce(...world)];
  const statement = peerSettleOnce(app);
  return {
    bodies: {
      ...peer.bodies,
      ...embassy.bodies,
      ...invoice.bodies,
      ...cash.bodies,
      ...remit.bodies,
      ...settlement.bodies,
      ...statement.bodies,
      ...bank.bodies,
      ...exports.bodies,
      ...policy.bodies,
    },
    other: {
      ...peer.other,
      ...embassy.other,
      ...invoice.other,
      ...cash.other,
      ...remit.other,
      ...settlement.other,
      ...statement.other,
      ...bank.other,
      ...exports.other,
      ...policy.other,
    },
  };
}
