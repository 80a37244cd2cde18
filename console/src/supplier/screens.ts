/** Every screen of supplier, in the order of the menu. */
import { screens } from "#kit/screens.ts";
import { supplierParcelScreens } from "./supplier-parcel/supplier-parcel-screens.ts";
import { supplierProductScreens } from "./supplier-product/supplier-product-screens.ts";
import { supplierScreens as ownScreens } from "./supplier/supplier-screens.ts";

export const supplierScreens = {
  ...screens({ supplier: { path: "/supplier", redirect: "/supplier/list" } }),
  ...ownScreens,
  ...supplierProductScreens,
  ...supplierParcelScreens,
};
