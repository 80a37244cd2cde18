/** Loads the demo orders: seeded, by the rules of real orders, in one transaction. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { setImmediate as breath } from "node:timers/promises";
import { inTransaction, type Db, type Tx } from "#kit/db.ts";
import type { FileStore } from "#kit/files.ts";
import { q, raw, row, rows } from "#kit/sql.ts";
import type { Tables } from "#kit/tables.gen.ts";
import { calendarOf, rejectReasons } from "../../base-data/index.ts";
import { demoSpecialDays, isChild, quote, seedSpecialUses, snapshot, type Quote } from "../../product/index.ts";
import { DemoPicks } from "../../setting/index.ts";
import { assign } from "../../supplier/index.ts";
import { DemoLedger } from "../../finance/index.ts";
import { limitsOf } from "../limits.ts";
import { DayBatches } from "./batches.ts";
import { Bulk } from "./bulk.ts";
import { demoFiles } from "./files.ts";
import { OrderMaker, type Staff } from "./order.ts";
import { peopleSource } from "./people.ts";
import { randomFrom, type Random } from "./random.ts";
import type { DemoSku, World } from "./world.ts";

const DAY = 86_400_000;
const MONTHS = 18;
const CHUNK = 500;
/** Orders between two turns of the event loop, which carries the rows to the database. */
const BREATH = 10;
/** Parents first. */
const ORDER: readonly (keyof Tables)[] = [
  "orders",
  "applicants",
  "order_fees",
  "order_payments",
  "applicant_materials",
  "material_files",
  "material_rejections",
  "custodies",
  "visits",
  "submission_batches",
  "submissions",
  "expresses",
  "express_items",
  "refuse_claims",
  "order_evaluates",
  "order_logs",
  "stage_spans",
  "ledger_accounts",
  "journals",
  "journal_lines",
];

/** Tables whose rows are named by others before they are written. */
const NUMBERED: readonly (keyof Tables)[] = [
  "orders",
  "applicants",
  "order_fees",
  "applicant_materials",
  "visits",
  "submission_batches",
  "submissions",
  "expresses",
  "ledger_accounts",
  "journals",
];

export interface DemoOptions {
  count?: number;
  seed?: number;
}

/** True when this database already has orders. */
const hasOrders = async (db: Db): Promise<boolean> => (await row(db, q`select 1 as x from orders limit 1`)) !== undefined;

/** Fills an empty order area; answers how many orders were made. */
export async function seedDemoOrders(
  db: Db,
  files: FileStore,
  now: Date,
  { count = 20_000, seed = 20_260_101 }: DemoOptions = {},
): Promise<number> {
  if (await hasOrders(db)) return 0;
  const stored = await demoFiles(db, files, now);
  await inTransaction(db, async (tx) => {
    await withoutForeignKeyChecks(tx);
    const random = randomFrom(seed);
    const bulk = new Bulk(tx);
    await bulk.startBehind(...NUMBERED);
    const batches = new DayBatches(bulk);
    const ledger = await DemoLedger.of(tx, bulk);
    const world: World = {
      random,
      bulk,
      now,
      batches,
      ledger,
      reasons: await rejectReasons(tx),
      clocks: { limits: await limitsOf(tx), calendar: await calendarOf(tx) },
      fileFor: (picture) => random.pick(stored[picture]),
    };
    const skus = await demoSkus(tx, now);
    const picks = await DemoPicks.of(tx, now);
    const maker = new OrderMaker(world, peopleSource(), await demoStaff(tx), picks);
    const times = orderTimes(random, count, now);
    const flush = (): Promise<void> => {
      ledger.handOver();
      return bulk.flush(ORDER);
    };
    // The database writes one chunk while the next is made.
    let writing = Promise.resolve();
    for (const [i, at] of times.entries()) {
      maker.make(i + 1, at, random.weighted(skus));
      if (i % BREATH === 0) await breath();
      if (i % CHUNK !== CHUNK - 1) continue;
      await writing;
      writing = flush();
    }
    await writing;
    await flush();
    await bulk.finish();
    await ledger.finish(tx);
    await picks.save(tx);
    await seedSpecialUses(tx);
    await rows(tx, q`select setval('number_v', ${count})`);
    await rows(tx, q`select setval('number_sq', ${Math.max(1, batches.count)})`);
  });
  for (const table of ORDER) await rows(db, q`analyze ${raw(table)}`, { named: false });
  return count;
}

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

