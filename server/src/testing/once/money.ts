/** Bodies of once.test.ts for money: of peers, and every paper of finance. */
import { bankOnce } from "./bank.ts";
import { cashOnce } from "./cash.ts";
import { exportOnce } from "./export.ts";
import { embassyOnce } from "./embassy.ts";
import { invoiceOnce } from "./invoice.ts";
import { peerMoneyOnce } from "./peer-money.ts";
import { peerSettleOnce } from "./peer-settle.ts";
import { settlementOnce } from "./settlement.ts";

export function moneyOnce(...world: Parameters<typeof peerMoneyOnce>) {
  const [app, admin] = world;
  const [peer, embassy, invoice] = [peerMoneyOnce(...world), embassyOnce(...world), invoiceOnce(...world)];
  const [cash, settlement, bank] = [cashOnce(app), settlementOnce(app), bankOnce(app, admin)];
  const statement = peerSettleOnce(app);
  const exports = exportOnce(app, admin);
  return {
    bodies: {
      ...peer.bodies,
      ...embassy.bodies,
      ...invoice.bodies,
      ...cash.bodies,
      ...settlement.bodies,
      ...statement.bodies,
      ...bank.bodies,
      ...exports.bodies,
    },
    other: {
      ...peer.other,
      ...embassy.other,
      ...invoice.other,
      ...cash.other,
      ...settlement.other,
      ...statement.other,
      ...bank.other,
      ...exports.other,
    },
  };
}
