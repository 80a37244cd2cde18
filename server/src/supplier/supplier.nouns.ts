/** The stored nouns of supplier. */
import { supplierContactNoun } from "./supplier-contact/supplier-contact.noun.ts";
import { supplierDocumentNoun } from "./supplier-document/supplier-document.noun.ts";
import { supplierPayeeNoun } from "./supplier-payee/supplier-payee.noun.ts";
import { supplierNoun } from "./supplier/supplier.noun.ts";

export const supplierNouns = [supplierNoun, supplierContactNoun, supplierDocumentNoun, supplierPayeeNoun];
