/** Staff as other areas meet them: found by a word, named to a customer. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { and, likeText, q, row, rows } from "#kit/db/sql.ts";
import { openField } from "#kit/seal/seal.ts";
import { managedTeams, sealedWorker } from "../../account/index.ts";
import { within } from "./worker.sql.ts";

export interface FoundWorker {
  id: number;
  nickname: string;
  account: string;
  status: number;
}
/** By name or account, among those whom the caller's staff list shows. */
export async function findWorkers(ctx: Pick<Ctx, "db" | "me">, keyword: string, limit: number): Promise<FoundWorker[]> {
  const word = likeText(keyword);
  const seen = within(await managedTeams(ctx.db, ctx.me), ctx.me.worker_id);
  return rows<FoundWorker>(
    ctx.db,
    q`
    select w.id, w.nickname, w.account, w.status from workers w
    where ${and([q`(w.nickname ilike ${`%${word}%`} or w.account ilike ${`${word}%`})`, seen])} order by w.status desc, w.id limit ${limit}`,
  );
}

/** Whom a customer may ask about his case: the expert's name for customers, and his work mobile where he has one. */
export async function contactOf(db: Db, worker: number): Promise<{ name: string; mobile: string | null } | undefined> {
  const found = await row<{ name: string; account: string; mobile: string | null; mobile_sealed: string | null }>(
    db,
    q`
    select coalesce(nullif(e.display_name, ''), w.nickname) as name, w.account, w.mobile, w.mobile_sealed
    from workers w left join experts e on e.worker_id = w.id where w.id = ${worker}`,
  );
  return found && { name: found.name, mobile: openField(sealedWorker, found, "mobile") || null };
}
