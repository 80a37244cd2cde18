/** Who asks for a price, and of which age. */
import type { LevelFallback } from "@visadesk/contract/peer/level/level.rules.ts";
import type { PriceContext } from "../../peer/index.ts";

export type Band = "adult" | "child";

/** Who buys: a direct customer, or a peer with its level, group and what counts where its level has no row. */
export interface Buyer {
  kind: "direct" | "peer";
  peer_id?: string;
  /** Of a customer without an account of his own: his limits are counted by his mobile's keyed hashes. */
  mobile_hashes?: readonly string[];
  level?: string;
  group?: string;
  fallback?: LevelFallback;
}

/** A peer as prices know it. Groups and peers stand in price rows as text. */
export const peerBuyer = (peerId: number, { level, fallback, group_id }: Pick<PriceContext, "level" | "fallback" | "group_id">): Buyer => ({
  kind: "peer",
  peer_id: String(peerId),
  level,
  fallback,
  ...(group_id !== null && { group: String(group_id) }),
});
