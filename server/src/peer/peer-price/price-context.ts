/** How a peer is priced, what it sees and whether it may buy: what product and order ask of it. */
import { blockText } from "@visadesk/contract/peer/peer/blocks.rules.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import type { Level, PeerOffers, PriceContext } from "../doors.ts";
import { blocksOf } from "../peer/peer-blocks.sql.ts";
import { NO_PEER } from "../peer/peer-scope.sql.ts";

type Stored = Omit<PriceContext, "visible"> & { visible_mode: PriceContext["visible"]["mode"] | null; sku_ids: number[] | null };

/** A group that is switched off neither prices nor hides anything. */
export const priceContext = async (db: Db, peerId: number): Promise<PriceContext> => {
  const { visible_mode, sku_ids, ...c } = found(
    await row<Stored>(
      db,
      q`
      select l.code as level, l.name as level_name, l.fallback, g.id as group_id, g.name as group_name, p.allow_country_ids, g.visible_mode, g.sku_ids
      from peers p join peer_levels l on l.code = p.level_id left join peer_groups g on g.id = p.service_group_id and g.status = 1
      where p.id = ${peerId}`,
    ),
    NO_PEER,
  );
  return { ...c, visible: { mode: visible_mode ?? "all", sku_ids: sku_ids ?? [] } };
};

export const levels = (db: Db): Promise<Level[]> =>
  rows<Level>(db, q`select code, name, fallback, sla_percent, free_urgent from peer_levels where status = 1 order by code`);

const unseen = ({ allow_country_ids, visible }: PriceContext, sku: { id: number; country_id: string }): string | null => {
  if (allow_country_ids.length > 0 && !allow_country_ids.includes(sku.country_id)) return "该同行不可售此国家/地区";
  const named = visible.sku_ids.includes(sku.id);
  return visible.mode === "all" || named === (visible.mode === "only") ? null : "该商品不在同行所属分组的可见范围";
};

export const mayOrder: PeerOffers["mayOrder"] = async (db, peerId, at) => {
  const peer = found(await row<{ peer_status: string }>(db, q`select peer_status from peers where id = ${peerId}`), NO_PEER);
  if (peer.peer_status === "closed") return "该同行已停用，不能下单";
  const cause = blockText((await blocksOf(db, [peerId], at)).get(peerId) ?? [], "order");
  return cause === null ? null : `该同行已冻结，不能下单：${cause}`;
};

export const mayBuy: PeerOffers["mayBuy"] = async (db, peerId, sku, at) => {
  const stop = await mayOrder(db, peerId, at);
  if (stop !== null) return { block: "frozen", text: stop };
  const text = unseen(await priceContext(db, peerId), sku);
  return text === null ? null : { block: "unseen", text };
};
