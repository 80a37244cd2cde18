/** Every screen of suppliers, in the order of the menu. */
import { supplierProductScreens } from "./supplier-product/supplier-product-screens.ts";

export const supplierScreens = { ...supplierProductScreens };
