/** Door of the product area: what can be sold, at which price, with which papers. */
export { ageOn, documentsFor, identityOf, isChild, missingPapers, protectionExcludes, protectionPayout, protectionPrice, type PaperPerson, type ProtectionPerson, type Slot } from "./person.rules.ts";
export { resolvePrice, totalCost, type Band, type Buyer, type Candidate, type PriceResult, type PriceSource } from "./price.rules.ts";
export { quote, type Quote, type QuoteEntry, type QuoteLine } from "./quote.ts";
export { sellable } from "./sellable.ts";
export { liveBody, snapshot, snapshotOf, type Snapshot } from "./snapshot.ts";
export { seedCatalogue } from "./seed-catalogue.ts";
export { skuServer } from "./sku.ts";
export { jobs } from "./sku.jobs.ts";
