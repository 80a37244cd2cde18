/** Who hears of a parcel that went wrong: the experts of the people inside, and whoever looks after the supplier. */
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import type { StoredParcel } from "./parcel.sql.ts";

interface Receiver {
  id: number;
  account: string;
  numbers: string[];
}
const SHOWN = 3;

async function tell(ctx: Ctx, p: StoredParcel, receivers: readonly Receiver[], what: string): Promise<void> {
  for (const { id, account, numbers } of receivers) {
    const of =
      numbers.length === 0 ? "" : `，涉及 ${numbers.slice(0, SHOWN).join("、")}${numbers.length > SHOWN ? `等 ${numbers.length} 人` : ""}`;
    await sendMessage(ctx, {
      channel: "in_app",
      template: "parcel_wrong",
      receiver: account,
      receiver_worker_id: id,
      content: `交接单 ${p.parcel_no}（${p.supplier_name}）${what}${of}`,
      ref_noun: "supplier_parcel",
      ref_id: p.id,
    });
  }
}

/** Each expert hears of his own people. */
export async function tellExperts(ctx: Ctx, p: StoredParcel, people: readonly number[], what: string): Promise<void> {
  const experts = await rows<Receiver>(
    ctx.db,
    q`
    select w.id, w.account, array_agg(a.applicant_no order by a.id) as numbers
    from applicants a join orders o on o.id = a.order_id join workers w on w.id = o.expert_id and w.status = 1
    where a.id = any(${[...people]}::int8[]) group by w.id, w.account order by w.id`,
  );
  await tell(ctx, p, experts, what);
}
export async function tellOwner(ctx: Ctx, p: StoredParcel, what: string): Promise<void> {
  const owner = await rows<Receiver>(
    ctx.db,
    q`select w.id, w.account, '{}'::text[] as numbers from suppliers s join workers w on w.id = s.owner_id and w.status = 1 where s.id = ${p.supplier_id}`,
  );
  await tell(ctx, p, owner, what);
}
