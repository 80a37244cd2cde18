/** The stored nouns of supplier. */
import { supplierParcelNoun } from "./supplier-parcel/supplier-parcel.noun.ts";
import { supplierNoun } from "./supplier/supplier.noun.ts";

export const supplierNouns = [supplierNoun, supplierParcelNoun];
