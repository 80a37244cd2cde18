/** Where a supplier is paid, for whoever queues a payment to it. */
import type { Db } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { openField } from "#kit/seal/seal.ts";
import { sealedPayee } from "./supplier-payee.noun.ts";

export interface Payee {
  account_name: string;
  bank_name: string;
  branch: string;
  /** In clear. */
  account_no: string;
  /** Since when it is paid there. */
  changed_at: Date | null;
}
/** The account that was passed for a currency; undefined where there is none. */
export async function payeeOf(db: Db, supplierId: number, currency = "CNY"): Promise<Payee | undefined> {
  const payee = await row<{
    row_key: string;
    account_name: string;
    bank_name: string;
    branch: string;
    account_no: string;
    account_no_sealed: string | null;
    decided_at: string | null;
  }>(
    db,
    q`select row_key, account_name, bank_name, branch, account_no, account_no_sealed, decided_at from supplier_payees
      where supplier_id = ${supplierId} and currency = ${currency} and payee_status = 'active'`,
  );
  return (
    payee && {
      account_name: payee.account_name,
      bank_name: payee.bank_name,
      branch: payee.branch,
      account_no: found(openField(sealedPayee, payee, "account_no")),
      changed_at: payee.decided_at === null ? null : new Date(payee.decided_at),
    }
  );
}
/** The same for whoever looks: its number is masked on the way out. */
export const shownPayee = (db: Db, supplierId: number): Promise<Pick<Payee, "account_name" | "bank_name" | "account_no"> | undefined> =>
  row(
    db,
    q`select account_name, bank_name, account_no from supplier_payees where supplier_id = ${supplierId} and currency = 'CNY' and payee_status = 'active'`,
  );
