/** Transfers and their lines as they are read. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { UNOWNED, type OwnerRole } from "@visadesk/contract/peer/peer/peer.words.ts";
import { peerTransfer, type peerTransferApi } from "@visadesk/contract/peer/transfer/peer-transfer.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown, type Column } from "#kit/noun/noun.ts";
import { timeRange } from "#kit/range.ts";
import { lineScope, transferScope } from "./transfer-scope.sql.ts";
import { peerTransferNoun } from "./peer-transfer.noun.ts";

type Api = typeof peerTransferApi;
export type TransferRow = Output<Api["peer_transfer_query"]>["list"][number];
export type TransferDetail = Output<Api["peer_transfer_get"]>;
export type Line = Output<Api["peer_transfer_line_query"]>["list"][number];
type Beside = "from_name" | "target_names" | "total" | "done_count" | "skipped_count" | "failed_count" | "undone_count" | "created_by_name";
export type StoredTransfer = Pick<TransferRow, Extract<keyof TransferRow, Column<"peer_transfers"> | Beside>> & {
  created_by: number | null;
  stop_asked_at: string | null;
  from_enabled: boolean;
};

/** The peer's column that a role is kept in. */
export const OWNER_COLUMN = { bd: "bd_owner_id", cs: "cs_owner_id" } as const satisfies Record<OwnerRole, string>;

const NAME = (alias: string): string => `coalesce(nullif(${alias}.nickname, ''), ${alias}.account)`;
const COLUMNS = q`${shown(peerTransferNoun, "t", peerTransfer)}, t.created_by, t.stop_asked_at, coalesce(f.status = 1, true) as from_enabled,
  coalesce(${raw(NAME("f"))}, ${UNOWNED}) as from_name, ${raw(NAME("m"))} as created_by_name, g.target_names, c.*`;
const JOINS = q`left join workers f on f.id = t.from_worker_id left join workers m on m.id = t.created_by
  cross join lateral (select coalesce(string_agg(${raw(NAME("w"))}, '、' order by x.place), '') as target_names
    from unnest(t.target_ids) with ordinality as x (id, place) join workers w on w.id = x.id) g
  cross join lateral (select count(*)::int as total, (count(*) filter (where l.result = 'done'))::int as done_count,
      (count(*) filter (where l.result = 'skipped'))::int as skipped_count, (count(*) filter (where l.result = 'failed'))::int as failed_count,
      (count(*) filter (where l.result = 'undone'))::int as undone_count
    from peer_transfer_lines l where l.transfer_id = t.id) c`;

type Filter = Omit<Parsed<Api["peer_transfer_query"]>, "page" | "page_size">;
const numbers = (column: string, list: readonly number[] | undefined): Sql | undefined =>
  list && q`${raw(column)} = any(${[...list]}::int8[])`;
const words = (column: string, list: readonly string[] | undefined): Sql | undefined =>
  list && q`${raw(column)} = any(${[...list]}::text[])`;
export const transferList = (input: Filter, ctx: Pick<Ctx, "me">): ListDef => ({
  from: q`peer_transfers t`,
  where: and([
    transferScope(ctx),
    input.transfer_no && q`t.transfer_no ilike ${`%${likeText(input.transfer_no)}%`}`,
    input.role && q`t.role = ${input.role}`,
    numbers("t.from_worker_id", input.from_worker_id),
    input.target_id && q`t.target_ids && ${[...input.target_id]}::int8[]`,
    words("t.transfer_status", input.transfer_status),
    words("t.reason_code", input.reason_code),
    input.peer_id &&
      q`exists (select from peer_transfer_lines l where ${and([q`l.transfer_id = t.id and l.peer_id = any(${[...input.peer_id]}::int8[])`, lineScope(ctx)])})`,
    timeRange("t.created_at", input.created_at),
  ]),
  id: "t.id",
  select: COLUMNS,
  joins: JOINS,
  sorts: {
    created_at: { by: "t.created_at", order: "desc", keyset: true },
    effective_on: { by: "t.effective_on", order: "desc" },
  },
  sort: "created_at",
});

type Caller = Pick<Ctx, "db" | "me">;
export const storedTransfer = (ctx: Caller, id: number): Promise<StoredTransfer | undefined> =>
  row<StoredTransfer>(ctx.db, q`select ${COLUMNS} from peer_transfers t ${JOINS} where ${and([q`t.id = ${id}`, transferScope(ctx)])}`);
/** The same, held: its moves and its lines wait here. */
export async function lockedTransfer(ctx: Caller, id: number): Promise<StoredTransfer | undefined> {
  await rows(ctx.db, q`select id from peer_transfers where id = ${id} for update`);
  return storedTransfer(ctx, id);
}

type LineFilter = Omit<Parsed<Api["peer_transfer_line_query"]>, "page" | "page_size">;
export const lineList = (input: LineFilter, ctx: Pick<Ctx, "me">): ListDef => ({
  from: q`peer_transfer_lines l join peer_transfers t on t.id = l.transfer_id`,
  where: and([q`t.id = ${input.transfer_id}`, transferScope(ctx), lineScope(ctx), words("l.result", input.result)]),
  id: "l.id",
  select: q`l.id, l.peer_id, p.peer_no, p.short_name as peer_name, l.to_worker_id, ${raw(NAME("w"))} as to_worker_name, l.result, l.message,
    coalesce(jsonb_array_length(l.moved -> 'orders'), 0) as orders, coalesce(jsonb_array_length(l.moved -> 'work_orders'), 0) as work_orders,
    l.at, ${raw(NAME("b"))} as by_name, l.undone_at`,
  joins: q`join peers p on p.id = l.peer_id join workers w on w.id = l.to_worker_id left join workers b on b.id = l.by_id`,
  sorts: { at: { by: "l.at", order: "desc" } },
  sort: "at",
});

/** Lines of an undone one that the undo has not come to yet: what it leaves as it is says why. */
export const undoWaits = async (db: Db, id: number): Promise<boolean> =>
  (await row(db, q`select id from peer_transfer_lines where transfer_id = ${id} and result = 'done' and message = '' limit 1`)) !==
  undefined;

const UNTOUCHED_SHOWN = 200;
/** Lines in the reader's sight whose peers changed hands since, be it back to the receiver. */
export const untouchedBy = (ctx: Caller, { id, role }: { id: number; role: OwnerRole }): Promise<TransferDetail["untouched"]> =>
  rows(
    ctx.db,
    q`
    select l.peer_id, p.short_name as peer_name, '负责人已变更为「' || coalesce(${raw(NAME("w"))}, ${UNOWNED}) || '」' as why
    from peer_transfer_lines l join peer_transfers t on t.id = l.transfer_id join peers p on p.id = l.peer_id
      left join workers w on w.id = p.${raw(OWNER_COLUMN[role])}
    where ${and([q`t.id = ${id}`, lineScope(ctx)])} and l.result = 'done' and not exists (
      select from peer_owners o where o.peer_id = l.peer_id and o.role = ${role} and o.to_date is null and o.transfer_id = l.transfer_id and o.worker_id = l.to_worker_id)
    order by l.id limit ${UNTOUCHED_SHOWN}`,
  );
