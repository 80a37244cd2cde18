/** Loads the demo orders: seeded, by the rules of real orders. */
import { setImmediate as breath } from "node:timers/promises";
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import type { FileStore } from "#kit/files/files.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import type { Tables } from "#kit/db/tables.gen.ts";
import { calendarOf, rejectReasons } from "../../base-data/index.ts";
import { seedSpecialUses } from "../../product/index.ts";
import { DemoPicks } from "../../setting/index.ts";
import { DemoLedger } from "../../ledger/index.ts";
import { keepPlanFigures } from "../plan/plan-figures.sql.ts";
import { keepRisk } from "../risk/risk.sql.ts";
import { limitsOf } from "../applicant/limits.ts";
import { DayBatches } from "./batches.ts";
import { Bulk } from "./bulk.ts";
import { demoDesk } from "./desk.ts";
import { demoFiles } from "./files.ts";
import { OrderMaker, type Staff } from "./order.ts";
import { peopleSource } from "./people.ts";
import { DemoPeers } from "./peers.ts";
import { demoSupplierExpresses } from "./supplier-express.ts";
import { randomFrom, type Random } from "./random.ts";
import { demoSkus } from "./sku.ts";
import type { DemoActor, World } from "./world.ts";

const DAY = 86_400_000;
const MONTHS = 18;
const CHUNK = 500;
/** Of a load beside which others work: what the database is kept busy with at once. */
const SHARED_CHUNK = 50;
/** Orders between two turns of the event loop, which carries the rows to the database. */
const BREATH = 10;
/** Parents first. */
const ORDER: readonly (keyof Tables)[] = [
  "orders",
  "applicants",
  "order_fees",
  "order_payments",
  "refunds",
  "refund_people",
  "refund_lines",
  "refund_parts",
  "applicant_materials",
  "material_files",
  "material_rejections",
  "custodies",
  "visits",
  "submission_batches",
  "submissions",
  "expresses",
  "express_items",
  "supplier_assignments",
  "refuse_claims",
  "order_consistencies",
  "order_evaluates",
  "order_reminds",
  "order_logs",
  "stage_spans",
  "ledger_accounts",
  "journals",
  "gift_lots",
  "journal_lines",
  "peer_top_ups",
];

/** Tables whose rows are named by others before they are written. */
const NUMBERED: readonly (keyof Tables)[] = [
  "orders",
  "applicants",
  "order_consistencies",
  "order_fees",
  "order_payments",
  "refunds",
  "applicant_materials",
  "visits",
  "submission_batches",
  "submissions",
  "expresses",
  "ledger_accounts",
  "journals",
  "gift_lots",
  "peer_top_ups",
  "refuse_claims",
];

export interface DemoOptions {
  count?: number;
  seed?: number;
  /**
   * Commits chunk by chunk, so that the embedded database's one connection serves others between two of them. What a load
   * that was cut short left behind goes when the next begins; meanwhile nobody may change anything (kit/first-load.ts).
   */
  inChunks?: boolean;
  /** Told before each chunk is written how many orders are made, and waited for; throws to end the load. */
  onChunk?: (done: number, count: number) => Promise<void>;
}

/** All orders of a load are there when their numbers are taken, which comes last. */
export const isDemoLoaded = async (db: Db): Promise<boolean> =>
  (await row(db, q`select 1 as x from orders limit 1`)) !== undefined &&
  (await row<{ n: number | null }>(db, q`select pg_sequence_last_value('number_v'::regclass) as n`))?.n !== null;

/** Fills an empty order area; answers how many orders were made. */
export async function seedDemoOrders(db: Db, files: FileStore, now: Date, options: DemoOptions = {}): Promise<number> {
  if (await isDemoLoaded(db)) return 0;
  const { count = 20_000 } = options;
  await options.onChunk?.(0, count);
  const stored = await demoFiles(db, files, now);
  if (options.inChunks) {
    const step: Step = (work) => inTransaction(db, (tx) => withoutForeignKeyChecks(tx).then(() => work(tx)));
    await step(removeHalf);
    await load(db, step, stored, now, { ...options, count });
  } else
    await inTransaction(db, async (tx) => {
      await withoutForeignKeyChecks(tx);
      await load(tx, (work) => work(tx), stored, now, { ...options, count });
    });
  for (const table of ORDER) await rows(db, q`analyze ${raw(table)}`);
  return count;
}

type Step = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

async function removeHalf(tx: Tx): Promise<void> {
  for (const table of ORDER.toReversed()) await rows(tx, q`delete from ${raw(table)}`);
}

