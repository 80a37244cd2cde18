/** What products ask of areas that rest on them; `server/src/areas.ts` passes the real ones in. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { skuPaperPushApi } from "@visadesk/contract/product/sku/sku-paper-push.ts";
import type { SnapshotBody } from "@visadesk/contract/product/snapshot.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Sql } from "#kit/db/sql.ts";

export interface ProtectionDoors {
  /** Persons covered, as rows of (product_id, sku_id, country_id, identity, sold, premium, claims_submitted, claims_passed, paid). */
  readonly protectionSales: Sql;
  /** Condition: an order was made with the protection. */
  isProtectionSold(id: Sql): Sql;
}

/** The paper list of a product as orders made now would get it. */
export interface PaperRule extends Pick<SnapshotBody, "papers" | "identities"> {
  sku_id: number;
}
type Impact = Output<typeof skuPaperPushApi.sku_paper_impact_query>;
export type PaperImpactRow = Impact["list"][number];
export type PaperImpactFilter = NonNullable<Parsed<typeof skuPaperPushApi.sku_paper_push_add>["filter"]>;
export interface PaperImpactAsk {
  rule: PaperRule;
  filter: PaperImpactFilter;
  page: number;
  page_size: number;
}
export interface PaperPushAsk {
  order_id: number;
  applicant_ids: readonly number[];
  rule: PaperRule;
  /** Who wanted it. */
  by: string;
}
export interface PaperPushResult {
  applicant_id: number;
  outcome: "done" | "same" | "refused";
  msg: string;
}
/** What the push of a paper list asks of the orders. */
export interface PaperPushDoors {
  orderScope: (ctx: Pick<Ctx, "me">, alias: "o" | "a") => Sql | null;
  /** Open applicants whose papers would change; a page of those the caller may see. */
  paperImpact(ctx: Ctx, ask: PaperImpactAsk): Promise<Omit<Impact, "version">>;
  /** Everybody of the filter whom the caller may see and who can get it, with their orders. */
  paperPickable(ctx: Ctx, rule: PaperRule, filter: PaperImpactFilter): Promise<PushPerson[]>;
  /** Those of the applicants that stand in orders of the product and in the caller's scope. */
  paperPicked(ctx: Ctx, skuId: number, applicantIds: readonly number[]): Promise<PushPerson[]>;
  /** Gives people of one order the list, in the caller's transaction; judged again under the order's lock. */
  paperPush(ctx: Ctx, ask: PaperPushAsk): Promise<PaperPushResult[]>;
}
export interface PushPerson {
  applicant_id: number;
  order_id: number;
}
