/**
 * Routes that show a list and so can be kept as a view, by name: path and code of the screen. The console's rows take
 * both from here; the server asks the code of whoever keeps or shares a view, and of whoever is shown a shared one.
 */
import { may, type May } from "./permissions.ts";

export const listRoutes = {
  "admin-order-list": { path: "/order/admin-order-list", may: may.order_view },
  "order-list": { path: "/order/list", may: may.order_process },
  "product-spu-list": { path: "/product/product-spu-list", may: may.spu },
  "product-list": { path: "/product/list", may: may.sku },
  "special-price-activity-list": { path: "/product/special-price-activity-list", may: may.special_price },
  "price-adjustment-list": { path: "/product/price-adjustment-list", may: may.price_adjustment },
  "product-recommend-summary": { path: "/product/product-recommend-summary", may: may.product_recommend },
  "insurance-product-list": { path: "/product/insurance-product/list", may: may.insurance_product },
  "refuse-no-worry-product-list": { path: "/product/refuse-no-worry-product/list", may: may.refuse_no_worry_product },
  "refuse-no-worry-product-relevance-product-list": {
    path: "/product/refuse-no-worry-product/relevance-product-list/:id",
    may: may.refuse_no_worry_product,
  },
  "supplier-product-list": { path: "/supplier/product/list", may: may.supplier_product },
  "supplier-product-modify-record-list": { path: "/supplier/product/modify-record/list/:id", may: may.supplier_product },
  "supplier-list": { path: "/supplier/list", may: may.supplier },
  "supplier-logistics-list": { path: "/supplier/logistics/list", may: may.supplier_logistics },
  "peer-work-order-list": { path: "/peer/work-order/list", may: may.peer_work_order },
  "peer-exhibition-list": { path: "/peer/exhibition/list", may: may.peer_exhibition },
  "peer-group-list": { path: "/peer/group/list", may: may.peer_group },
  "peer-level": { path: "/peer/level", may: may.peer_level },
  "peer-manager-list": { path: "/peer/manager/list", may: may.peer_manager },
  "peer-list": { path: "/peer/list", may: may.peer },
  "peer-transfer-list": { path: "/peer/transfer/list", may: may.peer_transfer },
  "elec-list": { path: "/base-data/elec/list", may: may.elec },
  "mail-list": { path: "/base-data/mail/list", may: may.mail },
  "bring-list": { path: "/base-data/bring/list", may: may.bring },
  "photo-list": { path: "/base-data/photo/list", may: may.photo },
  "application-list": { path: "/base-data/application/list", may: may.application },
  "appointment-list": { path: "/base-data/appointment/list", may: may.appointment },
  "country-list": { path: "/base-data/country/list", may: may.country },
  "embassy-and-cousulate-list": { path: "/base-data/embassy-and-cousulate/list", may: may.embassy },
  "refund-policy-list": { path: "/base-data/refund-policy/list", may: may.refund_policy },
  "related-product-elec": { path: "/base-data/related-product/elec/:id", may: may.elec },
  "related-product-mail": { path: "/base-data/related-product/mail/:id", may: may.mail },
  "related-product-bring": { path: "/base-data/related-product/bring/:id", may: may.bring },
  "related-product-photo": { path: "/base-data/related-product/photo/:id", may: may.photo },
  "related-product-application": { path: "/base-data/related-product/application/:id", may: may.application },
  "related-product-appointment": { path: "/base-data/related-product/appointment/:id", may: may.appointment },
  "related-product-country": { path: "/base-data/related-product/country/:id", may: may.country },
  "related-product-embassy-and-cousulate": { path: "/base-data/related-product/embassy-and-cousulate/:id", may: may.embassy },
  "related-product-refund-policy": { path: "/base-data/related-product/refund-policy/:id", may: may.refund_policy },
  "worker-list": { path: "/setting/worker/list", may: may.worker },
  "role-list": { path: "/setting/role/list", may: may.role },
  "ve-evaluate-list": { path: "/setting/ve-evaluate/list", may: may.expert },
  "region-list": { path: "/setting/region/list", may: may.region },
  "export-list": { path: "/finance/export/list", may: may.export },
} as const satisfies Record<string, { path: string; may: May }>;

export type ListRoute = keyof typeof listRoutes;
export const isListRoute = (name: string): name is ListRoute => Object.hasOwn(listRoutes, name);