/** `db` reads what nobody changes meanwhile, so that others are served between two questions. */
async function load(
  db: Db,
  step: Step,
  stored: Awaited<ReturnType<typeof demoFiles>>,
  now: Date,
  o: DemoOptions & { count: number },
): Promise<void> {
  const random = randomFrom(o.seed ?? 20_260_101);
  const bulk = new Bulk();
  const batches = new DayBatches(bulk);
  await step((tx) => bulk.startBehind(tx, ...NUMBERED));
  const ledger = await step((tx) => DemoLedger.of(tx, bulk));
  const picks = await step((tx) => DemoPicks.of(tx, now));
  const times = orderTimes(random, o.count, now);
  const since = new Date((times[0] ?? now).getTime() - 86_400_000);
  const peers = await DemoPeers.of(db, { random, bulk, ledger, now, proof: stored.paper[0]?.key ?? "" });
  const skus = await demoSkus(db, { now, since, buyers: peers.buyers });
  const { reasons, limits, calendar, staff } = await step(async (tx) => ({
    reasons: await rejectReasons(tx),
    limits: await limitsOf(tx),
    calendar: await calendarOf(tx),
    staff: await demoStaff(tx),
  }));
  const fileFor: World["fileFor"] = (picture) => random.pick(stored[picture]);
  const world: World = { random, bulk, now, batches, ledger, checkers: staff.checkers, reasons, clocks: { limits, calendar }, fileFor };
  const maker = new OrderMaker(world, peopleSource(), staff, picks);
  const chunk = o.inChunks ? SHARED_CHUNK : CHUNK;
  const flush = (until: Date): Promise<void> => {
    peers.settle(until);
    ledger.handOver(until);
    const taken = bulk.take();
    return step((tx) => bulk.write(tx, taken, ORDER));
  };
  // The database writes one chunk while the next is made.
  let writing = Promise.resolve();
  for (const [i, at] of times.entries()) {
    peers.advance(at);
    const sku = random.weighted(skus);
    maker.make({ n: i + 1, at, sku, peer: peers.pick(at, sku) });
    if (i % BREATH === 0) await breath();
    if (i % chunk !== chunk - 1) continue;
    await writing;
    await o.onChunk?.(i + 1, o.count);
    writing = flush(at);
  }
  await writing;
  peers.end();
  await flush(new Date(now.getTime() + 1));
  await step(async (tx) => {
    await bulk.finish(tx);
    await keepProgress(tx);
    await ledger.finish(tx);
    await peers.finish(tx);
    await picks.save(tx);
    await demoSupplierExpresses(tx, calendar, now);
    await demoDesk(tx, calendar, now);
    await keepRest(tx, now);
    await keepNumbers(tx, { sq: Math.max(1, batches.count), tk: maker.refundCount, v: o.count });
  });
}
/** Places of specials that are taken; and what is reckoned at night stands from the start. */
async function keepRest(tx: Tx, now: Date): Promise<void> {
  await seedSpecialUses(tx);
  await keepRisk(tx, now);
  await keepPlanFigures(tx, now);
}
/** The next number of each kind follows those that were made. */
async function keepNumbers(tx: Tx, last: { sq: number; tk: number; v: number }): Promise<void> {
  for (const [kind, n] of Object.entries(last)) if (n > 0) await rows(tx, q`select setval(${`number_${kind}`}, ${n})`);
}

/** How far each case is at its assignment: what triggers keep, which a superuser's load goes without. */
const keepProgress = (tx: Tx): Promise<unknown> =>
  rows(
    tx,
    q`update supplier_assignments x set progress = case_progress(a.tab) from applicants a where a.id = x.applicant_id and x.progress <> case_progress(a.tab)`,
  );

/** A superuser's load need not check each of a million references it made itself. */
async function withoutForeignKeyChecks(tx: Tx): Promise<void> {
  const me = await row<{ super: boolean }>(tx, q`select rolsuper as super from pg_roles where rolname = current_user`);
  if (me?.super) await rows(tx, q`set local session_replication_role = replica`);
}

/** Order times over 18 months, more in later months and by day, ascending. */
function orderTimes(r: Random, count: number, now: Date): Date[] {
  const from = now.getTime() - MONTHS * 30.4 * DAY;
  const times = Array.from({ length: count }, () => {
    const at = from + (now.getTime() - from) * r.next() ** 0.8;
    const day = Math.floor((at + 8 * 3_600_000) / DAY) * DAY - 8 * 3_600_000;
    return Math.min(
      now.getTime() - 60_000 * r.int(1, 600),
      day +
        r.weighted([
          [9, 8],
          [10, 12],
          [11, 10],
          [13, 6],
          [14, 10],
          [15, 11],
          [16, 10],
          [17, 7],
          [19, 5],
          [20, 9],
          [21, 8],
          [22, 4],
        ]) *
          3_600_000 +
        r.int(0, 3599) * 1000,
    );
  });
  return times.sort((a, b) => a - b).map((t) => new Date(t));
}

async function demoStaff(tx: Tx): Promise<Staff & Pick<World, "checkers">> {
  const experts = await rows<{ id: number; name: string }>(
    tx,
    q`select w.id, w.nickname as name from experts e join workers w on w.id = e.worker_id where w.status = 1 order by w.id`,
  );
  const service = await rows<{ id: number; name: string }>(
    tx,
    q`
    select w.id, w.nickname as name from workers w join roles r on r.id = w.role_id where r.name = '客服' and w.status = 1 order by w.id`,
  );
  const heads = await rows<DemoActor & { account: string }>(
    tx,
    q`select id, nickname as name, account from workers where account in ('manager', 'admin') order by account desc`,
  );
  const [first = experts[0], second = first] = heads.map(({ id, name }) => ({ id, name }));
  if (!first || !second) throw new Error("the demo has no staff");
  return { experts, service, checkers: [first, second] };
}
