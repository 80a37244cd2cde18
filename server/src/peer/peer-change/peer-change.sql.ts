/** Requests for other terms as their list and drawer read them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { changeRows, rowsText, type Terms } from "@visadesk/contract/peer/peer/change.rules.ts";
import type { peerChangeApi } from "@visadesk/contract/peer/peer/peer-change.ts";
import type { Ctx } from "#kit/call/context.ts";
import { known } from "#kit/db/known.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { dayOf, timeRange } from "#kit/range.ts";
import type { FileAccess } from "../../files/index.ts";
import { workerNames } from "../peer/names.sql.ts";
import { peerChangeNoun } from "../peer/peer-change.noun.ts";
import { peerScope } from "../peer/peer-scope.sql.ts";
import { storedPeer } from "../peer/peer.sql.ts";
import { changeQueue } from "./peer-change.queues.ts";
import { creditBeside, creditOfChange } from "./change-credit.ts";
import { sameTerms, standing, termed, termsFault } from "./change.terms.ts";

type Api = typeof peerChangeApi;
export type ChangeRow = Output<Api["peer_change_get"]>;
type Reckoned = "rows" | "rows_text" | "is_mine" | "created_by_name" | "decided_by_name" | "faults" | "credit";
export type StoredChange = Omit<ChangeRow, Reckoned> & { old_value: Terms; new_value: Terms; decided_by: number | null };
type Caller = Pick<Ctx, "db" | "me" | "now">;
export const NO_CHANGE = "条件变更不存在或无权查看";

const FROM = q`peer_changes c join peers p on p.id = c.peer_id`;
const COLUMNS = q`${shown(peerChangeNoun, "c")}, p.peer_no, p.short_name as peer_name, c.old_value, c.new_value, c.decided_by`;

export const changeList = (input: Omit<Parsed<Api["peer_change_query"]>, "page" | "page_size">, ctx: Pick<Ctx, "me" | "now">): ListDef => ({
  from: FROM,
  where: and([
    peerScope(ctx),
    input.peer_id && q`c.peer_id = any(${[...input.peer_id]}::int8[])`,
    input.kind && q`c.kind = any(${[...input.kind]}::text[])`,
    input.change_status && q`c.change_status = any(${[...input.change_status]}::text[])`,
    input.created_by && q`c.created_by = any(${[...input.created_by]}::int8[])`,
    timeRange("c.created_at", input.created_at),
    input.queue && changeQueue(ctx, input.queue),
  ]),
  id: "c.id",
  select: COLUMNS,
  sorts: { created_at: { by: "c.created_at", order: "desc", keyset: true } },
  sort: "created_at",
});

const one = (ctx: Caller, id: number): Sql => q`select ${COLUMNS} from ${FROM} where ${and([q`c.id = ${id}`, peerScope(ctx)])}`;
/** A request of a peer in the caller's sight. */
export const storedChange = (ctx: Caller, id: number): Promise<StoredChange | undefined> => row(ctx.db, one(ctx, id));
/** The same, held; its peer is held before it. */
export const lockedChange = (ctx: Caller, id: number): Promise<StoredChange | undefined> => row(ctx.db, q`${one(ctx, id)} for update of c`);

export const accountNames = known<number, string>(["peer_accounts"], async (db, ids) => {
  const list = await rows<{ id: number; name: string }>(
    db,
    q`select a.id, a.account || '（' || a.name || '）' as name from peer_accounts a where a.id = any(${[...ids]}::int8[])`,
  );
  return list.map((a) => [a.id, a.name]);
});

/** What stands against a waiting one at present. */
async function faultsOf(ctx: Caller, c: StoredChange): Promise<string[]> {
  const stored = c.change_status === "pending" ? await storedPeer(ctx, c.peer_id) : undefined;
  if (!stored) return [];
  const p = await termed(ctx.db, stored);
  const fault = await termsFault(ctx, p, c);
  return [
    ...(sameTerms(standing(c.kind, p), c.old_value) ? [] : [VALUE_MOVED]),
    ...(c.valid_to !== null && c.valid_to < dayOf(ctx.now) ? [TOO_LATE] : []),
    ...(fault ? [fault.message] : []),
  ];
}
export const VALUE_MOVED = "原值已变化，请重新提交";
export const TOO_LATE = "有效期已过，请重新提交";

/** `judged`: with what stands against it, which is asked one by one. */
export async function shownChanges(ctx: Caller, list: readonly StoredChange[], judged: boolean): Promise<ChangeRow[]> {
  const owners = list.filter((c) => c.kind === "owner_account");
  const [workers, accounts, credits] = await Promise.all([
    workerNames(
      ctx.db,
      list.flatMap((c) => [c.created_by, c.decided_by]),
    ),
    accountNames(
      ctx.db,
      owners.flatMap((c) => [Number(c.old_value["account_id"]), Number(c.new_value["account_id"])]),
    ),
    creditBeside(ctx, judged ? list : []),
  ]);
  return Promise.all(
    list.map(async ({ old_value, new_value, decided_by, ...c }) => {
      const said = changeRows(c.kind, old_value, new_value, accounts);
      return {
        ...c,
        rows: said,
        rows_text: rowsText(said),
        is_mine: c.created_by === ctx.me.worker_id,
        created_by_name: workers.get(c.created_by) ?? null,
        decided_by_name: workers.get(decided_by ?? 0) ?? null,
        credit: creditOfChange(c, credits),
        faults: judged ? await faultsOf(ctx, { ...c, old_value, new_value, decided_by }) : [],
      };
    }),
  );
}

/** A paper of the request `id`, of a peer in the caller's sight. */
export async function mayReadChangeFile(ctx: Pick<Ctx, "db" | "me">, id: number, key: string): Promise<FileAccess | null> {
  const found = await row<{ change_no: string }>(
    ctx.db,
    q`select c.change_no from ${FROM} where ${and([q`c.id = ${id}`, q`${key} = any(c.files)`, peerScope(ctx)])}`,
  );
  return found ? { noun_no: found.change_no, label: "证明材料", is_identity: false, filename: null } : null;
}
