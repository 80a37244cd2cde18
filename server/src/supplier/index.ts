/** Door of the supplier area. */
export { assign, type Assigned } from "./supplier-assignment/assign.ts";
export { priceDecide } from "./supplier-price/price-decide.ts";
export { costBeside } from "./supplier-price/cost-beside.ts";
export { costsByIds } from "./supplier-price/supplier-price.sql.ts";
export { usableMatches } from "./supplier-assignment/match.sql.ts";
export { supplierCost } from "./supplier-product/match-cost.sql.ts";
export { copyMatches, dropMatches } from "./supplier-product/copy-matches.ts";
import { area } from "#kit/area.ts";
import type { PriceDoors } from "./supplier-price/price-doors.ts";
import { supplierPriceJobs } from "./supplier-price/supplier-price.jobs.ts";
import { supplierPriceServer } from "./supplier-price/supplier-price.ts";
import { supplierProductServer } from "./supplier-product/supplier-product.ts";
import { supplierNouns } from "./supplier.nouns.ts";
import { supplierServer } from "./supplier/supplier.ts";
export const supplierArea = (doors: PriceDoors) =>
  area("supplier", {
    nouns: supplierNouns,
    serving: { ...supplierServer, ...supplierProductServer, ...supplierPriceServer(doors) },
    jobs: supplierPriceJobs,
  });
export { seedSuppliers } from "./supplier/seed.ts";
export { supplierHoldings } from "./supplier/hand-over.sql.ts";
export { supplierOpened } from "./supplier.opened.ts";
