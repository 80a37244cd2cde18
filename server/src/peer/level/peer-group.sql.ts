/** Groups as they are stored, who belongs to them, and who names them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { peerGroup, type peerGroupApi } from "@visadesk/contract/peer/level/peer-group.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { peerScope } from "../peer/peer-scope.sql.ts";
import type { GroupUse } from "../doors.ts";
import { peerGroupNoun } from "./peer-group.noun.ts";

type Api = typeof peerGroupApi;
type Db = Ctx["db"];
export type GroupRow = Output<Api["peer_group_query"]>["list"][number];
export type Member = Output<Api["peer_group_get"]>["members"][number];
export type StoredGroup = Omit<GroupRow, "cs_team_name" | "rule_text" | "member_count" | "price_count" | "use_count">;
const COLUMNS = shown(peerGroupNoun, "g", peerGroup);
const MEMBER = q`p.id, p.peer_no, p.short_name, p.level_id`;

type Filter = Omit<Parsed<Api["peer_group_query"]>, "page" | "page_size">;
export const groupList = (input: Filter): ListDef => ({
  from: q`peer_groups g`,
  where: and([
    input.keyword && q`g.name like ${`%${likeText(input.keyword)}%`}`,
    input.kind && q`g.kind = ${input.kind}`,
    input.mode && q`g.mode = ${input.mode}`,
    input.status !== undefined && q`g.status = ${input.status}`,
    input.sku_id &&
      q`exists (select from sku_prices s where s.price_kind = 'group' and s.ref_id = g.id::text and s.sku_id = any(${input.sku_id}::int8[]))`,
  ]),
  id: "g.id",
  select: COLUMNS,
  sorts: {
    updated_at: { by: "g.updated_at", order: "desc", keyset: true },
    name: { by: "g.name", order: "asc", keyset: true, type: "text" },
  },
  sort: "updated_at",
});
export const storedGroup = (db: Db, id: number): Promise<StoredGroup | undefined> =>
  row<StoredGroup>(db, q`select ${COLUMNS} from peer_groups g where g.id = ${id}`);
export const groupNamed = async (db: Db, name: string, except: number): Promise<boolean> =>
  (await row(db, q`select id from peer_groups where name = ${name} and id <> ${except}`)) !== undefined;
export const groupPicks = (db: Db, ask: Parsed<Api["peer_group_pick"]>): Promise<Output<Api["peer_group_pick"]>["list"]> =>
  rows(
    db,
    q`select g.id, g.name, g.kind from peer_groups g
      where ${and([q`g.status = 1`, ask.kind && q`g.kind = ${ask.kind}`, ask.keyword && q`g.name like ${`%${likeText(ask.keyword)}%`}`])}
      order by g.name, g.id limit 200`,
  );

/** Of these, the groups that serve peers now, with their names. */
export const servingGroups = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> =>
  new Map(
    (
      await rows<{ id: number; name: string }>(
        db,
        q`select id, name from peer_groups where id = any(${[...ids]}::int8[]) and kind = 'service' and status = 1`,
      )
    ).map((g) => [g.id, g.name]),
  );

/** In the reader's sight, as the rows: a count over all would answer what any rule asks of a peer he may not see. */
export const countMembers = async (ctx: Pick<Ctx, "db" | "me">, who: Sql): Promise<number> =>
  (await row<{ n: number }>(ctx.db, q`select count(*)::int as n from peers p where ${and([who, peerScope(ctx)])}`))?.n ?? 0;
/** Those in the reader's sight, by name. */
export const memberRows = (ctx: Pick<Ctx, "db" | "me">, who: Sql, most: number): Promise<Member[]> =>
  rows<Member>(ctx.db, q`select ${MEMBER} from peers p where ${and([who, peerScope(ctx)])} order by p.short_name, p.id limit ${most}`);

/** Products with a price of a group that holds or is to come. */
export const groupPrices = async (db: Db, ids: readonly number[], now: Date): Promise<ReadonlyMap<number, number>> =>
  new Map(
    (
      await rows<{ id: number; n: number }>(
        db,
        q`select s.ref_id::int8 as id, count(distinct s.sku_id)::int as n from sku_prices s
          where s.price_kind = 'group' and s.ref_id = any(${ids.map(String)}::text[]) and (s.effective_to is null or s.effective_to > ${now}) group by s.ref_id`,
      )
    ).map((r) => [r.id, r.n]),
  );

/** Where a group is named, one line a place. */
const USES: readonly { noun: string; label: string; from: string }[] = [
  { noun: "peer", label: "同行", from: "peers x where x.service_group_id = g.id" },
  // Decided ones too: they say into which group a peer came.
  { noun: "peer_application", label: "入驻申请", from: "peer_applications x where x.service_group_id = g.id" },
  { noun: "peer_group", label: "分组规则", from: "peer_groups x where x.rule -> 'service_group_ids' @> to_jsonb(g.id)" },
  {
    noun: "work_order_config",
    label: "工单配置",
    from: "work_order_configs x where x.scope = 'group' and g.id::text = any(x.scope_ids) and x.config_status <> 'retired'",
  },
  { noun: "sku_price", label: "商品分组价", from: "sku_prices x where x.price_kind = 'group' and x.ref_id = g.id::text" },
  { noun: "special_price_activity", label: "限时特价", from: "special_price_activities x where g.id = any(x.group_ids)" },
];
const USE = raw(
  USES.map(
    (u) => `select g.id as group_id, '${u.noun}' as noun, '${u.label}' as label, (select count(*) from ${u.from})::int as count`,
  ).join(" union all "),
);
export const groupUses = (db: Db, ids: readonly number[]): Promise<GroupUse[]> =>
  rows<GroupUse>(db, q`select u.* from peer_groups g cross join lateral (${USE}) u where g.id = any(${[...ids]}::int8[]) and u.count > 0`);

export interface PastedPeer {
  id: number;
  peer_no: string;
  credit_code: string;
  peer_status: string;
  is_seen: boolean;
}
/** Peers by number or credit code; of a code, who is with us now before who left. */
export const pastedPeers = (ctx: Pick<Ctx, "db" | "me">, codes: readonly string[]): Promise<PastedPeer[]> =>
  rows<PastedPeer>(
    ctx.db,
    q`select p.id, p.peer_no, p.credit_code, p.peer_status, ${peerScope(ctx) ?? q`true`} as is_seen from peers p
      where p.peer_no = any(${[...codes]}::text[]) or p.credit_code = any(${[...codes]}::text[]) order by p.peer_status = 'active', p.id`,
  );

/** The members that a fixed audience has from now on; those out of the writer's sight stay. */
export async function setMembers(ctx: Pick<Ctx, "db" | "me">, group: number, ids: readonly number[]): Promise<void> {
  await rows(
    ctx.db,
    q`delete from peer_group_members m using peers p
      where ${and([q`m.group_id = ${group} and p.id = m.peer_id and not p.id = any(${[...ids]}::int8[])`, peerScope(ctx)])}`,
  );
  await rows(
    ctx.db,
    q`insert into peer_group_members (group_id, peer_id) select ${group}, x from unnest(${[...ids]}::int8[]) x on conflict do nothing`,
  );
}
export const dropMembers = (db: Db, group: number): Promise<unknown> =>
  rows(db, q`delete from peer_group_members where group_id = ${group}`);
