/** What suppliers ask of areas that rest on them; `server/src/areas.ts` passes the real ones in. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ParcelDoors } from "./supplier-parcel/parcel-doors.ts";
import type { PriceDoors } from "./supplier-price/price-doors.ts";
import type { Band } from "./supplier-assignment/candidate.rules.ts";

/** What an applicant's supplier is chosen by. */
export interface SupplierAsk {
  applicant_id: number;
  order_id: number;
  sku_id: number;
  band: Band;
  tier: string | null;
  /** When his papers can be handed in at the earliest. */
  planned_date: string;
}
export interface RerouteRow {
  applicant_id: number;
  supplier_product_id: number;
  planned_date?: string | undefined;
}
export interface OrderDoor {
  /** Of these people, who is in orders the caller processes, and why somebody keeps his supplier; null: he may get another. */
  supplierStays(ctx: Ctx, applicantIds: readonly number[]): Promise<{ id: number; in_scope: boolean; stays: string | null }[]>;
  /** Of somebody whose order is one of theirs; null: whose sight was judged. */
  supplierAsk(ctx: Ctx, applicantId: number, seen: readonly number[] | null): Promise<SupplierAsk | undefined>;
  /** Orders of these people and they themselves, held as whoever changes them holds them. */
  peopleHeld(ctx: Ctx, applicantIds: readonly number[]): Promise<void>;
  /** Gives people to other suppliers, each for itself; the caller has judged whom he may see. */
  supplierSet(ctx: Ctx, list: readonly RerouteRow[], reason: string): Promise<{ id: number; ok: boolean; msg: string }[]>;
}
export interface ProductDoor {
  /** Products on sale that nobody can do any more, and those that somebody can again. */
  supplyLost(ctx: Ctx, skuIds: readonly number[], why: string): Promise<void>;
  supplyBack(ctx: Ctx, skuIds: readonly number[], why: string): Promise<void>;
}
export interface FinanceDoor {
  /** Money paid ahead that no settlement has taken yet. */
  prepaidLeft(db: Db, supplierId: number): Promise<number>;
}
export interface Doors {
  readonly finance: FinanceDoor;
  readonly order: OrderDoor;
  readonly product: ProductDoor & PriceDoors;
  readonly express: ParcelDoors;
}
