/** Rows of many tables, written with one `insert … select unnest` per batch: the fastest plain SQL of both databases. */
import type { Db } from "#kit/db/db.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import type { Tables } from "#kit/db/tables.gen.ts";

type Table = keyof Tables;
type Row = Readonly<Record<string, unknown>>;
type Taken = ReadonlyMap<Table, Row[]>;
const BATCH = 5000;

interface Column {
  name: string;
  type: string;
  computed: boolean;
}

export class Bulk {
  private readonly waiting = new Map<Table, Row[]>();
  private readonly columns = new Map<Table, Map<string, Column>>();
  private readonly lastIds = new Map<Table, number>();
  /** Next id of a table; `finish` moves the sequence behind it. */
  id(table: Table): number {
    const id = (this.lastIds.get(table) ?? 0) + 1;
    this.lastIds.set(table, id);
    return id;
  }
  /** Ids start behind what is there. */
  async startBehind(db: Db, ...tables: readonly Table[]): Promise<void> {
    for (const t of tables)
      this.lastIds.set(t, (await row<{ id: number }>(db, q`select coalesce(max(id), 0)::int8 as id from ${raw(t)}`))?.id ?? 0);
  }

  add(table: Table, values: Row): void {
    const list = this.waiting.get(table) ?? [];
    list.push(values);
    this.waiting.set(table, list);
  }

  /** What waits, which then waits no longer; rows may be added while it is written. */
  take(): Taken {
    const taken = new Map(this.waiting);
    this.waiting.clear();
    return taken;
  }

  /** Writes it, parents first as given. */
  async write(db: Db, taken: Taken, order: readonly Table[]): Promise<void> {
    for (const table of order) {
      const list = taken.get(table) ?? [];
      // Log ids grow with time, as they do when they are written one by one.
      if (table === "order_logs") list.sort((a, b) => String(a["at"]).localeCompare(String(b["at"])));
      for (let i = 0; i < list.length; i += BATCH) await this.insert(db, table, list.slice(i, i + BATCH));
    }
  }

  async finish(db: Db): Promise<void> {
    for (const [table, last] of this.lastIds)
      if (last > 0) await rows(db, q`select setval(pg_get_serial_sequence(${table}, 'id'), ${last})`);
  }

  private async insert(db: Db, table: Table, list: readonly Row[]): Promise<void> {
    const first = list[0];
    if (!first) return;
    const known = await this.columnsOf(db, table);
    const cols = Object.keys(first)
      .map((name) => {
        const c = known.get(name);
        if (!c) throw new Error(`${table} has no column ${name}`);
        return c;
      })
      .filter((c) => !c.computed);
    // Arrays and json travel as text: unnest would flatten nested arrays.
    const nested = (c: Column): boolean => c.type.endsWith("[]") || c.type === "jsonb";
    const values = cols.map((c) => list.map((r) => (nested(c) ? literal(c, r[c.name]) : (r[c.name] ?? null))));
    const params = cols.map((c, i) => q`${values[i]}::${raw(nested(c) ? "text" : c.type)}[]`);
    const target = cols.map((c) => `"${c.name}"`).join(", ");
    const select = cols.map((c, i) => `c${i}::${c.type}`).join(", ");
    const names = cols.map((_, i) => `c${i}`).join(", ");
    const unnest = params.reduce((acc, p, i) => (i === 0 ? p : q`${acc}, ${p}`));
    await rows(
      db,
      q`insert into ${raw(table)} (${raw(target)}) overriding system value select ${raw(select)} from unnest(${unnest}) as x(${raw(names)})`,
    );
  }

  private async columnsOf(db: Db, table: Table): Promise<Map<string, Column>> {
    const known = this.columns.get(table);
    if (known) return known;
    const list = await rows<Column>(
      db,
      q`
      select attname as name, format_type(atttypid, null) as type, attgenerated <> '' as computed from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`,
    );
    const map = new Map(list.map((c) => [c.name, c]));
    this.columns.set(table, map);
    return map;
  }
}

const quote = (v: string): string => `"${v.replace(/["\\]/g, "\\$&")}"`;
function literal(c: Column, v: unknown): string | null {
  if (v === null || v === undefined) return null;
  if (c.type === "jsonb") return JSON.stringify(v);
  return Array.isArray(v) ? `{${v.map((x) => quote(String(x))).join(",")}}` : null;
}
