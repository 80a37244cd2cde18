/** Bodies of once.test.ts for money: of peers, and fees paid to missions. */
import { embassyOnce } from "./embassy.ts";
import { peerMoneyOnce } from "./peer-money.ts";

export function moneyOnce(...world: Parameters<typeof peerMoneyOnce>) {
  const [peer, embassy] = [peerMoneyOnce(...world), embassyOnce(...world)];
  return { bodies: { ...peer.bodies, ...embassy.bodies }, other: { ...peer.other, ...embassy.other } };
}
