/** Payers people confirmed: counted up by every match with a peer's remittance, down when it is taken back. */
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";

interface Payer {
  peer_id: number;
  name: string;
  key: string;
  account_hash: string | null;
  account_mask: string;
}
/** Null where the bank named nobody. */
export async function countUp(ctx: Pick<Ctx, "db" | "now">, p: Payer): Promise<number | null> {
  if (p.key === "") return null;
  const made = await row<{ id: number }>(
    ctx.db,
    q`insert into known_payers (peer_id, payer_name, payer_key, account_hash, account_mask, confirmed_count, updated_at)
      values (${p.peer_id}, ${p.name}, ${p.key}, ${p.account_hash ?? ""}, ${p.account_mask}, 1, ${ctx.now})
      on conflict (peer_id, payer_key, account_hash)
      do update set confirmed_count = known_payers.confirmed_count + 1, payer_name = excluded.payer_name, updated_at = excluded.updated_at returning id`,
  );
  return made?.id ?? null;
}
export async function countDown(ctx: Pick<Ctx, "db" | "now">, id: number | null): Promise<void> {
  if (id === null) return;
  // Held first: two who take the last but one back at once leave none.
  const held = await row<{ confirmed_count: number }>(ctx.db, q`select confirmed_count from known_payers where id = ${id} for update`);
  if (!held) return;
  await rows(
    ctx.db,
    held.confirmed_count === 1
      ? q`delete from known_payers where id = ${id}`
      : q`update known_payers set confirmed_count = confirmed_count - 1, updated_at = ${ctx.now} where id = ${id}`,
  );
}
