/** Door of the product area: what can be sold, at which price, with which papers. */
export { ageOn, documentsFor, isChild, protectionExcludes, protectionPayout, type Slot } from "./person.rules.ts";
export { feeAdjust, feeChanges } from "./fee-change.ts";
export { productsOnSale } from "./country-products.ts";
export { priceAdjustmentOpen, type AdjustAsk, type AdjustResult } from "./price-adjustment.ts";
export { lastRates } from "./price-adjustment.sql.ts";
export { totalCost, type Buyer } from "./price.rules.ts";
export { quote, type Quote } from "./quote.ts";
export { noRoom } from "./special-price.rules.ts";
export { specialPriceActivityServer } from "./special-price-activity.ts";
export { release, reserve, type QuotedSpecial } from "./special-price-use.ts";
export { sellable } from "./sellable.ts";
export { liveBody, snapshot, snapshotOf } from "./snapshot.ts";
export { seedCatalogue } from "./seed-catalogue.ts";
export { skuServer } from "./sku.ts";
export { jobs } from "./sku.jobs.ts";
export { specialPriceJobs } from "./special-price-activity.jobs.ts";
export { replaceInSkus, replaceTrial } from "./replace.ts";
export { isFeeOnSale, isUsedBySku, relatedCounts, relatedListDef, usedCountOf, usedCounts, wasEverUsed } from "./uses.sql.ts";
