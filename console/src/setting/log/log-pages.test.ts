import { allPermissions, may } from "@visadesk/contract/permissions.ts";
import { expect, it } from "vitest";
import "../../screens.ts";
import { pageOf, type ListedRow } from "./log-pages.ts";

const everything = new Set(allPermissions.map((p) => p.code));
const row = (noun: string, more: Partial<ListedRow> = {}): ListedRow =>
  ({ noun, noun_id: "7", noun_no: "N7", order_id: null, ...more }) as unknown as ListedRow;

it.each([
  ["order", "/order/admin-order/detail/7"],
  ["spu", "/product/product-spu-detail/N7"],
  ["sku", "/product/product-detail/7"],
  ["special_price_activity", "/product/special-price-activity-detail/7"],
  ["price_adjustment", "/product/price-adjustment-list?adjust=7"],
  ["product_recommend", "/product/product-recommend-list-detail/7"],
  ["insurance_product", "/product/insurance-product/detail/7"],
  ["refuse_no_worry_product", "/product/refuse-no-worry-product/detail/7"],
  ["elec", "/base-data/elec/edit/7"],
  ["mail", "/base-data/mail/edit/7"],
  ["bring", "/base-data/bring/edit/7"],
  ["photo", "/base-data/photo/edit/7"],
  ["application", "/base-data/application/edit/7"],
  ["appointment", "/base-data/appointment/edit/7"],
  ["country", "/base-data/country/view/7"],
  ["embassy", "/base-data/embassy-and-cousulate/edit/7"],
  ["refund_policy", "/base-data/refund-policy/list?policy=7"],
  ["worker", "/setting/worker/edit/7"],
  ["role", "/setting/role/edit/7"],
  ["team", "/setting/worker/team-list"],
  ["region_owner", "/setting/region/bd/edit/7"],
])("a log row about %s leads to %s", (noun, href) => {
  expect(pageOf(row(noun), everything)).toBe(href);
  expect(pageOf(row(noun), new Set())).toBeUndefined();
});

it("an applicant is found below his order, on the page that the reader may open", () => {
  const of = row("applicant", { order_id: 3 });
  expect(pageOf(of, everything)).toBe("/order/admin-applicant-detail/3/7");
  expect(pageOf(of, new Set([may.order_process]))).toBe("/order/applicant-detail/3/7");
  expect(pageOf(row("applicant"), everything)).toBeUndefined();
});

it("what has no page of its own leads nowhere", () => {
  expect(pageOf(row("session"), everything)).toBeUndefined();
  expect(pageOf(row("worker", { noun_id: null }), everything)).toBeUndefined();
});
