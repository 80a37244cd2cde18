/** Everything that a move of one order is decided by, as loaded rows. */
import type { Selectable } from "kysely";
import type { ProtectionTerms, SnapshotBody } from "@visadesk/contract/product/snapshot.ts";
import type { CLAIM_REJECTS } from "@visadesk/contract/order/claim/refuse-claim.words.ts";
import type { ConsistencyRule } from "@visadesk/contract/order/consistency/order-consistency.words.ts";
import type { StateOf } from "@visadesk/contract/kit/flow.ts";
import type { applicantFlow, materialFlow, orderFlow } from "@visadesk/contract/order/order.flow.ts";
import type { Tables } from "#kit/db/tables.gen.ts";
import type { InsuranceSold } from "../../product/index.ts";

export type OrderStatus = StateOf<typeof orderFlow>;
export type ApplicantStatus = StateOf<typeof applicantFlow>;
export type MaterialStatus = StateOf<typeof materialFlow>;

/** What of the quote is kept beside the fee rows. */
export interface KeptQuote {
  protection: { id: number; name: string } | null;
  /** Absent in orders from before insurance was sold. */
  insurance?: InsuranceSold | null;
  urgent_tier: { tier_code: string } | null;
}
export type OrderRow = Omit<Selectable<Tables["orders"]>, "order_status" | "quote"> & { order_status: OrderStatus; quote: KeptQuote };
export type ApplicantRow = Omit<Selectable<Tables["applicants"]>, "applicant_status"> & { applicant_status: ApplicantStatus };
export type MaterialRow = Omit<Selectable<Tables["applicant_materials"]>, "material_status"> & { material_status: MaterialStatus };
export type VisitRow = Selectable<Tables["visits"]>;
export type FeeRow = Selectable<Tables["order_fees"]>;
export type DiffRow = Selectable<Tables["order_diffs"]>;
export type LineRow = Selectable<Tables["submissions"]>;

/** A protection as it was sold to one person. */
export interface ClaimPlan extends ProtectionTerms {
  premium: number;
}
export type ClaimRow = Omit<Selectable<Tables["refuse_claims"]>, "plan" | "exclusion_checks" | "reason_code"> & {
  plan: ClaimPlan;
  reason_code: keyof typeof CLAIM_REJECTS | null;
  exclusion_checks: Record<string, boolean>;
};
export interface Material extends MaterialRow {
  /** Live files nobody opened yet. */
  unseen: number;
  /** All live files. */
  files: number;
}
export interface Parcel {
  id: number;
  type: number;
  express_status: string;
  applicant_ids: number[];
}
export interface Person extends ApplicantRow {
  materials: Material[];
  /** The proposed or booked visit. */
  visit: VisitRow | null;
  /** The live submission line. */
  line: LineRow | null;
  /** Number of his refund that waits for its review: his case rests. */
  refund: string | null;
  /** While his claim is open. */
  claim: ClaimRow | null;
}
/** What was accepted of people who do not fit together; `marks`: what each of them said then, as a keyed hash. */
export type ConsistencyAccept = Omit<Selectable<Tables["order_consistencies"]>, "rule" | "marks"> & {
  rule: ConsistencyRule;
  marks: Record<string, string>;
};
export interface Facts {
  order: OrderRow;
  snapshot: SnapshotBody;
  people: Person[];
  fees: FeeRow[];
  /** Unpaid differences that stop a submission. */
  blocking: DiffRow[];
  parcels: Parcel[];
  /** Read while somebody stands in the review; null: whoever asks may not hear how people fit together. */
  accepts: ConsistencyAccept[] | null;
  evaluated: boolean;
  now: Date;
  /** Shanghai date of `now`. */
  today: string;
}
