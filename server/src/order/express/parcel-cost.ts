/** What parcels of ours cost: estimated when one leaves on a monthly card, and as its carrier billed it. */
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { saveRows } from "#kit/noun/save.ts";
import { orderPorts, type ParcelSent } from "../flow/ports.ts";
import { expressNoun } from "./express.noun.ts";

/** One that left, its orders held: customers and suppliers pay for what they send themselves. */
export async function costParcel(ctx: Ctx, id: number): Promise<void> {
  const sent = await row<Omit<ParcelSent, "carrier_code"> & { carrier_code: string | null }>(
    ctx.db,
    q`select e.id as express_id, e.order_id, e.carrier_code, e.weight_g, coalesce(nullif(e.receiver -> 'address', 'null'::jsonb), o.return_address) as to
      from expresses e left join orders o on o.id = e.order_id
      where e.id = ${id} and e.mode = 'express' and e.type in (2, 3, 4) and e.pay_kind = 'monthly' and e.card_id is null`,
  );
  if (!sent?.carrier_code) return;
  const costed = await orderPorts().parcelCost(ctx, { ...sent, carrier_code: sent.carrier_code });
  if (costed) await saveRows(ctx, expressNoun, { where: q`id = ${id}`, set: costed });
}

/** Amounts as their carriers' bills were agreed upon; 0 of one whose bill was opened again. */
export async function parcelsBilled(ctx: Ctx, bills: readonly { express_id: number; cost: number }[]): Promise<void> {
  if (bills.length === 0) return;
  await rows(ctx.db, q`select id from expresses where id = any(${bills.map((b) => b.express_id)}::int8[]) order by id for update`);
  await saveRows(ctx, expressNoun, {
    from: q`unnest(${bills.map((b) => b.express_id)}::int8[], ${bills.map((b) => b.cost)}::int8[]) as b(express_id, billed)`,
    where: q`expresses.id = b.express_id`,
    set: { cost: q`b.billed` },
  });
}
