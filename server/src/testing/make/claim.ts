/** Refused people under a protection, by the real doors. */
import { exclusionsOf } from "@visadesk/contract/order/claim/refuse-claim.words.ts";
import { q, rows } from "#kit/db/sql.ts";
import { PLAIN_SKU, type OrderDesk } from "./order.ts";

/** What he pays, where the worked amounts matter. */
export interface ClaimFees {
  service?: number;
  embassy?: number;
  centre?: number;
}
export interface ClaimTerms {
  scope?: "service" | "embassy" | "full";
  rate?: number;
  cap?: number;
  appeal_times?: number;
}
export const PREMIUM = 9_800;

/** An order of one person, paid with these fees under these terms. */
export async function protectedOrder(desk: OrderDesk, fees: ClaimFees = {}, terms: ClaimTerms = {}) {
  const { scope = "full", rate = 100, cap = 100_000, appeal_times = 1 } = terms;
  await desk.db
    .updateTable("refuse_no_worry_products")
    .set({ scope, rate, cap, appeal_times, exclusions: JSON.stringify({ refusal_within_years: 5 }) })
    .execute();
  const made = await desk.order({ sku_no: PLAIN_SKU, protection: true });
  const id = made.people[0] ?? 0;
  const { service = 49_000, embassy = 72_000, centre = 12_000 } = fees;
  const wanted = { service, embassy, centre, protection: PREMIUM };
  await rows(desk.db, q`delete from order_fees where order_id = ${made.id}`);
  for (const [kind, amount] of Object.entries(wanted))
    await rows(
      desk.db,
      q`insert into order_fees (order_id, applicant_id, kind, amount, payable, created_at) values (${made.id}, ${id}, ${kind}, ${amount}, ${amount}, ${desk.clock.now()})`,
    );
  const total = service + embassy + centre + PREMIUM;
  await rows(desk.db, q`update orders set amount_total = ${total}, discount_total = 0, amount_payable = ${total} where id = ${made.id}`);
  await desk.pay(made.id);
  return { ...made, applicant_id: id };
}
export type ClaimOrder = Awaited<ReturnType<typeof protectedOrder>>;

/** Refused: the proof is waited for. */
export async function refused(desk: OrderDesk, fees?: ClaimFees, terms?: ClaimTerms): Promise<ClaimOrder> {
  const made = await protectedOrder(desk, fees, terms);
  const { applicant_id } = made;
  await desk.reviewed(applicant_id);
  await desk.move("applicant_submit", applicant_id, { submit_date: desk.today() });
  await desk.move("applicant_refuse", applicant_id, { refusal_category: "funds", refusal_files: [await desk.file()] });
  return made;
}
/** And handed in: it waits for its review. */
export async function handedIn(desk: OrderDesk, fees?: ClaimFees, terms?: ClaimTerms): Promise<ClaimOrder> {
  const made = await refused(desk, fees, terms);
  await desk.move("refuse_claim_submit", made.applicant_id, { proof_files: [await desk.file()] });
  return made;
}
/** Every exclusion answered with no. */
export const NONE_EXCLUDED = exclusionsOf({ refusal_within_years: 5 }).map(({ key }) => ({ key, is_excluded: false }));
export const passBody = (approved_amount: number) => ({ checks: NONE_EXCLUDED, approved_amount, loss_party: "us" as const });
