import { insuranceProductApi } from "@visadesk/contract/product/price/insurance-product.ts";
import { priceAdjustmentApi } from "@visadesk/contract/product/price/price-adjustment.ts";
import { productRecommendApi } from "@visadesk/contract/product/product-recommend.ts";
import { refuseNoWorryProductApi } from "@visadesk/contract/product/price/refuse-no-worry-product.ts";
import { skuApi } from "@visadesk/contract/product/sku/sku.ts";
import { specialPriceActivityApi } from "@visadesk/contract/product/price/special-price-activity.ts";
import { spuApi } from "@visadesk/contract/product/spu.ts";
import type { Opened } from "#kit/call/opened.ts";

export const productOpened = {
  sku: { may: skuApi.sku_get.may, from: "skus k", id: "k.id" },
  spu: { may: spuApi.spu_get.may, from: "spus s", id: "s.id" },
  special_price_activity: { may: specialPriceActivityApi.special_price_activity_get.may, from: "special_price_activities a", id: "a.id" },
  price_adjustment: { may: priceAdjustmentApi.price_adjustment_get.may, from: "price_adjustments j", id: "j.id" },
  insurance_product: { may: insuranceProductApi.insurance_product_get.may, from: "insurance_products p", id: "p.id" },
  refuse_no_worry_product: { may: refuseNoWorryProductApi.refuse_no_worry_product_get.may, from: "refuse_no_worry_products n", id: "n.id" },
  product_recommend: { may: productRecommendApi.product_recommend_get.may, from: "product_recommends r", id: "r.id" },
} satisfies Record<string, Opened>;
