/** 负责人: what our BD and customer service look after, how much room they have, what peers see of them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { peerManagerApi } from "@visadesk/contract/peer/peer/peer-manager.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { definedOf } from "#kit/files/objects.ts";
import { found, refuseUnless } from "#kit/http/refuse.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import { calendarOf } from "../../base-data/index.ts";
import type { Doors, PeerDebt } from "../doors.ts";
import { peerManagerNoun } from "../peer/peer-manager.noun.ts";
import { overdueAmount } from "../peer/shown.ts";
import { backRate } from "../radar/peer-call.ts";
import { levelsOf, monthsOf, openWorkOrdersOf, transfersOf } from "./manager-page.sql.ts";
import { figuresOf, managerList, repliesOf, storedManager, type ManagerRow, type StoredManager } from "./manager.sql.ts";

type Api = typeof peerManagerApi;
type ManagerDoors = Pick<Doors, "finance">;
type Detail = Output<Api["peer_manager_get"]>;
const NO_MANAGER = "负责人不存在或无权查看";
const DAY_MS = 86_400_000;
/** Days whose first replies make the median, and whose calls the share that came back. */
const REPLY_DAYS = 30;
const CALL_DAYS = 90;

const middle = (list: readonly number[]): number | null => {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
};
/** Median of working minutes until the first reply, by worker. */
async function replies(ctx: Pick<Ctx, "db" | "now">, ids: readonly number[]): Promise<(worker: number) => number | null> {
  const [list, calendar] = [await repliesOf(ctx.db, ids, new Date(ctx.now.getTime() - REPLY_DAYS * DAY_MS)), await calendarOf(ctx.db)];
  return (worker) =>
    middle(
      list.filter((r) => r.worker_id === worker).map((r) => calendar.workingMinutes(new Date(r.created_at), new Date(r.first_reply_at))),
    );
}
/** Null: statements are not there to say it. */
const overdueOf = (debts: readonly PeerDebt[], today: string): number | null =>
  debts.length === 0 ? null : debts.reduce((sum, d) => sum + (overdueAmount(d, today) ?? 0), 0);

async function shownManagers(
  ctx: Pick<Ctx, "db" | "now">,
  { finance }: ManagerDoors,
  list: readonly StoredManager[],
): Promise<ManagerRow[]> {
  const ids = list.map((m) => m.worker_id);
  const figures = await figuresOf(ctx.db, ids, ctx.now);
  const [debts, reply] = await Promise.all([
    finance.debtOf(
      ctx.db,
      figures.flatMap((f) => f.peer_ids),
    ),
    replies(ctx, ids),
  ]);
  return list.flatMap((m) => {
    const f = figures.find((x) => x.worker_id === m.worker_id);
    if (!f) return [];
    const { peer_ids, ...shown } = f;
    return {
      ...m,
      ...shown,
      is_over_max: m.max_peers !== null && f.peer_count > m.max_peers,
      target_rate: m.month_target === 0 ? null : f.gmv_month / m.month_target,
      overdue_amount: overdueOf(
        peer_ids.flatMap((id) => debts.get(id) ?? []),
        dayOf(ctx.now),
      ),
      reply_minutes: reply(m.worker_id),
    };
  });
}

const AGES = [
  ["30 天内", 0, 30],
  ["31–60 天", 30, 60],
  ["60 天以上", 60, Infinity],
] as const;
/** What is due of his peers by how long it has been; nothing where no statement says it. */
function agingOf(debts: readonly PeerDebt[], today: string): Detail["aging"] {
  if (debts.length === 0) return [];
  const age = (due_on: string): number => (Date.parse(today) - Date.parse(due_on)) / DAY_MS;
  return AGES.map(([label, over, to]) => {
    const late = debts.map((d) => d.due.filter((x) => age(x.due_on) > over && age(x.due_on) <= to));
    return { label, amount: late.flat().reduce((sum, x) => sum + x.amount, 0), count: late.filter((x) => x.length > 0).length };
  });
}

async function detail(worker_id: number, ctx: Ctx, doors: ManagerDoors): Promise<Detail> {
  const [shown] = await shownManagers(ctx, doors, [found(await storedManager(ctx, worker_id), NO_MANAGER)]);
  const [figures] = await figuresOf(ctx.db, [worker_id], ctx.now);
  const debts = await doors.finance.debtOf(ctx.db, figures?.peer_ids ?? []);
  return {
    ...found(shown, NO_MANAGER),
    back_rate: await backRate(ctx.db, worker_id, new Date(ctx.now.getTime() - CALL_DAYS * DAY_MS)),
    aging: agingOf([...debts.values()], dayOf(ctx.now)),
    months: await monthsOf(ctx.db, worker_id, ctx.now),
    levels: await levelsOf(ctx.db, worker_id, ctx.now),
    work_orders: await openWorkOrdersOf(ctx.db, worker_id),
    transfers: await transfersOf(ctx.db, worker_id),
  };
}

async function update(
  { worker_id, version, ...input }: Parsed<Api["peer_manager_update"]>,
  ctx: Ctx,
  doors: ManagerDoors,
): Promise<ManagerRow> {
  const before = found(await storedManager(ctx, worker_id), NO_MANAGER);
  await lockRow(ctx, peerManagerNoun, { id: worker_id, version, current: before });
  const set = definedOf(input);
  const leads = ctx.me.data_scope !== "own";
  const rises =
    (set.max_peers !== undefined && set.max_peers !== before.max_peers) ||
    (set.month_target ?? before.month_target) !== before.month_target;
  refuseUnless(leads || !rises, "out_of_scope", "只有主管可以修改上限和月目标");
  await saveRow(ctx, peerManagerNoun, { id: worker_id, version, set: { ...set, updated_at: ctx.now } });
  const [shown] = await shownManagers(ctx, doors, [found(await storedManager(ctx, worker_id), NO_MANAGER)]);
  return found(shown, NO_MANAGER);
}

export const peerManagerServer = (doors: ManagerDoors) =>
  serve(peerManagerApi, {
    peer_manager_query: async (input, ctx) => {
      const page = await pageOf<StoredManager>(ctx.db, input, managerList(input, ctx));
      return { ...page, list: await shownManagers(ctx, doors, page.list) };
    },
    peer_manager_get: ({ worker_id }, ctx) => detail(worker_id, ctx, doors),
    peer_manager_update: (input, ctx) => update(input, ctx, doors),
  });
