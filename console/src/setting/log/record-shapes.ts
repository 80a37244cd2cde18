/** The fields of records as their logs speak of them: amounts, times and choices are drawn as on the page. */
import type { z } from "@visadesk/contract/kit/field.ts";
import type { RecordNoun } from "@visadesk/contract/record-nouns.ts";
import { appointment } from "@visadesk/contract/base-data/calendar/appointment.ts";
import { countryDetail } from "@visadesk/contract/base-data/country.ts";
import { paperForms } from "@visadesk/contract/base-data/paper/document.ts";
import { embassy } from "@visadesk/contract/base-data/embassy.ts";
import { refundPolicy } from "@visadesk/contract/base-data/refund-policy.ts";
import { applicantDetail } from "@visadesk/contract/order/applicant.ts";
import { insuranceProduct } from "@visadesk/contract/product/price/insurance-product.ts";
import { priceAdjustment } from "@visadesk/contract/product/price/price-adjustment.ts";
import { productRecommend } from "@visadesk/contract/product/product-recommend.ts";
import { refuseNoWorryProduct } from "@visadesk/contract/product/price/refuse-no-worry-product.ts";
import { skuEdit } from "@visadesk/contract/product/sku/sku-edit.ts";
import { specialPriceActivity } from "@visadesk/contract/product/price/special-price-activity.ts";
import { spu } from "@visadesk/contract/product/spu.ts";
import { expertConfig } from "@visadesk/contract/setting/expert.ts";
import { grantChange } from "@visadesk/contract/setting/grant-change.ts";
import { regionOwner } from "@visadesk/contract/setting/region-owner.ts";
import { role } from "@visadesk/contract/setting/role.ts";
import { team } from "@visadesk/contract/setting/team.ts";
import { supplierProduct } from "@visadesk/contract/supplier/supplier-product.ts";
import { worker } from "@visadesk/contract/setting/worker.ts";

export const recordShapes: Readonly<Record<RecordNoun, { readonly shape: Readonly<Record<string, z.core.$ZodType>> }>> = {
  applicant: applicantDetail,
  spu,
  sku: skuEdit,
  special_price_activity: specialPriceActivity,
  price_adjustment: priceAdjustment,
  product_recommend: productRecommend,
  insurance_product: insuranceProduct,
  refuse_no_worry_product: refuseNoWorryProduct,
  supplier_product: supplierProduct,
  ...paperForms,
  appointment,
  country: countryDetail,
  embassy,
  refund_policy: refundPolicy,
  worker,
  team,
  role,
  grant_change: grantChange,
  expert: expertConfig,
  region_owner: regionOwner,
};
