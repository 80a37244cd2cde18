/** The `Tables` interface: migrates a database in memory and reads its catalogue back. */
import { PGlite } from "@electric-sql/pglite";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import { readMigrations } from "../../server/src/kit/db/migrate.ts";

interface Column {
  table: string;
  name: string;
  type: string;
  is_array: boolean;
  not_null: boolean;
  has_default: boolean;
  always: boolean;
}
interface Check {
  table: string;
  column: string;
  definition: string;
}

const COLUMNS = `
  select c.relname as table, a.attname as name, coalesce(e.typname, t.typname) as type, e.oid is not null as is_array,
    a.attnotnull as not_null, a.atthasdef or a.attidentity <> '' as has_default, a.attidentity = 'a' or a.attgenerated <> '' as always
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
  order by c.relname collate "C", a.attnum`;
const CHECKS = `
  select c.relname as table, a.attname as column, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid and c.relnamespace = 'public'::regnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
  where k.contype = 'c' and cardinality(k.conkey) = 1
  order by c.relname collate "C", k.conname collate "C"`;

const TYPES: Readonly<Record<string, string>> = {
  int2: "number",
  int4: "number",
  int8: "number",
  float4: "number",
  float8: "number",
  bool: "boolean",
  jsonb: "Json",
  json: "Json",
  timestamptz: "Timestamp",
  timestamp: "Timestamp",
  bytea: "Buffer",
};

const HEAD = `// Written by \`npm run gen\` from server/migrations. Do not edit.
import type { ColumnType } from "kysely";

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
/** Read as a value, written as text: JSON.stringify(value). */
type Json = ColumnType<JsonValue, string, string>;
type Timestamp = ColumnType<string, string | Date, string | Date>;
type List<T> = ColumnType<T[], readonly T[], readonly T[]>;
type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
type Always<T> = T extends ColumnType<infer S, infer _I, infer _U> ? ColumnType<S, never, never> : ColumnType<T, never, never>;
`;

/** Values of a CHECK that lists them: \`status in (0, 1)\` → \`0 | 1\`. */
function listed(definition: string): string | null {
  const inside = /^CHECK \(\(\(?"?\w+"?\)?(?:::text)? = ANY \(\(?ARRAY\[(.*?)\]\)?(?:::\w+\[\])?\)\)\)$/s.exec(definition)?.[1];
  if (inside === undefined) return null;
  const values = inside.match(/'(?:[^']|'')*'|-?\d+/g) ?? [];
  return values.map((v) => (v.startsWith("'") ? JSON.stringify(v.slice(1, -1).replaceAll("''", "'")) : v)).join(" | ");
}

function typeOf(column: Column, checks: readonly Check[]): string {
  const of = checks.filter((k) => k.table === column.table && k.column === column.name).map((k) => listed(k.definition));
  const base = of.find((l) => l !== null) ?? TYPES[column.type] ?? "string";
  const one = column.is_array ? `List<${TYPES[column.type] ?? "string"}>` : base;
  const whole = column.not_null ? one : `${one} | null`;
  if (column.always) return `Always<${whole}>`;
  return column.has_default ? `Generated<${whole}>` : whole;
}

const key = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name));

export async function tablesFile(): Promise<string> {
  const db = await PGlite.create({ extensions: { btree_gist } });
  for (const { name, sql } of readMigrations()) {
    await db.exec(sql).catch((e: Error) => {
      throw new Error(`${name}: ${e.message}`, { cause: e });
    });
  }
  const { rows: columns } = await db.query<Column>(COLUMNS);
  const { rows: checks } = await db.query<Check>(CHECKS);
  await db.close();
  const tables = Map.groupBy(columns, (c) => c.table);
  const lines = [...tables].map(
    ([table, of]) => `  ${key(table)}: {\n${of.map((c) => `    ${key(c.name)}: ${typeOf(c, checks)};\n`).join("")}  };\n`,
  );
  const names = [...tables].map(([table, of]) => `  ${key(table)}: "${of.map((c) => c.name).join(" ")}",\n`);
  return `${HEAD}\nexport interface Tables {\n${lines.join("")}}\n\n/** Names of the columns, in the table's order. */\nexport const tableColumns = {\n${names.join("")}} as const satisfies Record<keyof Tables, string>;\n`;
}
