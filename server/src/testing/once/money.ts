/** Bodies of once.test.ts for money: of peers, and every paper of finance. */
import { cashOnce } from "./cash.ts";
import { embassyOnce } from "./embassy.ts";
import { invoiceOnce } from "./invoice.ts";
import { peerMoneyOnce } from "./peer-money.ts";
import { settlementOnce } from "./settlement.ts";

export function moneyOnce(...world: Parameters<typeof peerMoneyOnce>) {
  const [peer, embassy, cash] = [peerMoneyOnce(...world), embassyOnce(...world), cashOnce(world[0])];
  const [settlement, invoice] = [settlementOnce(world[0]), invoiceOnce(...world)];
  return {
    bodies: { ...peer.bodies, ...embassy.bodies, ...cash.bodies, ...settlement.bodies, ...invoice.bodies },
    other: { ...peer.other, ...embassy.other, ...cash.other, ...settlement.other, ...invoice.other },
  };
}
