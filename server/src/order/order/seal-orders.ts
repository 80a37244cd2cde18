/** Seals the numbers of orders from before the sealing, or under an older key. */
import { isStale } from "#kit/seal/seal.ts";
import { walked, writeSealed, type SealSource } from "#kit/seal/seal-move.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { ApplicantRow, OrderRow } from "../flow/facts.ts";
import { applicantSearch, orderSearch } from "../list/search.ts";
import { sealedApplicant, sealedOrder } from "../applicant/sealed.ts";

/** An order with its people, in their order of locks: they are found by each other's numbers. */
async function sealOrder(db: Db, id: number): Promise<void> {
  const order = await row<OrderRow>(db, q`select * from orders where id = ${id} for update`);
  if (!order) return;
  const people = await rows<ApplicantRow>(db, q`select * from applicants where order_id = ${id} order by seq for update`);
  if (!isStale(sealedOrder, order) && !people.some((p) => isStale(sealedApplicant, p))) return;
  Object.assign(order, await writeSealed(db, sealedOrder, order));
  for (const p of people) Object.assign(p, await writeSealed(db, sealedApplicant, p));
  const found = orderSearch(order, people);
  await row(db, q`update orders set search = ${found.search}, search_text = ${found.search_text} where id = ${id}`);
  for (const p of people) {
    const own = applicantSearch(order, p);
    await row(db, q`update applicants set search = ${own.search}, search_text = ${own.search_text} where id = ${p.id}`);
  }
}

export const orderSeals: SealSource = {
  ...walked("orders"),
  seal: async ({ db }, ids) => {
    for (const id of ids) await sealOrder(db, id);
  },
};
