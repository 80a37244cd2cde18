/** Erasure of personal data of orders that ended: the area's door `personal_erase`. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { refuse, refuseUnless } from "#kit/http/refuse.ts";
import { releaseFiles } from "../../files/index.ts";
import { openMoney } from "../../ledger/index.ts";
import { eraseCandidates, eraseRows, filesOfOrder, lockForErasure, orderByNumber, type EraseRow } from "./erase.sql.ts";
import { insertOrderLog } from "./order-log.ts";

export interface KeptRecord {
  noun: string;
  noun_id: number;
  noun_no: string;
  reason: string;
}
export interface Erasure {
  records: number;
  people: number;
  files: number;
  kept: KeptRecord[];
}

/** What areas above orders hold of an order's people. */
export interface PersonalPapers {
  /** Stored files of theirs by order, each once. */
  filesOf(db: Db, orders: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>>;
  /** Takes it out. The order is held; its files are released by whoever asks. */
  erase(ctx: Ctx, order: number): Promise<void>;
}

const BATCH = 500;

/** Why each of these must stay; those that may go are missing in the answer. */
async function keptOf(db: Db, found: readonly EraseRow[]): Promise<Map<number, string>> {
  const money = new Map(
    (
      await openMoney(
        db,
        found.map((r) => r.id),
      )
    ).map((m) => [m.order_id, m]),
  );
  const reasonOf = (r: EraseRow): string | null => {
    if (r.legal_hold !== null) return `依法保留：${r.legal_hold}`;
    if (r.refund_open) return "有未完成的退款";
    if (r.claim_open) return "有未结的拒签理赔";
    if (r.diff_open) return "有未付的补差价";
    if (money.get(r.id)?.supplier) return "有未结算的供应商款";
    return money.get(r.id)?.customer ? "有未结清的款项" : null;
  };
  return new Map(found.flatMap((r) => (reasonOf(r) === null ? [] : [[r.id, reasonOf(r) ?? ""]])));
}

async function eraseOrder(ctx: Ctx, id: number, papers: PersonalPapers): Promise<EraseRow | null> {
  const order = await lockForErasure(ctx.db, id);
  if (!order || (await keptOf(ctx.db, [order])).size > 0) return null;
  const theirs = (await papers.filesOf(ctx.db, [id])).get(id) ?? [];
  const keys = [...(await filesOfOrder(ctx.db, id)).map((f) => f.key), ...theirs];
  await eraseRows(ctx.db, id, ctx.now);
  await papers.erase(ctx, id);
  await insertOrderLog(ctx, id, { kind: "field", noun: "order", noun_id: id, label: "清理到期个人信息", system: true });
  await releaseFiles(ctx, keys);
  return { ...order, files: keys.length };
}

type Gone = Pick<Erasure, "people" | "files">;
type Change = (work: (ctx: Ctx) => Promise<Gone | null>) => Promise<Gone | null>;
const goneOf = async (db: Db, papers: PersonalPapers, found: readonly EraseRow[]): Promise<EraseRow[]> => {
  const theirs = await papers.filesOf(
    db,
    found.map((r) => r.id),
  );
  return found.map((r) => ({ ...r, files: r.files + (theirs.get(r.id)?.length ?? 0) }));
};
async function erase(
  papers: PersonalPapers,
  db: Db,
  before: Date,
  change: Change | null,
  progress: (done: number) => Promise<void> = () => Promise.resolve(),
): Promise<Erasure> {
  const sum: Erasure = { records: 0, people: 0, files: 0, kept: [] };
  for (let last = 0; ;) {
    const found = await goneOf(db, papers, await eraseCandidates(db, before, last, BATCH));
    const kept = await keptOf(db, found);
    for (const order of found) {
      const reason = kept.get(order.id);
      if (reason !== undefined) sum.kept.push({ noun: "order", noun_id: order.id, noun_no: order.order_no, reason });
      const gone = reason !== undefined ? null : change ? await change((ctx) => eraseOrder(ctx, order.id, papers)) : order;
      if (!gone) continue;
      sum.records++;
      sum.people += gone.people;
      sum.files += gone.files;
      if (change) await progress(sum.records);
    }
    if (found.length < BATCH) return sum;
    last = found.at(-1)?.id ?? last;
  }
}

async function eraseOne(papers: PersonalPapers, ctx: Ctx, no: string): Promise<Gone & { noun_id: number; noun_no: string }> {
  const order = await orderByNumber(ctx.db, no);
  if (!order) return refuse("not_found", `没有订单 ${no}`);
  refuseUnless(
    order.erased_at === null,
    "state_changed",
    `订单 ${order.order_no} 的个人信息已于 ${shanghaiDate(new Date(order.erased_at ?? 0))} 清理`,
  );
  refuseUnless(order.closed, "guard_failed", `订单 ${order.order_no} 尚未结束，不能清理`);
  const gone = await eraseOrder(ctx, order.id, papers);
  if (gone) return { noun_id: order.id, noun_no: order.order_no, people: gone.people, files: gone.files };
  const locked = await lockForErasure(ctx.db, order.id);
  const reason = locked ? (await keptOf(ctx.db, [locked])).get(order.id) : undefined;
  return refuse("guard_failed", `订单 ${order.order_no} ${reason ?? "不能清理"}`);
}

/** All of them, one after the other. */
const together = (all: readonly PersonalPapers[]): PersonalPapers => ({
  filesOf: async (db, orders) => {
    const found = [];
    for (const papers of all) found.push(...(await papers.filesOf(db, orders)));
    const keys = new Map<number, readonly string[]>();
    for (const [id, his] of found) keys.set(id, [...new Set([...(keys.get(id) ?? []), ...his])]);
    return keys;
  },
  erase: async (ctx, order) => {
    for (const papers of all) await papers.erase(ctx, order);
  },
});

export const erasing = (...held: readonly PersonalPapers[]) => {
  const papers = together(held);
  return {
    /** Everything closed before the day: counted (`change` null), or erased one order per transaction. */
    personalErase: (db: Db, before: Date, change: Change | null, progress?: (done: number) => Promise<void>): Promise<Erasure> =>
      erase(papers, db, before, change, progress),
    /** One closed order by its number, at a person's own request; the same reasons keep it. */
    eraseByNumber: (ctx: Ctx, no: string): Promise<Gone & { noun_id: number; noun_no: string }> => eraseOne(papers, ctx, no),
  };
};