async function demoStaff(tx: Tx): Promise<Staff> {
  const experts = await rows<{ id: number; name: string }>(
    tx,
    q`select w.id, w.nickname as name from experts e join workers w on w.id = e.worker_id where w.status = 1 order by w.id`,
  );
  const service = await rows<{ id: number; name: string }>(
    tx,
    q`
    select w.id, w.nickname as name from workers w join roles r on r.id = w.role_id where r.name = '客服' and w.status = 1 order by w.id`,
  );
  return { experts, service };
}

/** What is sold, weighted as it sells. */
async function demoSkus(tx: Tx, now: Date): Promise<(readonly [DemoSku, number])[]> {
  const list = await rows<{ id: number; country_id: string }>(
    tx,
    q`select id, country_id from skus where sku_status = 'on_sale' order by id`,
  );
  const weight: Readonly<Record<string, number>> = {
    JP: 10,
    KR: 6,
    US: 5,
    TH: 4,
    VN: 4,
    FR: 4,
    IT: 3,
    DE: 3,
    GB: 3,
    AU: 3,
    CA: 2,
    NZ: 2,
    IN: 2,
  };
  const skus: (readonly [DemoSku, number])[] = [];
  const specials = await demoSpecialDays(tx, now);
  for (const s of list)
    skus.push([
      await demoSku(
        tx,
        s.id,
        now,
        specials.find((x) => x.sku_id === s.id),
      ),
      weight[s.country_id] ?? 1,
    ]);
  return skus;
}

const BOTH = [false, true];

interface SpecialDays {
  start_at: string;
  end_at: string;
}
/** A product with every price it can have, asked for beforehand: the connection is busy writing while orders are made. */
async function demoSku(tx: Tx, sku_id: number, now: Date, special?: SpecialDays): Promise<DemoSku> {
  const { id: snapshot_id, body } = await snapshot(tx, sku_id, now);
  const tier = body.urgent_tiers[0]?.tier_code ?? null;
  const plan = body.protections[0]?.id ?? null;
  const usual = await quotesOf(tx, sku_id, { tier, plan }, special ? new Date(Date.parse(special.start_at) - 1) : now);
  const inSpecial = special ? await quotesOf(tx, sku_id, { tier, plan }, new Date(special.start_at)) : usual;
  const isInSpecial = (at: Date): boolean =>
    special !== undefined && at.toISOString() >= special.start_at && at.toISOString() < special.end_at;
  const suppliers = new Map<string, Awaited<ReturnType<typeof assign>>>();
  for (const child of BOTH)
    for (const urgent of BOTH)
      suppliers.set(`${child} ${urgent}`, await assign(tx, { sku_id, is_child: child, urgent_tier_code: urgent ? tier : null }, now));
  return {
    sku_id,
    snapshot_id,
    body,
    quoteFor: (people, o) =>
      together(
        people.flatMap(
          (p) =>
            (isInSpecial(o.at) ? inSpecial : usual).get(
              `${isChild(body.child_age, p.birth_date, o.travel_date)} ${o.urgent} ${o.protection}`,
            ) ?? [],
        ),
      ),
    supplierFor: (child, urgent) => suppliers.get(`${child} ${urgent}`) ?? null,
  };
}

/** The quote of one person of every kind at an instant. */
async function quotesOf(tx: Tx, sku_id: number, sku: { tier: string | null; plan: number | null }, at: Date): Promise<Map<string, Quote>> {
  const quotes = new Map<string, Quote>();
  const day = shanghaiDate(at);
  for (const child of BOTH)
    for (const urgent of BOTH)
      for (const protection of BOTH) {
        const entry = {
          buyer: { kind: "direct" as const },
          travel_date: day,
          urgent_tier_code: urgent ? sku.tier : null,
          refuse_no_worry_product_id: protection ? sku.plan : null,
          applicants: [{ birth_date: child ? day : "1980-01-01" }],
        };
        quotes.set(`${child} ${urgent} ${protection}`, await quote(tx, sku_id, entry, at));
      }
  return quotes;
}

/** Persons are priced one by one, so the quote of an order is the quotes of its people put together. */
function together(each: readonly Quote[]): Quote {
  const [first] = each;
  if (!first) throw new Error("an order has at least one applicant");
  return {
    ...first,
    lines: each.flatMap((x, i) => x.lines.map((l) => ({ ...l, applicant_seq: i + 1 }))),
    people: each.flatMap((x, i) => x.people.map((p) => ({ ...p, seq: i + 1 }))),
    special: each.map((x) => x.special).reduce((a, b) => (a && b ? { ...a, qty: a.qty + b.qty, saved: a.saved + b.saved } : (a ?? b))),
    total: each.reduce((sum, x) => sum + x.total, 0),
  };
}
