/**
 * An owner's rows as the descriptor says them: in hand, locked, passed on. Passing writes where the row is still his, and
 * refuses when one is not; a noun with a timeline of its own tells it there, every other tells the operation log.
 *
 *   { kind: "supplier", …, ...owned(supplierNoun, "owner_id") }
 */
import type { Ctx, FieldChange } from "../call/context.ts";
import { q, raw, rows, type Sql } from "../db/sql.ts";
import { refuse } from "../http/refuse.ts";
import type { Holding, Passing } from "../seal/holding.ts";
import { columnsOf, fieldOf, type Column, type Noun, type TableName } from "./noun.ts";
import { saveRows, type SaveMany } from "./save.ts";

export const STALE_HOLDING = "在手数据已变化，请重新预览";

export async function passOwned<T extends TableName>(
  ctx: Ctx,
  noun: Noun<T>,
  column: Column<T>,
  { ids, from, to, reason }: Passing,
): Promise<FieldChange> {
  const set = { [column]: to.id, ...(columnsOf(noun.table).includes("updated_at") && { updated_at: ctx.now }) } as SaveMany<T>["set"];
  const where = q`${raw(noun.key)} = any(${[...ids]}::int8[]) and ${raw(column)} = ${from.id}`;
  const moved: readonly Readonly<Record<string, unknown>>[] = await saveRows(ctx, noun, { where, set });
  if (moved.length !== ids.length) refuse("count_changed", STALE_HOLDING);
  const change = { field: column, label: fieldOf(noun, column)?.label ?? "负责人", before: from.name, after: to.name };
  if (noun.log === null)
    for (const r of moved)
      ctx.note({ noun: noun.name, noun_id: String(r[noun.key]), noun_no: noun.title && String(r[noun.title]), reason, changes: [change] });
  return change;
}

/** `among`: which rows over `h` are open; all where nothing is said. */
export const owned = <T extends TableName>(
  noun: Noun<T>,
  column: Column<T>,
  among: Sql = q`h.${raw(column)} is not null`,
): Pick<Holding, "held" | "lock" | "pass"> => ({
  held: () => q`select h.${raw(column)} as owner_id, h.${raw(noun.key)} as item_id from ${raw(noun.table)} h where ${among}`,
  lock: (db, ids) => {
    const key = raw(noun.key);
    return rows(db, q`select ${key} from ${raw(noun.table)} where ${key} = any(${[...ids]}::int8[]) order by ${key} for update`);
  },
  pass: async (ctx, passing) => void (await passOwned(ctx, noun, column, passing)),
});
