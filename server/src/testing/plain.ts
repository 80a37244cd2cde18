/** True values of sealed numbers, for tests that ask for them: the tables show masks. */
import type { Db } from "#kit/db.ts";
import { openField } from "#kit/seal.ts";
import { q, row } from "#kit/sql.ts";
import { sealedApplicant, sealedOrder } from "../order/index.ts";

/** Passport, ID card and mobile of an applicant; "" where there is none. */
export async function plainPerson(db: Db, id: number): Promise<Record<"passport_no" | "id_card_no" | "mobile", string>> {
  const found = await row<object>(db, q`select * from applicants where id = ${id}`);
  if (!found) throw new Error(`no applicant ${id}`);
  const open = (field: "passport_no" | "id_card_no" | "mobile"): string => openField(sealedApplicant, found, field) ?? "";
  return { passport_no: open("passport_no"), id_card_no: open("id_card_no"), mobile: open("mobile") };
}

/** The mobile of an order's contact. */
export async function plainContact(db: Db, id: number): Promise<string> {
  const found = await row<object>(db, q`select * from orders where id = ${id}`);
  if (!found) throw new Error(`no order ${id}`);
  return openField(sealedOrder, found, "contact_mobile") ?? "";
}
