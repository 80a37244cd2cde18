/** Accounts of suppliers as they are stored. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierPayeeApi } from "@visadesk/contract/supplier/supplier-payee.ts";
import { PARTS_SHOWN } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import { hashesOf } from "#kit/seal/seal.ts";

type Shown = Output<typeof supplierPayeeApi.supplier_payee_add>;
export interface PayeeRow extends Omit<Shown, "is_other_name" | "decided_by_name" | "is_mine" | "created_by_name"> {
  created_by: number | null;
  decided_by: number | null;
}
/** With the number sealed, for who opens it. */
export interface SealedPayee extends PayeeRow {
  row_key: string;
  account_no_sealed: string | null;
}

const COLUMNS = q`p.id, p.supplier_id, p.account_name, p.bank_name, p.branch, p.account_no, p.currency, p.proof_files, p.reason, p.payee_status,
  p.decided_by, p.decided_at, p.decided_note, p.created_by, p.created_at, p.version`;

/** Those in use first, then what waits, then the past. */
export const payeesOf = (db: Db, supplierId: number): Promise<PayeeRow[]> =>
  rows<PayeeRow>(
    db,
    q`
    select ${COLUMNS} from supplier_payees p where p.supplier_id = ${supplierId}
    order by array_position(array['active', 'pending'], p.payee_status), p.currency, p.id desc limit ${PARTS_SHOWN}`,
  );
export const payeeRow = (db: Db, id: number): Promise<SealedPayee | undefined> =>
  row<SealedPayee>(db, q`select ${COLUMNS}, p.row_key, p.account_no_sealed from supplier_payees p where p.id = ${id}`);

/** The same number entered already, in use or waiting. */
export const isKnownAccount = async (db: Db, supplierId: number, account: string): Promise<boolean> =>
  (await row(
    db,
    q`
    select id from supplier_payees where supplier_id = ${supplierId} and payee_status in ('pending', 'active')
      and account_no_hash = any(${hashesOf("card", account)}::text[]) limit 1`,
  )) !== undefined;

export const pendingPayees = (db: Db, supplierId: number): Promise<PayeeRow[]> =>
  rows<PayeeRow>(
    db,
    q`select ${COLUMNS} from supplier_payees p where p.supplier_id = ${supplierId} and p.payee_status = 'pending' order by p.id`,
  );

/** Accounts in use, of one currency where it is named. */
export const activePayees = (db: Db, supplierId: number, currency?: string): Promise<PayeeRow[]> =>
  rows<PayeeRow>(
    db,
    q`
    select ${COLUMNS} from supplier_payees p
    where ${and([q`p.supplier_id = ${supplierId}`, q`p.payee_status = 'active'`, currency !== undefined && q`p.currency = ${currency}`])} order by p.id`,
  );
