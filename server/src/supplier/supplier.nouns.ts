/** The stored nouns of supplier. */
import { supplierNoun } from "./supplier/supplier.noun.ts";
import { supplierPriceNoun } from "./supplier-price/supplier-price.noun.ts";
import { supplierProductNoun } from "./supplier-product/supplier-product.noun.ts";

export const supplierNouns = [supplierNoun, supplierProductNoun, supplierPriceNoun];
