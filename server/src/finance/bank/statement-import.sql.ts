/** Imports as they are read, and the lines of them that are written. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { statementMap, type StatementMap, type statementImportApi } from "@visadesk/contract/finance/bank/statement-import.ts";
import type { Ctx } from "#kit/call/context.ts";
import { judged } from "#kit/call/input.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { shown } from "#kit/noun/noun.ts";
import { workerNames } from "../../setting/index.ts";
import { wholeScope } from "../scope.sql.ts";
import { statementImportNoun } from "./bank.noun.ts";

type Api = typeof statementImportApi;
export type ShownImport = Output<Api["statement_import_get"]>;
type ImportRow = Omit<ShownImport, "created_by_name"> & { created_by: number | null };
export const NO_IMPORT = "导入记录不存在";
const SELECT = q`${shown(statementImportNoun, "i")}, i.version, i.created_by, i.created_at,
  (select c.name from company_accounts c where c.id = i.company_account_id) as account_name`;

export const importList = (ctx: Pick<Ctx, "me">, input: Parsed<Api["statement_import_query"]>): ListDef => ({
  from: q`statement_imports i`,
  where: and([
    wholeScope(ctx),
    input.company_account_id && q`i.company_account_id = any(${[...input.company_account_id]}::int8[])`,
    input.import_status && q`i.import_status = any(${[...input.import_status]}::text[])`,
  ]),
  id: "i.id",
  select: SELECT,
  sorts: { created_at: { by: "i.created_at", order: "desc" } },
  sort: "created_at",
});
export async function shownImports(db: Db, list: readonly ImportRow[]): Promise<ShownImport[]> {
  const names = await workerNames(
    db,
    list.map((i) => i.created_by),
  );
  return list.map(({ created_by, ...i }) => ({ ...i, created_by_name: names.get(created_by ?? 0) ?? null }));
}
export async function importById(ctx: Pick<Ctx, "db" | "me">, id: number): Promise<ShownImport> {
  const stored = await row<ImportRow>(
    ctx.db,
    q`select ${SELECT} from statement_imports i where ${and([q`i.id = ${id}`, wholeScope(ctx)])}`,
  );
  const [one] = await shownImports(ctx.db, [found(stored, NO_IMPORT)]);
  return found(one, NO_IMPORT);
}

/** Hashes of the account's lines that are there already. */
export async function knownHashes(db: Db, account: number, hashes: readonly string[]): Promise<Set<string>> {
  const list = await rows<{ line_hash: string }>(
    db,
    q`select line_hash from statement_lines where company_account_id = ${account} and line_hash = any(${[...hashes]}::text[])`,
  );
  return new Set(list.map((l) => l.line_hash));
}
/** What the account had after the last line before an instant. */
export const balanceBefore = async (db: Db, account: number, at: Date): Promise<number | null> =>
  (
    await row<{ balance_after: number }>(
      db,
      q`select balance_after from statement_lines where company_account_id = ${account} and balance_after is not null and at < ${at}
        order by at desc, seq desc, id desc limit 1`,
    )
  )?.balance_after ?? null;

export async function mapOf(db: Db, account: number): Promise<StatementMap | null> {
  const stored = await row<{ statement_map: unknown }>(db, q`select statement_map from company_accounts where id = ${account}`);
  const read = judged(statementMap, found(stored, "资金账户不存在").statement_map);
  return read.success ? read.data : null;
}
