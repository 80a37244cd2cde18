/** The rules stand in the contract: the form draws its meter from them. */
export { completenessOf, type SkuFacts } from "@visadesk/contract/product/completeness.rules.ts";
