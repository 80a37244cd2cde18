/** What parcels ask of order, where waybills, parties, custody and batches stand. Whose parcel it is has been judged before. */
import type { CARRIERS, EXPRESS_MODES, HOLDERS } from "@visadesk/contract/order/words.ts";
import type { PARCEL_TRACKED } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Sql } from "#kit/db/sql.ts";

export interface ParcelWay {
  mode: keyof typeof EXPRESS_MODES;
  carrier_code: keyof typeof CARRIERS | null;
  waybill_no: string | null;
}
/** Whom it goes to or comes from; of a number the mask alone. */
export interface ParcelParty {
  name: string;
  mobile: string | null;
  phone: string;
  address: unknown;
}
export interface PackedItem {
  applicant_id: number | null;
  material_id: number | null;
  name: string;
  count: number;
}
export interface NewExpress extends ParcelWay {
  /** 2 goes to a supplier, 5 comes from one and is on its way when we hear of it. */
  type: 2 | 5;
  supplier_id: number;
  batch_id: number | null;
  items: readonly PackedItem[];
}
export interface CountedItem {
  express_item_id: number;
  counted: number;
}
export interface BatchFacts {
  id: number;
  batch_no: string;
  batch_status: string;
  /** Live lines. */
  applicant_ids: number[];
}
type Holder = keyof typeof HOLDERS;
/** Where originals of a parcel are from now on, with what their orders' timelines say of it; judged under each order's lock. */
export interface Carried {
  /** Where they must be until then: with the supplier means with this one, with the mission handed in by it. */
  from: readonly Holder[];
  to: Extract<Holder, "courier" | "supplier" | "us" | "lost">;
  supplier_id: number;
  label: string;
  /** One that is elsewhere by now refuses the act, or stays where it is. */
  others: "refuse" | "stay";
  /** Everybody inside must still be given to the supplier. */
  isAssigned?: true;
  /** Only these; all of the parcel where nothing is said. */
  material_ids?: readonly number[];
}

export interface ParcelDoors {
  /** Express row with its items in the order given; a live waybill is taken once. */
  expressMade(ctx: Ctx, made: NewExpress): Promise<{ id: number; item_ids: number[] }>;
  expressItemsAdded(ctx: Ctx, expressId: number, items: readonly PackedItem[]): Promise<number[]>;
  expressItemsTaken(ctx: Ctx, itemIds: readonly number[]): Promise<void>;
  expressEdited(ctx: Ctx, expressId: number, set: Partial<ParcelWay> & { receiver?: ParcelParty; sender?: ParcelParty }): Promise<void>;
  /** Its moves, with version and state compared by the move itself. */
  expressSent(ctx: Ctx, expressId: number, way: ParcelWay): Promise<void>;
  /** It left and everything it carries is held: how heavy it is, and what that costs on a monthly card. */
  expressCosted(ctx: Ctx, expressId: number, weight_g: number | undefined): Promise<void>;
  /** A state that its courier told, with his words. */
  expressTracked(ctx: Ctx, expressId: number, to: keyof typeof PARCEL_TRACKED, text: string): Promise<void>;
  expressSigned(ctx: Ctx, expressId: number, signed: { at: Date; by: string }): Promise<void>;
  expressChecked(
    ctx: Ctx,
    expressId: number,
    counts: readonly CountedItem[],
    exception: "short" | "damaged" | "wrong" | null,
  ): Promise<void>;
  expressCancelled(ctx: Ctx, expressId: number): Promise<void>;
  /** Originals of several orders change hands; each order is locked and derived, in id order. */
  carried(ctx: Ctx, expressId: number, c: Carried): Promise<void>;
  /** A line in the timeline of each of these people. */
  toldOf(ctx: Ctx, expressId: number, lines: readonly { applicant_id: number; label: string; reason: string }[]): Promise<void>;
  /** Orders of these people, held in id order before anything of theirs is written. */
  ordersHeld(ctx: Ctx, applicantIds: readonly number[]): Promise<void>;
  /** The batch and its live lines, held until the end; `seen` are the owners whose batches are in sight, null where the parcel was judged. */
  batchHeld(ctx: Ctx, batchId: number, seen: readonly number[] | null): Promise<BatchFacts | null>;
  batchScanned(ctx: Ctx, batchId: number, applicantIds: readonly number[]): Promise<void>;
  /** Of all, or of these people. */
  batchUnscanned(ctx: Ctx, batchId: number, applicantIds?: readonly number[]): Promise<void>;
  batchHandedOver(ctx: Ctx, batchId: number, to: string): Promise<void>;
  /** Its parcel came back: the batch is as before it was handed over. */
  batchTakenBack(ctx: Ctx, batchId: number): Promise<void>;
  /** These people go on another day with the same supplier, and leave the batch of this one. */
  dayMoved(ctx: Ctx, moved: { applicant_ids: readonly number[]; date: string; batch_id: number | null }): Promise<void>;
  /** Conditions over `applicants a`: by keyword, and by a scan, which is a passport whole or its last four, or a number of ours. */
  peopleMatch(keyword: string): Sql | null;
  scanMatch(code: string): Sql;
  /** Of these people, whose orders the caller may see. */
  inSight(ctx: Ctx, applicantIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Whole passport numbers by person, for a print: of those whose orders the caller may see. */
  passportNumbers(ctx: Ctx, applicantIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
}
