/** Door of the product area: what can be sold, at which price, with which papers. */
import { adjustJobs } from "./price-adjustment/price-adjustment.jobs.ts";
import { jobs as skuJobs } from "./sku/sku.jobs.ts";
import { skuScanJobs } from "./sku-scan/sku-scan.jobs.ts";
import { specialPriceJobs } from "./special-price-activity/special-price-activity.jobs.ts";

export const jobs = [...skuJobs, ...skuScanJobs, ...adjustJobs, ...specialPriceJobs];
export { ageOn, documentsFor, isChild, protectionExcludes, protectionPayout, type Slot } from "./price/person.rules.ts";
export { feeAdjust, feeChanges } from "./price-adjustment/fee-change.ts";
export { productsOnSale } from "./spu/country-products.ts";
export { productOpened } from "./product.opened.ts";
export { insuranceProductServer } from "./insurance-product/insurance-product.ts";
export { insuranceQuote, type InsuranceQuote, type InsuranceTrip } from "./insurance-product/insurance-quote.ts";
export { insuranceFits } from "@visadesk/contract/product/price/insurance.rules.ts";
export { priceAdjustmentOpen, type AdjustAsk, type AdjustResult } from "./price-adjustment/price-adjustment.ts";
export { priceAdjustmentServer } from "./price-adjustment/price-adjustment-serve.ts";
export { seedAdjustments } from "./seed/seed-adjustments.ts";
export { skuPriceServer } from "./price/sku-price.ts";
export { lastRates } from "./price-adjustment/price-adjustment.sql.ts";
export type { Buyer } from "./price/buyer.ts";
export { resolvePrice, totalCost, type PriceRow } from "./price/price.rules.ts";
export { quote, type Quote } from "./price/quote.ts";
export { noRoom } from "./special-price-activity/special-price.rules.ts";
export { specialPriceActivityServer } from "./special-price-activity/special-price-activity.ts";
export { release, reserve, type QuotedSpecial } from "./special-price-activity/special-price-use.ts";
export { sellable } from "./sku-scan/sellable.ts";
export { liveBody, snapshot, snapshotOf } from "./snapshot/snapshot.ts";
export { snapshotDiff, type SnapshotChange, stayText, validityText } from "./snapshot/snapshot-diff.ts";
export { pricesOf } from "./sku/sku.sql.ts";
export { seedCatalogue } from "./seed/seed-catalogue.ts";
export { demoSpecialDays, seedSpecials, seedSpecialUses } from "./seed/seed-specials.ts";
export { storeDemoClause } from "./seed/seed-insurance.ts";
export { productRecommendServer } from "./product-recommend/product-recommend.ts";
export { refuseNoWorryLinkServer } from "./refuse-no-worry-product/refuse-no-worry-link.ts";
export { refuseNoWorryProductServer } from "./refuse-no-worry-product/refuse-no-worry-product.ts";
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
export { exportSheets } from "./sku-figures/sku-export.ts";
export { skuServer } from "./sku/sku.ts";
export { skuSnapshotServer } from "./snapshot/sku-snapshot.ts";
export { skuGenerateServer } from "./sku-generate/sku-generate.ts";
export { spuServer } from "./spu/spu.ts";
export { skuEditServer } from "./sku/sku-edit.ts";
export { skuMoveServer } from "./sku/sku-moves.ts";
export { skuPaperPushServer } from "./sku-paper-push/sku-paper-push.ts";
export { skuPaperPushJobs } from "./sku-paper-push/sku-paper-push.jobs.ts";
export { replaceInSkus, replaceTrial } from "./sku/replace.ts";
export { isFeeOnSale, isUsedBySku, relatedCounts, relatedListDef, usedCountOf, usedCounts, wasEverUsed } from "./sku/uses.sql.ts";
