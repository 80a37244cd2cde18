/** Door of the product area: what can be sold, at which price, with which papers. */
export { ageOn, documentsFor, isChild, protectionExcludes, protectionPayout, type Slot } from "./person.rules.ts";
export { feeAdjust, feeChanges } from "./fee-change.ts";
export { productsOnSale } from "./country-products.ts";
export { priceAdjustmentOpen, type AdjustAsk, type AdjustResult } from "./price-adjustment.ts";
export { lastRates } from "./price-adjustment.sql.ts";
export { totalCost } from "./price.rules.ts";
export { quote, type Quote } from "./quote.ts";
export { sellable } from "./sellable.ts";
export { liveBody, snapshot, snapshotOf } from "./snapshot.ts";
export { seedCatalogue } from "./seed-catalogue.ts";
export { noWorryAdjust } from "./no-worry-adjust.ts";
export { refuseNoWorryLinkServer } from "./refuse-no-worry-link.ts";
export { refuseNoWorryProductServer } from "./refuse-no-worry-product.ts";
export type { ProtectionDoors } from "./doors.ts";
export { skuServer } from "./sku.ts";
export { jobs } from "./sku.jobs.ts";
export { replaceInSkus, replaceTrial } from "./replace.ts";
export { isFeeOnSale, isUsedBySku, relatedCounts, relatedListDef, usedCountOf, usedCounts, wasEverUsed } from "./uses.sql.ts";
