/** Every screen of supplier, in the order of the menu. */
import { supplierParcelScreens } from "./supplier-parcel/supplier-parcel-screens.ts";

export const supplierScreens = { ...supplierParcelScreens };
