/**
 * Records that people have open in front of them: which read shows one, and where it lies. An area exports its nouns
 * from its door and `server/src/opened.ts` puts them together; whoever asks about one record of any noun asks here.
 *
 *   export const roleOpened = { role: { may: roleApi.role_get.may, from: "roles r", id: "r.id" } };
 */
import { allows, type May } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "./context.ts";
import { and, q, raw, row, type Sql } from "../db/sql.ts";

export type Caller = Pick<Ctx, "db" | "me">;
export interface Opened {
  /** Of the read that shows the record. */
  readonly may: May;
  readonly from: string;
  readonly id: string;
  /** Which rows: the caller's scope, or one kind of several in a table. */
  readonly where?: (ctx: Caller) => Sql | null | Promise<Sql | null>;
}

/** May the caller have this record open? A missing one is like one out of his sight. */
export async function seesRecord(ctx: Caller, { may, from, id: column, where }: Opened, id: number | string): Promise<boolean> {
  if (!allows(may, ctx.me.codes)) return false;
  const there = await row<{ one: number }>(
    ctx.db,
    q`select 1 as one from ${raw(from)} where ${and([q`${raw(column)} = ${id}`, await where?.(ctx)])}`,
  );
  return there !== undefined;
}
