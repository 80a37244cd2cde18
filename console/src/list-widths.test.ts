/** At 1440 a list shows what its reader scans first without scrolling sideways. */
import { expect, it } from "vitest";
import { skuApi } from "@visadesk/contract/product/sku/sku.ts";
import { workerApi } from "@visadesk/contract/setting/worker.ts";
import { fitted, resolveColumns } from "#kit/list/list-columns.tsx";
import { supplierParcelApi } from "@visadesk/contract/supplier/supplier-parcel.ts";
import { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { orderListApi } from "@visadesk/contract/order/order-list.ts";
import { countryApi } from "@visadesk/contract/base-data/country.ts";
import { orderEvaluateApi } from "@visadesk/contract/order/order-evaluate.ts";
import { refuseClaimApi } from "@visadesk/contract/order/claim/refuse-claim.ts";
import { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import { COLUMNS as countryColumns } from "./base-data/country/country-list.tsx";
import { orderColumns } from "./order/list/admin-order-columns.tsx";
import { applicantColumns } from "./order/applicant/applicant-columns.tsx";
import { CLAIM_COLUMNS } from "./order/claim/refuse-claim-columns.tsx";
import { COLUMNS as EVALUATE_COLUMNS } from "./order/evaluate/evaluate-list.tsx";
import { COLUMNS as REFUND_COLUMNS } from "./order/refund/refund-list.tsx";
import { PLAIN, WITH_COSTS } from "./product/sku/sku-columns.tsx";
import { parcelColumns } from "./supplier/supplier-parcel/parcel-columns.tsx";
import { COLUMNS as workerColumns } from "./setting/worker/worker-list.tsx";

/** 1440 without menu, page edges, boxes and the column of acts. */
const SHOWN = 1440 - 240 - 48 - 40 - 84;
const LISTS = [
  ["商品", skuApi.sku_query, PLAIN, ["completeness", "level_V1", "level_V5"]],
  ["商品 with costs", skuApi.sku_query, WITH_COSTS, ["completeness", "level_V1", "level_V5"]],
  ["订单查看", orderListApi.order_query, orderColumns, ["order_status", "due_at", "amount_payable"]],
  [
    "供应商物流",
    supplierParcelApi.supplier_parcel_query,
    parcelColumns,
    ["stage", "supplier_name", "planned_send_on", "item_count", "waybill_no"],
  ],
  ["员工", workerApi.worker_query, workerColumns, ["status", "security"]],
  [
    "订单处理",
    applicantApi.applicant_query,
    applicantColumns,
    ["applicant_status", "status_due_at", "waiting_party", "materials", "order_no"],
  ],
  ["订单评价", orderEvaluateApi.order_evaluate_query, EVALUATE_COLUMNS, ["score", "content", "evaluate_status"]],
  ["拒签无忧", refuseClaimApi.refuse_claim_query, CLAIM_COLUMNS, ["applicant_status", "status_due_at", "cap"]],
  ["退款审核", refundApi.refund_query, REFUND_COLUMNS, ["refund_no", "refund_status", "asked_amount", "policy_amount"]],
] as const;

it.each(LISTS)("%s", (_title, endpoint, columns, first) => {
  const all = resolveColumns(endpoint, columns as never);
  for (const key of first) {
    const at = all.findIndex((c) => c.key === key);
    const end = all.slice(0, at + 1).reduce((sum, c) => sum + c.width, 0);
    expect(at, key).toBeGreaterThan(-1);
    expect(end, key).toBeLessThanOrEqual(SHOWN);
  }
});

it("国家/地区: the last column does not lie under the acts", () => {
  const room = 1440 - 240 - 48 - 2 - 84;
  const widths = resolveColumns(countryApi.country_query, countryColumns as never).map((c) => c.width);
  expect(fitted(widths, room).reduce((sum, w) => sum + w, 0)).toBeLessThanOrEqual(room);
  expect(fitted(widths, room / 2)).toEqual(widths);
  expect(fitted(widths, room * 2)).toEqual(widths);
});

it("a state, and what is capped, stand in sight at 1280, each wide enough for the words under it", () => {
  const room = 1280 - 240 - 48 - 2 - 84;
  const widthsOf = (columns: readonly { key: string; width: number }[], key: string) => {
    const at = columns.findIndex((c) => c.key === key);
    return [columns.slice(0, at + 1).reduce((sum, c) => sum + c.width, 0), columns[at]?.width ?? 0] as const;
  };
  const evaluates = resolveColumns(orderEvaluateApi.order_evaluate_query, EVALUATE_COLUMNS as never);
  const claims = resolveColumns(refuseClaimApi.refuse_claim_query, CLAIM_COLUMNS as never);
  const refunds = resolveColumns(refundApi.refund_query, REFUND_COLUMNS as never);
  expect(widthsOf(refunds, "refund_status")[0]).toBeLessThanOrEqual(room);
  expect(widthsOf(claims, "cap")[0]).toBeLessThanOrEqual(room);
  // 已超期23小时, and ¥100,000.00.
  expect(widthsOf(evaluates, "evaluate_status")[1]).toBeGreaterThanOrEqual(128);
  expect(widthsOf(claims, "cap")[1]).toBeGreaterThanOrEqual(104);
});
