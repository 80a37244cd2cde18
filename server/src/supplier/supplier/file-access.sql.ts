/** Which private files hang on suppliers: asked before an address is given out. */
import { DOCUMENT_KINDS, type DocumentKind } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import type { FileAccess } from "../../files/index.ts";
import { supplierScope } from "./supplier-scope.sql.ts";

type Caller = Pick<Ctx, "db" | "me">;
const access = (noun_no: string, label: string): FileAccess => ({ noun_no, label, is_identity: false, filename: null });

/** A paper or contract of a supplier in the caller's sight. */
export async function mayReadDocument(ctx: Caller, id: number, key: string): Promise<FileAccess | null> {
  const found = await row<{ supplier_no: string; kind: DocumentKind }>(
    ctx.db,
    q`
    select s.supplier_no, d.kind from suppliers s join supplier_documents d on d.supplier_id = s.id
    where ${and([q`s.id = ${id}`, q`${key} = any(d.files)`, supplierScope(ctx)])} order by d.id desc limit 1`,
  );
  return found ? access(found.supplier_no, DOCUMENT_KINDS[found.kind]) : null;
}

/** A proof of the account `id`, of a supplier in the caller's sight. */
export async function mayReadProof(ctx: Caller, id: number, key: string): Promise<FileAccess | null> {
  const found = await row<{ supplier_no: string }>(
    ctx.db,
    q`
    select s.supplier_no from supplier_payees p join suppliers s on s.id = p.supplier_id
    where ${and([q`p.id = ${id}`, q`${key} = any(p.proof_files)`, supplierScope(ctx)])}`,
  );
  return found ? access(found.supplier_no, "收款账户证明") : null;
}

/** Which of these keys suppliers and their parcels name. */
export const filesInUse = async (db: Ctx["db"], keys: readonly string[]): Promise<string[]> =>
  (
    await rows<{ key: string }>(
      db,
      q`
      select distinct a.key from (
        select unnest(files) as key from supplier_documents union all select unnest(proof_files) from supplier_payees
        union all select unnest(proof_files) from supplier_parcels union all select unnest(issue_files) from supplier_parcel_items) a
      where a.key = any(${[...keys]}::text[])`,
    )
  ).map((r) => r.key);
