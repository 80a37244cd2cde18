/** Proofs and photos of parcels: who may open them, and their leaving with the people they show. */
import type { Ctx } from "#kit/call/context.ts";
import type { HeldFiles } from "#kit/files/file-keys.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import type { FileAccess } from "../../files/index.ts";
import { parcelScope } from "./parcel-state.sql.ts";

interface Hung {
  key: string;
  parcel_no: string;
  label: string;
  people: number[];
}
const HUNG = q`
  select t.id, t.created_by, t.parcel_no, f.key, '交接凭证' as label, '{}'::int8[] as people from supplier_parcels t, unnest(t.proof_files) f(key)
  union all select t.id, t.created_by, t.parcel_no, f.key, '差异照片', array_remove(array[i.applicant_id], null)
    from supplier_parcels t join supplier_parcel_items i on i.parcel_id = t.id, unnest(i.issue_files) f(key)`;
const hungOn = (ctx: Pick<Ctx, "db" | "me">, id: unknown, keys: readonly string[]): Promise<Hung[]> =>
  rows<Hung>(
    ctx.db,
    q`select t.key, t.parcel_no, t.label, t.people from (${HUNG}) t where ${and([q`t.id = ${id}`, q`t.key = any(${[...keys]}::text[])`, parcelScope(ctx)])} order by t.label`,
  );

/** A proof or a photo of a parcel in the caller's sight. */
export async function mayReadParcelFile(ctx: Pick<Ctx, "db" | "me">, id: number, key: string): Promise<FileAccess | null> {
  const [first, ...rest] = await hungOn(ctx, id, [key]);
  if (!first) return null;
  const subject_ids = [...new Set([first, ...rest].flatMap((h) => h.people))];
  return { noun_no: first.parcel_no, label: first.label, subject_ids, is_identity: false, filename: null };
}

export const heldByParcel: HeldFiles = async (ctx, input, keys) =>
  typeof input["id"] === "number" ? (await hungOn(ctx, input["id"], keys)).map((h) => h.key) : [];

/** What was written and photographed about people whose data leaves; what was sent and counted stays. */
export async function eraseItems(db: Db, applicantIds: readonly number[]): Promise<void> {
  await row(
    db,
    q`update supplier_parcel_items set issue_note = '', resolution_note = '', issue_files = '{}' where applicant_id = any(${[...applicantIds]}::int8[])`,
  );
}
