/** Door of the product area: what can be sold, at which price, with which papers. */
import { adjustJobs } from "./price-adjustment.jobs.ts";
import { jobs as skuJobs } from "./sku.jobs.ts";
import { skuScanJobs } from "./sku-scan.jobs.ts";
import { specialPriceJobs } from "./special-price-activity.jobs.ts";

export const jobs = [...skuJobs, ...skuScanJobs, ...adjustJobs, ...specialPriceJobs];
export { ageOn, documentsFor, isChild, protectionExcludes, protectionPayout, type Slot } from "./person.rules.ts";
export { feeAdjust, feeChanges } from "./fee-change.ts";
export { productsOnSale } from "./country-products.ts";
export { productOpened } from "./product.opened.ts";
export { insuranceProductServer } from "./insurance-product.ts";
export { insuranceQuote, type InsuranceQuote, type InsuranceTrip } from "./insurance-quote.ts";
export { insuranceFits } from "@visadesk/contract/product/insurance.rules.ts";
export { priceAdjustmentOpen, type AdjustAsk, type AdjustResult } from "./price-adjustment.ts";
export { priceAdjustmentServer } from "./price-adjustment-serve.ts";
export { seedAdjustments } from "./seed-adjustments.ts";
export { skuPriceServer } from "./sku-price.ts";
export { lastRates } from "./price-adjustment.sql.ts";
export { resolvePrice, totalCost, type Buyer, type PriceRow } from "./price.rules.ts";
export { quote, type Quote } from "./quote.ts";
export { noRoom } from "./special-price.rules.ts";
export { specialPriceActivityServer } from "./special-price-activity.ts";
export { release, reserve, type QuotedSpecial } from "./special-price-use.ts";
export { sellable } from "./sellable.ts";
export { liveBody, snapshot, snapshotOf } from "./snapshot.ts";
export { snapshotDiff, type SnapshotChange, stayText, validityText } from "./snapshot-diff.ts";
export { pricesOf } from "./sku.sql.ts";
export { seedCatalogue } from "./seed-catalogue.ts";
export { demoSpecialDays, seedSpecials, seedSpecialUses } from "./seed-specials.ts";
export { storeDemoClause } from "./seed-insurance.ts";
export { productRecommendServer } from "./product-recommend.ts";
export { refuseNoWorryLinkServer } from "./refuse-no-worry-link.ts";
export { refuseNoWorryProductServer } from "./refuse-no-worry-product.ts";
export type {
  PaperImpactAsk,
  PaperImpactFilter,
  PaperImpactRow,
  PaperPushAsk,
  PaperPushDoors,
  PaperPushResult,
  PaperRule,
  ProtectionDoors,
  PushPerson,
} from "./doors.ts";
export { exportSheets } from "./sku-export.ts";
export { skuServer } from "./sku.ts";
export { skuSnapshotServer } from "./sku-snapshot.ts";
export { skuGenerateServer } from "./sku-generate.ts";
export { spuServer } from "./spu.ts";
export { skuEditServer } from "./sku-edit.ts";
export { skuMoveServer } from "./sku-moves.ts";
export { skuPaperPushServer } from "./sku-paper-push.ts";
export { skuPaperPushJobs } from "./sku-paper-push.jobs.ts";
export { replaceInSkus, replaceTrial } from "./replace.ts";
export { isFeeOnSale, isUsedBySku, relatedCounts, relatedListDef, usedCountOf, usedCounts, wasEverUsed } from "./uses.sql.ts";
