/** Whose an account of the books is: a peer's, a supplier's or one of our own. */
import type { AccountCode } from "@visadesk/contract/finance/ledger.words.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";

export interface AccountOwner {
  account: AccountCode;
  owner_id: number;
  kind: string;
}
type Owners = "peers" | "suppliers" | "company_accounts";
const OWNERS: Readonly<Partial<Record<AccountCode, Owners>>> = {
  cash: "company_accounts",
  clearing: "company_accounts",
  suspense: "company_accounts",
  peer_credit: "peers",
  peer_principal: "peers",
  peer_gift: "peers",
  peer_frozen: "peers",
  payable_supplier: "suppliers",
  payable_insurer: "suppliers",
  payable_carrier: "suppliers",
};
/** Accounts of money: told apart by where it lies, others are summed over their owners. */
export const MONEY_ACCOUNTS = ["cash", "clearing", "suspense"] as const satisfies readonly AccountCode[];

export async function ownerNames(db: Db, list: readonly AccountOwner[]): Promise<(of: AccountOwner) => string> {
  const ids = (table: Owners): number[] => list.filter((a) => OWNERS[a.account] === table).map((a) => a.owner_id);
  const found = await rows<{ owner: Owners; id: number; name: string }>(
    db,
    q`select 'peers' as owner, id, short_name as name from peers where id = any(${ids("peers")}::int8[])
      union all select 'suppliers', id, name from suppliers where id = any(${ids("suppliers")}::int8[])
      union all select 'company_accounts', id, name from company_accounts where id = any(${ids("company_accounts")}::int8[])`,
  );
  const names = new Map(found.map((f) => [`${f.owner} ${f.id}`, f.name]));
  return ({ account, owner_id }) => names.get(`${OWNERS[account]} ${owner_id}`) ?? "";
}
