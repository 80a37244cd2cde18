/** Files of invoices: who opens them, which are in use. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import type { HeldFiles } from "#kit/files/file-keys.ts";
import type { FileAccess } from "../../files/index.ts";
import { invoiceScope } from "./invoice-scope.sql.ts";

export async function mayReadInvoiceFile(ctx: Pick<Ctx, "db" | "me">, id: number, key: string): Promise<FileAccess | null> {
  const found = await row<{ fp_no: string }>(
    ctx.db,
    q`select i.fp_no from invoices i where ${and([q`i.id = ${id}`, q`${key} = any(i.files)`, invoiceScope(ctx)])}`,
  );
  return found ? { noun_no: found.fp_no, label: "发票文件", is_identity: false, filename: null } : null;
}
export const invoiceFilesInUse = async (db: Db, keys: readonly string[]): Promise<string[]> =>
  (
    await rows<{ key: string }>(
      db,
      q`select k as key from unnest(${[...keys]}::text[]) k where exists (select 1 from invoices i where k = any(i.files))`,
    )
  ).map((f) => f.key);
export const heldByInvoice: HeldFiles = async (ctx, input, keys) => {
  const id = input["id"];
  if (typeof id !== "number") return [];
  const of = await row<{ files: string[] }>(ctx.db, q`select files from invoices where id = ${id}`);
  return keys.filter((k) => of?.files.includes(k));
};
