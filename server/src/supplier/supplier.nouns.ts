/** The stored nouns of supplier. */
import { supplierContactNoun } from "./supplier-contact/supplier-contact.noun.ts";
import { supplierDocumentNoun } from "./supplier-document/supplier-document.noun.ts";
import { supplierParcelNoun } from "./supplier-parcel/supplier-parcel.noun.ts";
import { supplierPayeeNoun } from "./supplier-payee/supplier-payee.noun.ts";
import { supplierNoun } from "./supplier/supplier.noun.ts";
import { supplierPriceNoun } from "./supplier-price/supplier-price.noun.ts";
import { supplierProductNoun } from "./supplier-product/supplier-product.noun.ts";

export const supplierNouns = [
  supplierNoun,
  supplierContactNoun,
  supplierDocumentNoun,
  supplierPayeeNoun,
  supplierProductNoun,
  supplierPriceNoun,
  supplierParcelNoun,
];
