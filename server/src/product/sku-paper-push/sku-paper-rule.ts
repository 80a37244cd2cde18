/** The paper list of a product as an order made now would get it, or as a form still holds it. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { skuPaperPushApi } from "@visadesk/contract/product/sku/sku-paper-push.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import type { PaperRule } from "../doors.ts";
import { NO_SKU } from "../sku/sku-check.ts";
import { draftPapers, snapshotPapers } from "../snapshot/snapshot.sql.ts";

type Sku = Pick<PaperRule, "identities"> & { version: number };
type Draft = Pick<Parsed<typeof skuPaperPushApi.sku_paper_impact_query>, "papers" | "identities">;

export async function paperRule(db: Db, skuId: number, draft: Draft = {}): Promise<{ rule: PaperRule; version: number }> {
  const sku = found(await row<Sku>(db, q`select version, identities from skus where id = ${skuId}`), NO_SKU);
  const papers = draft.papers ? await draftPapers(db, draft.papers) : await snapshotPapers(db, skuId);
  const identities = draft.identities ?? sku.identities;
  return { rule: { sku_id: skuId, papers, identities }, version: sku.version };
}
