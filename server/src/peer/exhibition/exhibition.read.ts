/** Exhibitions as their readers see them: names and figures beside the stored row, margins for those who may see them. */
import { MARGIN_DAYS } from "@visadesk/contract/peer/exhibition/exhibition.words.ts";
import { peerExhibitionFlow } from "@visadesk/contract/peer/exhibition/exhibition.flow.ts";
import type { peerExhibitionApi } from "@visadesk/contract/peer/exhibition/peer-exhibition.ts";
import { allows, may } from "@visadesk/contract/permissions.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { found } from "#kit/http/refuse.ts";
import { dayStart } from "#kit/range.ts";
import type { Doors } from "../doors.ts";
import { workerNames } from "../peer/names.sql.ts";
import { NO_EXHIBITION } from "./exhibition-scope.sql.ts";
import {
  countExhibitions,
  exhibitionList,
  figuresOf,
  invitedOf,
  seenExhibition,
  staffFigures,
  storedExhibition,
  wonPeers,
  type ExhibitionDetail,
  type ExhibitionRow,
  type Reader,
  type StoredExhibition,
  type StoredRow,
} from "./exhibition.sql.ts";

export type ExhibitionDoors = Pick<Doors, "order" | "activity">;
interface Earned {
  exhibition_id: number;
  owner_id: number;
  margin: number;
}

/** From the fair's first day to 90 days after its last; undefined: the reader may not see margins. */
async function earnedBy(ctx: Reader, doors: ExhibitionDoors, list: readonly StoredRow[]): Promise<Earned[] | undefined> {
  if (!ctx.has(may.cost_view)) return undefined;
  const ids = list.map((e) => e.id);
  const won = await wonPeers(ctx, ids);
  const margins = await Promise.all(
    list.map(async (e) => {
      const peers = won.filter((w) => w.exhibition_id === e.id).map((w) => w.peer_id);
      const [from, to] = [dayStart(new Date(e.start_on)), dayStart(new Date(e.end_on), MARGIN_DAYS + 1)];
      return peers.length === 0 ? new Map<number, number>() : doors.order.marginOf(ctx.db, peers, from, to);
    }),
  );
  return list.flatMap((e, n) =>
    won.flatMap(({ exhibition_id, owner_id, peer_id }) => {
      const margin = exhibition_id === e.id ? margins[n]?.get(peer_id) : undefined;
      return margin === undefined ? [] : [{ exhibition_id, owner_id, margin }];
    }),
  );
}
/** Null where no margin is known. */
const sumOf = (list: readonly Earned[]): number | null => (list.length === 0 ? null : list.reduce((sum, e) => sum + e.margin, 0));

type Shown = Omit<ExhibitionRow, keyof StoredRow>;
async function withFigures<R extends StoredRow>(
  ctx: Reader,
  doors: ExhibitionDoors,
  list: readonly R[],
): Promise<{ rows: (R & Shown & { is_whole: boolean })[]; earned: Earned[] | undefined }> {
  const ids = list.map((e) => e.id);
  const [figures, names, earned] = await Promise.all([
    figuresOf(ctx, ids),
    workerNames(
      ctx.db,
      list.map((e) => e.owner_id),
    ),
    earnedBy(ctx, doors, list),
  ]);
  const rows = list.flatMap((e) => {
    const f = figures.get(e.id);
    if (!f) return [];
    const margin_90 = earned && sumOf(earned.filter((x) => x.exhibition_id === e.id));
    const rate = margin_90 === undefined || margin_90 === null || f.cost_total === 0 || !f.is_whole ? null : margin_90 / f.cost_total;
    return { ...e, ...f, owner_name: names.get(e.owner_id) ?? "", ...(margin_90 !== undefined && { margin_90, return_rate: rate }) };
  });
  return { rows, earned };
}

/** What an end asks for, besides its state. */
export function closeFault(e: Pick<StoredExhibition, "review_note" | "costs">): string | null {
  if (e.review_note.trim() === "") return "请填写复盘";
  return e.costs.length === 0 || e.costs.some((c) => c.amount <= 0) ? "请补全费用" : null;
}

const movesOf = (ctx: Reader, e: StoredExhibition): ExhibitionDetail["moves"] =>
  Object.entries(peerExhibitionFlow.moves).flatMap(([move, m]) => {
    if (m.may === "system" || !m.from.some((s) => s === e.exhibition_status) || !allows(m.may, ctx.me.codes)) return [];
    const missing = move === "close" ? closeFault(e) : null;
    return [{ move, ok: missing === null, missing }];
  });

async function staffOf(ctx: Reader, e: StoredExhibition, earned: Earned[] | undefined): Promise<ExhibitionDetail["staff"]> {
  const by = await staffFigures(ctx, e.id);
  const ids = [...new Set([e.owner_id, ...e.staff_ids, ...by.keys()])];
  const names = await workerNames(ctx.db, ids);
  const none = { lead_new: 0, lead_peer: 0, uncalled: 0, applied: 0, won: 0, first_orders: 0 };
  return ids
    .map((worker_id) => ({
      ...(by.get(worker_id) ?? none),
      worker_id,
      name: names.get(worker_id) ?? "",
      ...(earned && { margin_90: sumOf(earned.filter((x) => x.owner_id === worker_id)) }),
    }))
    .toSorted((a, b) => b.lead_new - a.lead_new || a.worker_id - b.worker_id);
}

async function detail(ctx: Reader, doors: ExhibitionDoors, id: number): Promise<ExhibitionDetail> {
  const e = found(await seenExhibition(ctx, id), NO_EXHIBITION);
  const { rows, earned } = await withFigures(ctx, doors, [e]);
  const shown = found(rows[0], NO_EXHIBITION);
  const [staff, invited] = await Promise.all([staffOf(ctx, e, earned), invitedOf(ctx.db, id)]);
  const cost_per_peer = shown.first_orders === 0 || !shown.is_whole ? null : Math.round(shown.cost_total / shown.first_orders);
  return { ...shown, staff, invited, cost_per_peer, moves: movesOf(ctx, e) };
}
/** As whoever wrote it reads it, though it may be his no more. */
export const exhibitionShown = async (ctx: Reader, doors: ExhibitionDoors, id: number): Promise<ExhibitionRow> => {
  const e = found(await storedExhibition(ctx.db, id), NO_EXHIBITION);
  return found((await withFigures(ctx, doors, [e])).rows[0], NO_EXHIBITION);
};

export const exhibitionReads = (doors: ExhibitionDoors) =>
  ({
    peer_exhibition_query: async (input, ctx) => {
      const page = await pageOf<StoredRow>(ctx.db, input, exhibitionList(input, ctx));
      return { ...page, list: (await withFigures(ctx, doors, page.list)).rows };
    },
    peer_exhibition_stat_get: (_, ctx) => countExhibitions(ctx),
    peer_exhibition_get: ({ id }, ctx) => detail(ctx, doors, id),
  }) satisfies Partial<Handlers<typeof peerExhibitionApi>>;
