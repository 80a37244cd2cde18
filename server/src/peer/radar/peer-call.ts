/** 今日回访: whom a BD calls this morning and why, and what came of it. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { peerCallApi } from "@visadesk/contract/peer/peer/peer-call.ts";
import { CALL_RESULTS } from "@visadesk/contract/peer/peer/peer.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { QueueKey } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf, type ListDef } from "#kit/db/page.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import { likeOf } from "#kit/grams.ts";
import { found, refuseUnless } from "#kit/http/refuse.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import { queueRows, type Desk, type Named } from "#kit/queue.ts";
import { dateRange, dayOf } from "#kit/range.ts";
import { workerNames } from "../peer/names.sql.ts";
import { peerCallNoun } from "../peer/peer-manager.noun.ts";
import { peerScope, teamReach } from "../peer/peer-scope.sql.ts";

type Api = typeof peerCallApi;
type Call = Output<Api["peer_call_contact"]>;
type Stored = Omit<Call, "contacted_by_name" | "worker_name"> & { contacted_by: number | null };

const FROM = q`peer_calls c join peers p on p.id = c.peer_id`;
const COLUMNS = q`c.id, c.peer_id, p.peer_no, p.short_name as peer_name, p.level_id, c.worker_id, c.listed_on, c.sentence, p.contact_name, p.contact_mobile,
  c.contacted_at, c.contacted_by, c.result, c.result_text, c.came_back_at, c.version`;

type Filter = Omit<Parsed<Api["peer_call_query"]>, "page" | "page_size">;
const callList = (f: Filter, ctx: Pick<Ctx, "me" | "now">): ListDef => ({
  from: FROM,
  where: and([
    peerScope(ctx),
    f.keyword && q`p.search_text like ${likeOf(f.keyword)}`,
    f.peer_id && q`c.peer_id = any(${[...f.peer_id]}::int8[])`,
    f.worker_id && q`c.worker_id = any(${[...f.worker_id]}::int8[])`,
    dateRange("c.listed_on", f.listed_on),
    f.is_contacted !== undefined && q`(c.contacted_at is not null) = ${f.is_contacted}`,
    f.result && q`c.result = any(${[...f.result]}::text[])`,
    f.queue && queueRows(callDesk, ctx, f.queue),
  ]),
  id: "c.id",
  select: COLUMNS,
  // Of one morning the heaviest first: they were written in that order.
  sorts: { listed_on: { by: "c.listed_on", order: "desc", newest: true } },
  sort: "listed_on",
});
const storedCall = (ctx: Pick<Ctx, "db" | "me">, id: number): Promise<Stored | undefined> =>
  row<Stored>(ctx.db, q`select ${COLUMNS} from ${FROM} where ${and([q`c.id = ${id}`, peerScope(ctx)])}`);
async function shown(ctx: Pick<Ctx, "db">, list: readonly Stored[]): Promise<Call[]> {
  const names = await workerNames(
    ctx.db,
    list.flatMap((c) => [c.contacted_by, c.worker_id]),
  );
  return list.map(({ contacted_by, ...c }) => ({
    ...c,
    worker_name: names.get(c.worker_id) ?? null,
    contacted_by_name: names.get(contacted_by ?? 0) ?? null,
  }));
}

/** Says what came of a call. */
export async function contact({ id, version, result, result_text }: Parsed<Api["peer_call_contact"]>, ctx: Ctx): Promise<Call> {
  const none = "回访不存在或无权查看";
  const { peer_id, peer_name } = found(await storedCall(ctx, id), none);
  const held = await lockRow(ctx, peerCallNoun, { id, version });
  refuseUnless(held.contacted_at === null, "state_changed", "该回访已登记");
  const set = { result, result_text, contacted_at: ctx.now, contacted_by: ctx.me.worker_id, updated_at: ctx.now };
  await saveRow(ctx, peerCallNoun, { id, version, set, told: true });
  const change = { field: "peer_call", label: "回访", before: null, after: CALL_RESULTS[result] };
  ctx.note({ noun: "peer", noun_id: peer_id, noun_no: peer_name, changes: [change], reason: result_text || null });
  const [call] = await shown(ctx, [found(await storedCall(ctx, id), none)]);
  return found(call, none);
}

export const peerCallServer = serve(peerCallApi, {
  peer_call_query: async (input, ctx) => {
    const page = await pageOf<Stored>(ctx.db, input, callList(input, ctx));
    return { ...page, list: await shown(ctx, page.list) };
  },
  peer_call_contact: contact,
});

/** Share of the calls since then after which a paid order came; null: nobody was called. */
export const backRate = async (db: Ctx["db"], worker: number, since: Date): Promise<number | null> =>
  (
    await row<{ rate: number | null }>(
      db,
      q`select avg((c.came_back_at is not null)::int)::float8 as rate from peer_calls c where c.worker_id = ${worker} and c.contacted_at >= ${since}`,
    )
  )?.rate ?? null;

/** Where a BD finds them and says what came of each. */
const CALLS = { route: "peer-list", params: {}, query: { tab: "call", queue: "peer_call" } };
export const callDesk: Desk = {
  noun: "peer_call",
  queues: [
    {
      key: "peer_call" satisfies QueueKey,
      may: may.peer,
      rows: ({ now }) => q`c.listed_on = ${dayOf(now)}::date and c.contacted_at is null`,
      clears: [],
      list: CALLS,
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
  opens: () => CALLS,
};
