/** The part of `seal_move` that seals stored files anew: one walk for every table that names them. */
import type { Db } from "../db/db.ts";
import { walked, type SealFiles } from "./seal-move.ts";
import { SealFault } from "./seal-stream.ts";
import { q, raw, row } from "../db/sql.ts";
import type { Tables } from "../db/tables.gen.ts";

/** Files that the rows of `table` name in `column`. A row stops naming its file before the file is removed. */
export function sealedFiles<T extends keyof Tables>(table: T, column: keyof Tables[T] & string): SealFiles {
  const keyOf = async (db: Db, id: number): Promise<string | null> =>
    (await row<{ key: string | null }>(db, q`select ${raw(column)} as key from ${raw(table)} where id = ${id}`))?.key ?? null;
  return {
    ...walked(table),
    sealFiles: async (ctx, ids) => {
      for (const id of ids) {
        const key = await keyOf(ctx.db, id);
        if (!key) continue;
        try {
          await ctx.files.reseal(key);
        } catch (e) {
          if (!(e instanceof SealFault)) throw e;
          // It cannot be opened with any key: the others are sealed all the same.
          await ctx.change((c) => Promise.resolve(c.note({ noun: table, noun_id: id, reason: "文件已损坏或被改动，未能重新加密" })));
        }
        // Removed meanwhile: what was just written again goes too.
        if (!(await keyOf(ctx.db, id))) await ctx.files.remove(key);
      }
    },
  };
}
