/** Contacts of suppliers as they are stored. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierContactApi } from "@visadesk/contract/supplier/supplier-contact.ts";
import { CONTACTS_MAX } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { saveRows } from "#kit/noun/save.ts";
import { supplierContactNoun } from "./supplier-contact.noun.ts";

export type ContactRow = Omit<Output<typeof supplierContactApi.supplier_contact_add>, "address_text">;
/** With the number sealed, for who opens it. */
export interface SealedContact extends ContactRow {
  row_key: string;
  mobile_sealed: string | null;
}

const COLUMNS = q`c.id, c.supplier_id, c.name, c.mobile, c.phone, c.email, c.roles, c.address, c.receive_hours, c.cut_off, c.is_default, c.version, c.updated_at`;

/** The default of a role first. */
export const contactsOf = (db: Db, supplierId: number): Promise<ContactRow[]> =>
  rows<ContactRow>(
    db,
    q`select ${COLUMNS} from supplier_contacts c where c.supplier_id = ${supplierId} order by c.is_default desc, c.id limit ${CONTACTS_MAX}`,
  );
export const contactRow = (db: Db, id: number): Promise<SealedContact | undefined> =>
  row<SealedContact>(db, q`select ${COLUMNS}, c.row_key, c.mobile_sealed from supplier_contacts c where c.id = ${id}`);

/** Another contact there that collects, besides this one. */
export const hasOtherCollector = async (db: Db, supplierId: number, id: number): Promise<boolean> =>
  (await row(
    db,
    q`select id from supplier_contacts where supplier_id = ${supplierId} and id <> ${id} and 'collect' = any(roles) limit 1`,
  )) !== undefined;
export const isInParcels = async (db: Db, id: number): Promise<boolean> =>
  (await row(db, q`select id from supplier_parcels where contact_id = ${id} limit 1`)) !== undefined;

/** One default per role: the others that share one give way. */
export const unsetDefaults = (ctx: Pick<Ctx, "db" | "now">, { id, supplier_id, roles }: Pick<ContactRow, "id" | "supplier_id" | "roles">) =>
  saveRows(ctx, supplierContactNoun, {
    where: q`supplier_id = ${supplier_id} and id <> ${id} and is_default and roles && ${[...roles]}::text[]`,
    set: { is_default: false, updated_at: ctx.now },
  });
