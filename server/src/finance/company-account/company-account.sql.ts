/** Accounts of the company as they are read, with what the books say lies on them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { companyAccountApi } from "@visadesk/contract/finance/company-account.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { hashesOf } from "#kit/seal/seal.ts";
import { wholeScope } from "../scope.sql.ts";
import { workerNames } from "../../setting/index.ts";

type Api = typeof companyAccountApi;
export type CompanyAccountRow = Output<Api["company_account_get"]>;
export type StoredAccount = Omit<CompanyAccountRow, "is_mine" | "submitted_by_name" | "confirmed_by_name"> & {
  submitted_by: number | null;
  confirmed_by: number | null;
};
export const NO_ACCOUNT = "资金账户不存在";

const COLUMNS = q`c.id, c.name, c.kind, c.bank_name, c.account_no, c.holder, c.currency, c.day_limit, c.low_water, c.account_status,
  c.submitted_by, c.confirmed_by, c.confirmed_at, c.version, c.created_at, c.updated_at,
  coalesce((select sum(l.amount) from ledger_accounts a join journal_lines l on l.account_id = a.id
    where a.owner_id = c.id and a.code in ('cash', 'clearing')), 0)::int8 as balance`;

export const accountList = (input: Parsed<Api["company_account_query"]>, ctx: Pick<Ctx, "me">): ListDef => ({
  from: q`company_accounts c`,
  where: and([
    wholeScope(ctx),
    input.keyword && q`c.name ilike ${`%${likeText(input.keyword)}%`}`,
    input.kinds && q`c.kind = any(${[...input.kinds]}::text[])`,
    input.account_statuses && q`c.account_status = any(${[...input.account_statuses]}::text[])`,
  ]),
  id: "c.id",
  select: COLUMNS,
  sorts: { name: { by: "c.name", order: "asc" }, created_at: { by: "c.created_at", order: "desc" } },
  sort: "created_at",
});
const read = async (db: Db, id: number, tail: Sql): Promise<StoredAccount> =>
  found(await row<StoredAccount>(db, q`select ${COLUMNS} from company_accounts c where c.id = ${id} ${tail}`), NO_ACCOUNT);
export const storedAccount = (db: Db, id: number): Promise<StoredAccount> => read(db, id, q``);
/** Held until the transaction ends: what is paid from it and its end are decided one after another. */
export const heldAccount = (db: Db, id: number): Promise<StoredAccount> => read(db, id, q`for update`);

export async function shownAccounts(ctx: Pick<Ctx, "db" | "me">, list: readonly StoredAccount[]): Promise<CompanyAccountRow[]> {
  const names = await workerNames(
    ctx.db,
    list.flatMap((c) => [c.submitted_by, c.confirmed_by]),
  );
  return list.map(({ submitted_by, confirmed_by, ...c }) => ({
    ...c,
    is_mine: submitted_by === ctx.me.worker_id,
    submitted_by_name: names.get(submitted_by ?? 0) ?? null,
    confirmed_by_name: names.get(confirmed_by ?? 0) ?? null,
  }));
}

/** Those in use, for a picker. */
export const usableAccounts = (db: Db, kinds: readonly string[] | undefined): Promise<StoredAccount[]> =>
  rows<StoredAccount>(
    db,
    q`select ${COLUMNS} from company_accounts c
      where ${and([q`c.account_status = 'enabled'`, kinds !== undefined && q`c.kind = any(${[...kinds]}::text[])`])} order by c.kind, c.name`,
  );

/** Another account of this number, or of this name. */
export const isTaken = async (db: Db, by: { name?: string; account_no?: string }, except: number | null): Promise<boolean> =>
  (await row(
    db,
    q`select 1 from company_accounts where id is distinct from ${except}::int8 and ${
      by.name === undefined ? q`account_no_hash = any(${hashesOf("card", by.account_no ?? "")}::text[])` : q`name = ${by.name}`
    } limit 1`,
  )) !== undefined;
/** Money was booked on it: its kind is fixed. */
export const isPosted = async (db: Db, id: number): Promise<boolean> =>
  (await row(db, q`select 1 from ledger_accounts where owner_id = ${id} and code in ('cash', 'clearing', 'suspense') limit 1`)) !==
  undefined;
