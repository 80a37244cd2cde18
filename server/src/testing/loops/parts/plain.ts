/** The true numbers behind the sealed columns, for tests that must know them. */
import type { Db } from "#kit/db/db.ts";
import { openField, openFields } from "#kit/seal/seal.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { sealedApplicant, sealedOrder } from "../../../order/index.ts";
import { sealedWorker } from "../../../account/index.ts";

const each = async <R extends { id: number }>(db: Db, table: "orders" | "applicants" | "workers"): Promise<R[]> =>
  rows<R>(
    db,
    table === "orders"
      ? q`select * from orders order by id`
      : table === "applicants"
        ? q`select * from applicants order by id`
        : q`select * from workers order by id`,
  );

export interface PlainNumbers {
  applicants: {
    id: number;
    order_id: number;
    applicant_no: string;
    passport_no: string | null;
    id_card_no: string | null;
    mobile: string | null;
  }[];
  orders: { id: number; order_no: string; contact_mobile: string | null; return_mobile: string | null }[];
  workers: { id: number; mobile: string | null }[];
}
type Row = { id: number; order_id: number; applicant_no: string; order_no: string };

/** Every sealed number of a (small) database, opened. */
export async function plainNumbers(db: Db): Promise<PlainNumbers> {
  return {
    applicants: (await each<Row>(db, "applicants")).map(({ id, order_id, applicant_no, ...a }) => ({
      id,
      order_id,
      applicant_no,
      ...openFields(sealedApplicant, { applicant_no, ...a }),
    })),
    orders: (await each<Row>(db, "orders")).map(({ id, order_no, ...o }) => ({
      id,
      order_no,
      ...openFields(sealedOrder, { order_no, ...o }),
    })),
    workers: (await each<Row>(db, "workers")).map(({ id, ...w }) => ({ id, ...openFields(sealedWorker, w) })),
  };
}

/** The numbers alone. */
export const listOf = (n: PlainNumbers): string[] =>
  [
    ...n.applicants.flatMap((a) => [a.passport_no, a.id_card_no, a.mobile]),
    ...n.orders.flatMap((o) => [o.contact_mobile, o.return_mobile]),
    ...n.workers.map((w) => w.mobile),
  ].filter((v): v is string => v !== null);

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
