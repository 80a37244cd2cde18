/** The stored nouns of supplier. */
import { supplierNoun } from "./supplier.noun.ts";

export const supplierNouns = [supplierNoun];
