/** The stored nouns of supplier. */
import { supplierNoun } from "./supplier/supplier.noun.ts";

export const supplierNouns = [supplierNoun];
