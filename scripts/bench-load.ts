/**
 * Fills a migrated, empty database with seeded orders for measuring: about 1.8 people each, spread over 18 months,
 * in every state. Everything but the sealed numbers is made inside PostgreSQL, a million orders take some minutes. Needs
 * a superuser, and the seal keys of the server that will read the rows.
 *
 *   await loadOrders(url, 1_000_000, now); // or: SEAL_KEY=<that of the server> node scripts/bench-load.ts <url> <orders>
 */
import process from "node:process";
import pg from "pg";
import { loadSealKeys } from "../server/src/kit/seal/seal-keys.ts";
import { sealedTables, sealPeople } from "./bench/load-seal.ts";
import { peerMatters, peerRows } from "./bench/load-peers.sql.ts";
import { FINANCE_TABLES, financeRows } from "./bench/load-finance.sql.ts";
import { SUPPLIER_TABLES, supplierRows } from "./bench/load-supplier.sql.ts";
import { GIVEN, SURNAMES } from "./bench/names.ts";
import { applicantRows, caseRows, lookups, nowIs, orderRows, peopleRows, products, randoms } from "./bench/load.sql.ts";

const TABLES = [
  "orders",
  "applicants",
  "order_fees",
  "order_payments",
  "order_logs",
  "applicant_materials",
  "stage_spans",
  ...SUPPLIER_TABLES,
  ...FINANCE_TABLES,
] as const;

/** Loads `count` orders; every value follows from its number and `now`. */
export async function loadOrders(url: string, count: number, now: Date, say: (line: string) => void = () => undefined): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const step = async (label: string, ...parts: (string | (() => Promise<void>))[]): Promise<void> => {
    const started = performance.now();
    for (const p of parts) await (typeof p === "string" ? client.query(p) : p());
    say(`${label}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  };
  try {
    // Without triggers and foreign keys: the rows are made to fit, and a check per row would take the longest.
    await client.query(
      "set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '128MB'; set temp_buffers = '128MB'",
    );
    const { rows: indexes } = await client.query<{ name: string; def: string }>(
      `
      select c.relname as name, pg_get_indexdef(i.indexrelid) as def from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid::regclass::text = any($1) and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
      [TABLES],
    );
    await step("reference data", nowIs(now), randoms, lookups(SURNAMES, GIVEN), products);
    await step("indexes away", ...indexes.map((i) => `drop index ${i.name}`));
    await step("peers", ...peerRows);
    await step("people", peopleRows(count), "create index on bench_people (g)");
    await step("sealing", ...sealedTables, () => sealPeople(client, count), "analyze bench_people, bench_contacts, bench_numbers");
    await step("orders", orderRows(count));
    await step("applicants", applicantRows);
    await step("fees, payments, logs, materials", ...caseRows);
    await step("suppliers", ...supplierRows);
    await step("finance", ...financeRows(count));
    for (const i of indexes) await step(i.name, i.def);
    await step("matters of peers", ...peerMatters);
    await step(
      "statistics",
      "drop table bench_people, bench_contacts, bench_numbers",
      ...[...TABLES, "peers", "peer_applications", "peer_exhibitions"].map(
        (t) => `select setval(pg_get_serial_sequence('${t}', 'id'), (select coalesce(max(id), 0) + 1 from ${t}))`,
      ),
      "vacuum analyze",
    );
  } finally {
    await client.end();
  }
}

if (process.argv[1] === import.meta.filename) {
  const [url, count] = process.argv.slice(2);
  const key = process.env["SEAL_KEY"];
  if (!url || !count || !key) throw new Error("usage: SEAL_KEY=<key> bench-load.ts <database url> <orders>");
  loadSealKeys("", key);
  await loadOrders(url, Number(count), new Date(), (line) => console.error(line));
}
