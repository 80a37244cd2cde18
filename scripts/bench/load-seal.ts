/** Seals the people of the loader as the server would: the same four columns per number, the same search columns. */
import type pg from "pg";
import { sealedApplicant, sealedOrder } from "../../server/src/order/applicant/sealed.ts";
import { applicantSearch, orderSearch } from "../../server/src/order/list/search.ts";
import { sealFields } from "../../server/src/kit/seal/seal.ts";

const four = (field: string): string => ["", "_sealed", "_hash", "_tail"].map((end) => `${field}${end} text`).join(", ");
/** What the orders and applicants take their numbers from; they end with the connection. */
export const sealedTables: readonly string[] = [
  `create temporary table bench_contacts (g bigint, ${four("contact_mobile")}, search text[], search_text text)`,
  `create temporary table bench_numbers (order_id bigint, nth int, applicant_no text, ${four("passport_no")}, ${four("mobile")}, search text[], search_text text)`,
];

interface Person {
  g: string;
  seq: number;
  order_no: string;
  name_cn: string;
  surname_en: string;
  given_name_en: string;
  passport_no: string;
  mobile: string;
}

function sealedPerson(p: Person) {
  const applicant_no = `${p.order_no}-${String(p.seq).padStart(2, "0")}`;
  const { name_cn, surname_en, given_name_en, passport_no, mobile } = p;
  const numbers = sealFields(sealedApplicant, applicant_no, { passport_no, mobile });
  return { order_id: p.g, nth: p.seq, applicant_no, name_cn, surname_en, given_name_en, id_card_no_sealed: null, ...numbers };
}

/** The rows of one order; its contact is its first person. */
function sealedOrderOf(people: readonly Person[]): { contact: object; numbers: object[] } {
  const [first] = people;
  if (!first) throw new Error("an order without people");
  const { g, order_no, name_cn: contact_name, mobile } = first;
  const contact = { g, order_no, contact_name, ...sealFields(sealedOrder, order_no, { contact_mobile: mobile }) };
  const each = people.map(sealedPerson);
  return { contact: { ...contact, ...orderSearch(contact, each) }, numbers: each.map((p) => ({ ...p, ...applicantSearch(contact, p) })) };
}

const ORDERS_AT_ONCE = 2_000;
const kept = (table: string): string => `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`;

/** Reads the clear numbers order by order and writes what the rows are made of. */
export async function sealPeople(client: pg.Client, orders: number): Promise<void> {
  for (let from = 1; from <= orders; from += ORDERS_AT_ONCE) {
    const { rows } = await client.query<Person>("select * from bench_people where g >= $1 and g < $2 order by g, seq", [
      from,
      from + ORDERS_AT_ONCE,
    ]);
    const sealed = [...Map.groupBy(rows, (p) => p.g).values()].map(sealedOrderOf);
    await client.query(kept("bench_contacts"), [JSON.stringify(sealed.map((s) => s.contact))]);
    await client.query(kept("bench_numbers"), [JSON.stringify(sealed.flatMap((s) => s.numbers))]);
  }
}
