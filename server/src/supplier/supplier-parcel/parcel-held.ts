/** What every act upon a parcel begins and ends with: the row held, its stage judged, its version raised, its log told. */
import { PARCEL_STAGES, type ParcelStage } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { found, refuse } from "#kit/http/refuse.ts";
import { expectUnmoved } from "#kit/noun/move.ts";
import type { SetOf } from "#kit/noun/noun.ts";
import { saveRow } from "#kit/noun/save.ts";
import { itemsOf, type ItemRow } from "../supplier-parcel-item/parcel-items.sql.ts";
import { shownParcels } from "./parcel.shown.ts";
import { NO_PARCEL, storedParcel, type ParcelRow, type StoredParcel } from "./parcel.sql.ts";
import { supplierParcelNoun } from "./supplier-parcel.noun.ts";

/** Holds parcels, in id order. */
export const holdParcels = (ctx: Ctx, ids: readonly number[]): Promise<unknown> =>
  rows(ctx.db, q`select id from supplier_parcels where id = any(${[...ids]}::int8[]) order by id for update`);

/** Holds a parcel in the caller's sight; one out of sight is as if it were not there. */
export async function heldParcel(ctx: Ctx, input: { id: number; version?: number }, stages: readonly ParcelStage[]): Promise<StoredParcel> {
  await holdParcels(ctx, [input.id]);
  const p = found(await storedParcel(ctx.principal ? ctx : { db: ctx.db, me: ALL }, { id: input.id }), NO_PARCEL);
  if (input.version !== undefined) expectUnmoved(p, input.version, () => `交接单现在「${PARCEL_STAGES[p.stage]}」`);
  if (!stages.includes(p.stage)) refuse("state_changed", `交接单现在「${PARCEL_STAGES[p.stage]}」，请刷新后再试`);
  return p;
}
/** A job sees every parcel. */
const ALL = { scope_ids: null };

export interface Done {
  set?: SetOf<"supplier_parcels">;
  reason?: string | null;
  changes?: readonly FieldChange[];
  subjects?: readonly number[];
}
/** Writes what the act leaves on the parcel and in the log. */
export async function finish(ctx: Ctx, p: StoredParcel, { set = {}, reason = null, changes = [], subjects = [] }: Done): Promise<void> {
  await saveRow(ctx, supplierParcelNoun, {
    id: p.id,
    version: p.version,
    set: { ...set, updated_at: ctx.now },
    told: true,
    missing: NO_PARCEL,
  });
  const after = found(await storedParcel(ctx.principal ? ctx : { db: ctx.db, me: ALL }, { id: p.id }), NO_PARCEL);
  const moved: FieldChange[] =
    after.stage === p.stage ? [] : [{ field: "stage", label: "状态", before: PARCEL_STAGES[p.stage], after: PARCEL_STAGES[after.stage] }];
  ctx.note({
    noun: "supplier_parcel",
    noun_id: p.id,
    noun_no: p.parcel_no,
    reason,
    changes: [...moved, ...changes],
    subject_ids: subjects,
  });
}

export const peopleOf = (items: readonly ItemRow[]): number[] => [...new Set(items.flatMap((i) => i.applicant_id ?? []))];
/** Papers with whose they are, as the log names them. */
export const namedItems = (items: readonly ItemRow[]): string =>
  [...Map.groupBy(items, (i) => i.applicant_no ?? "")]
    .map(([no, his]) => `${no} ${his.map((i) => `${i.name}×${i.count}`).join("、")}`.trim())
    .join("；");
export const heldItems = (ctx: Ctx, p: StoredParcel): Promise<ItemRow[]> => itemsOf(ctx.db, p.id);

/** The parcel as an act answers it. */
export async function answerOf(ctx: Ctx, id: number): Promise<ParcelRow> {
  const [shown] = await shownParcels(ctx, [found(await storedParcel(ctx, { id }), NO_PARCEL)]);
  return found(shown, NO_PARCEL);
}
