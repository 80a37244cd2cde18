/** 今日回访: whom a BD calls this morning and why, and what came of it. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { peerManagerApi } from "@visadesk/contract/peer/peer/peer-manager.ts";
import { CALL_RESULTS } from "@visadesk/contract/peer/peer/peer.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { QueueKey } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { and, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { likeOf } from "#kit/grams.ts";
import { found, refuseUnless } from "#kit/http/refuse.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import type { Desk, Named } from "#kit/queue.ts";
import { dayOf } from "#kit/range.ts";
import { workerNames } from "../peer/names.sql.ts";
import { peerCallNoun } from "../peer/peer-manager.noun.ts";
import { teamReach } from "../peer/peer-scope.sql.ts";
import { peerScope } from "../peer/peer-scope.sql.ts";

type Api = typeof peerManagerApi;
type Call = Output<Api["peer_call_contact"]>;
type Stored = Omit<Call, "contacted_by_name"> & { contacted_by: number | null };

const FROM = q`peer_calls c join peers p on p.id = c.peer_id`;
const COLUMNS = q`c.id, c.peer_id, p.short_name as peer_name, c.worker_id, c.listed_on, c.sentence, p.contact_name, c.contacted_at, c.contacted_by,
  c.result, c.result_text, c.version`;
const callsOf = (ctx: Pick<Ctx, "db" | "me">, where: Sql): Promise<Stored[]> =>
  rows<Stored>(ctx.db, q`select ${COLUMNS} from ${FROM} where ${and([where, peerScope(ctx)])} order by c.weight desc, c.id`);
async function shown(ctx: Pick<Ctx, "db">, list: readonly Stored[]): Promise<Call[]> {
  const names = await workerNames(
    ctx.db,
    list.map((c) => c.contacted_by),
  );
  return list.map(({ contacted_by, ...c }) => ({ ...c, contacted_by_name: names.get(contacted_by ?? 0) ?? null }));
}

async function contact({ id, version, result, result_text }: Parsed<Api["peer_call_contact"]>, ctx: Ctx): Promise<Call> {
  const none = "回访不存在或无权查看";
  const [before] = await callsOf(ctx, q`c.id = ${id}`);
  const { peer_id, peer_name } = found(before, none);
  const held = await lockRow(ctx, peerCallNoun, { id, version });
  refuseUnless(held.contacted_at === null, "state_changed", "该回访已登记");
  const set = { result, result_text, contacted_at: ctx.now, contacted_by: ctx.me.worker_id, updated_at: ctx.now };
  await saveRow(ctx, peerCallNoun, { id, version, set, told: true });
  const change = { field: "peer_call", label: "回访", before: null, after: CALL_RESULTS[result] };
  ctx.note({ noun: "peer", noun_id: peer_id, noun_no: peer_name, changes: [change], reason: result_text || null });
  const [call] = await shown(ctx, await callsOf(ctx, q`c.id = ${id}`));
  return found(call, none);
}

export const callHandlers = {
  peer_call_query: async ({ worker_id, date }, ctx) => {
    const where = and([q`c.listed_on = ${date ?? dayOf(ctx.now)}::date`, worker_id !== undefined && q`c.worker_id = ${worker_id}`]);
    return { list: await shown(ctx, await callsOf(ctx, where)) };
  },
  peer_call_contact: contact,
} satisfies Partial<Handlers<Api>>;

/** Share of the calls since then after which a paid order came; null: nobody was called. */
export const backRate = async (db: Ctx["db"], worker: number, since: Date): Promise<number | null> =>
  (
    await row<{ rate: number | null }>(
      db,
      q`select avg((c.came_back_at is not null)::int)::float8 as rate from peer_calls c where c.worker_id = ${worker} and c.contacted_at >= ${since}`,
    )
  )?.rate ?? null;

export const callDesk: Desk = {
  noun: "peer_call",
  queues: [
    {
      key: "peer_call" satisfies QueueKey,
      may: may.peer,
      rows: ({ now }) => q`c.listed_on = ${dayOf(now)}::date and c.contacted_at is null`,
      clears: [],
    },
  ],
  from: FROM,
  columns: { id: "c.id", state: "'待回访'::text", entered_at: "c.created_at", handler: "c.worker_id" },
  scope: teamReach,
  keyword: (word) => q`p.search_text like ${likeOf(word)}`,
  named: async (db, ids) =>
    new Map(
      (
        await rows<Named & { id: number }>(
          db,
          q`select c.id, p.short_name || '：' || c.sentence as title, p.peer_no as ref_no, p.id as parent_id from ${FROM} where c.id = any(${[...ids]}::int8[])`,
        )
      ).map((c) => [c.id, c]),
    ),
  opens: ({ parent_id }) => ({ route: "peer-view", params: { id: String(parent_id) } }),
};
