/** Records that hold files: their logs open them as the page does. The others are put into words by the server. */
import type { z } from "@visadesk/contract/kit/field.ts";
import type { RecordNoun } from "@visadesk/contract/record-nouns.ts";
import { countryDetail } from "@visadesk/contract/base-data/country.ts";
import { paperForms } from "@visadesk/contract/base-data/paper/document.ts";
import { applicantDetail } from "@visadesk/contract/order/applicant.ts";
import { insuranceProduct } from "@visadesk/contract/product/price/insurance-product.ts";
import { spuDetail } from "@visadesk/contract/product/spu.ts";

export const recordShapes: Readonly<Partial<Record<RecordNoun, { readonly shape: Readonly<Record<string, z.core.$ZodType>> }>>> = {
  applicant: applicantDetail,
  spu: spuDetail,
  insurance_product: insuranceProduct,
  ...paperForms,
  country: countryDetail,
};
