/** Door of the product area: what can be sold, at which price, with which papers. */

export { productArea } from "./product.area.ts";
export { skuEditServer } from "./sku/sku-edit.ts";
export { skuMoveServer } from "./sku/sku-moves.ts";
export { skuServer } from "./sku/sku.ts";
export { skuSnapshotServer } from "./snapshot/sku-snapshot.ts";
export { ageOn, documentsFor, isChild, protectionExcludes, protectionPayout, type Slot } from "./price/person.rules.ts";
export { feeAdjust, feeChanges } from "./price-adjustment/fee-change.ts";
export { productsOnSale } from "./spu/country-products.ts";
export { insuranceOffer, insuranceTerms, type InsuranceChoice, type InsuranceSold } from "./insurance-product/insurance-offer.ts";
export { fillInsurancePorts } from "./insurance-product/insurance-ports.ts";
export { insuranceQuote, type InsuranceQuote, type InsuranceTrip } from "./insurance-product/insurance-quote.ts";
export { insuranceFits } from "@visadesk/contract/product/price/insurance.rules.ts";
export { priceAdjustmentOpen, type AdjustAsk, type AdjustResult } from "./price-adjustment/price-adjustment.ts";
export { productDesks } from "./price-adjustment/price-adjustment.queues.ts";
export { priceAdjustmentWithdraw } from "./price-adjustment/price-adjustment-add.ts";
export { seedAdjustments } from "./seed/seed-adjustments.ts";
export { holdTargets, lastRates } from "./price-adjustment/price-adjustment.sql.ts";
export { peerBuyer, type Buyer } from "./price/buyer.ts";
export { peerProducts } from "./price/price-trace.ts";
export { resolvePrice, totalCost, type PriceRow } from "./price/price.rules.ts";
export { quote, type Quote } from "./price/quote.ts";
export { noRoom } from "./special-price-activity/special-price.rules.ts";
export { release, reserve, type QuotedSpecial } from "./special-price-activity/special-price-use.ts";
export { supplyBack, supplyLost } from "./sku-scan/supply.ts";
export { sellable } from "./sku-scan/sellable.ts";
export { skusByNo } from "./price/sku-price.sql.ts";
export { liveBody, snapshot, snapshotOf } from "./snapshot/snapshot.ts";
export { snapshotDiff, type SnapshotChange, stayText, validityText } from "./snapshot/snapshot-diff.ts";
export { pricesOf } from "./sku/sku.sql.ts";
export { seedCatalogue } from "./seed/seed-catalogue.ts";
export { demoSpecialDays, seedSpecials, seedSpecialUses } from "./seed/seed-specials.ts";
export { storeDemoClause } from "./seed/seed-insurance.ts";
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
export { replaceInSkus, replaceTrial } from "./sku/replace.ts";
export { isFeeOnSale, isUsedBySku, relatedCounts, relatedListDef, usedCountOf, usedCounts, wasEverUsed } from "./sku/uses.sql.ts";
