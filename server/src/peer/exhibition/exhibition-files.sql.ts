/** Files of exhibitions and their leads: proofs of costs, posters, cards. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import type { FileAccess } from "../../files/index.ts";
import { exhibitionScope } from "./exhibition-scope.sql.ts";
import { leadScope } from "./lead-scope.sql.ts";

const FILES = q`
  select e.id, c.value ->> 'file' as key from peer_exhibitions e, jsonb_array_elements(e.costs) c where c.value ->> 'file' is not null
  union all select e.id, e.poster from peer_exhibitions e where e.poster is not null`;

const keysOf = async (found: Promise<{ key: string }[]>): Promise<string[]> => (await found).map((f) => f.key);
/** Those of these keys that hang on the exhibition. */
export const exhibitionFiles = (db: Db, id: number, keys: readonly string[]): Promise<string[]> =>
  keysOf(rows(db, q`select distinct f.key from (${FILES}) f where f.id = ${id} and f.key = any(${[...keys]}::text[])`));
export const exhibitionFilesInUse = (db: Db, keys: readonly string[]): Promise<string[]> =>
  keysOf(
    rows(
      db,
      q`select distinct f.key from (${FILES} union all select l.id, l.card_file from exhibition_leads l) f where f.key = any(${[...keys]}::text[])`,
    ),
  );

export async function mayReadExhibitionFile(ctx: Pick<Ctx, "db" | "me">, id: number, key: string): Promise<FileAccess | null> {
  const found = await row<{ name: string }>(
    ctx.db,
    q`select e.name from peer_exhibitions e where ${and([q`e.id = ${id}`, exhibitionScope(ctx)])} and exists (select from (${FILES}) f where f.id = e.id and f.key = ${key})`,
  );
  return found ? { noun_no: found.name, label: "费用凭证", is_identity: false, filename: null } : null;
}
/** The card of a lead in the caller's sight. */
export async function mayReadLeadFile(ctx: Pick<Ctx, "db" | "me">, id: number, key: string): Promise<FileAccess | null> {
  const found = await row<{ company: string }>(
    ctx.db,
    q`select l.company from exhibition_leads l where ${and([q`l.id = ${id}`, q`l.card_file = ${key}`, leadScope(ctx)])}`,
  );
  return found ? { noun_no: found.company, label: "名片", is_identity: false, filename: null } : null;
}
