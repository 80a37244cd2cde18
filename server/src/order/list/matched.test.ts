/** A row found by what it does not show says by which field, never more than the reader may see. */
import { expect, it } from "vitest";
import { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { orderListApi } from "@visadesk/contract/order/order-list.ts";
import { parseInput } from "#kit/call/input.ts";
import { orderDesk, personData } from "../../testing/make/order.ts";
import { readCtx } from "../../testing/ctx.ts";
import { applicantReads } from "../applicant/applicant.read.ts";
import { orderReads } from "./order.read.ts";
import { searchOrders } from "./search.sql.ts";

const desk = await orderDesk();
const ctx = () => readCtx(desk.db, desk.me, desk.clock.now());
const orders = async (keyword: string) =>
  (await orderReads.order_query(parseInput(orderListApi.order_query, { keyword, page: 1, page_size: 20 }) as never, ctx())).list;
const people = async (keyword: string) =>
  (await applicantReads.applicant_query(parseInput(applicantApi.applicant_query, { keyword, page: 1, page_size: 20 }) as never, ctx()))
    .list;

const entry = await desk.entry();
const applicants = [
  { ...personData(0), name_cn: "欧阳青", surname_en: "OUYANG", given_name_en: "QING", passport_no: "E87654321", mobile: "13711115566" },
];
const { quote_hash } = await desk.call("order_quote", { ...entry, applicants });
const made = await desk.call("order_add", {
  ...entry,
  applicants,
  quote_hash,
  contact_name: "司马白",
  contact_mobile: "13900007788",
  return_mode: "pickup",
  partner_order_no: "QD20261120",
  confirm_duplicate: true,
});
await desk.pay(made.id);
const [person = 0] = (await desk.facts(made.id)).people.map((p) => p.id);
const waybill = { order_id: made.id, type: 1 as const, mode: "express" as const, carrier_code: "SF" as const, waybill_no: "SF12345678" };
await desk.call("express_add", { ...waybill, items: [{ applicant_id: person, name: "护照", count: 1 }] });

const CASES = [
  // what was typed, the mark in 订单查看, the mark in 订单处理, what the palette says of the order
  ["欧阳", "申请人姓名", "姓名", "申请人姓名"],
  ["司马", "联系人姓名", undefined, "联系人姓名"],
  ["ouyang", "拼音", "拼音", "拼音"],
  ["4321", "护照号尾号", "护照号尾号", "护照号尾号"],
  ["E87654321", "护照号", "护照号", "护照号"],
  ["5566", "手机号尾号", "手机号尾号", "手机号尾号"],
  ["7788", "手机号尾号", "手机号尾号", "手机号尾号"],
  ["13900007788", "手机号", "手机号", "手机号"],
  ["SF12345678", "运单号", "运单号", "运单号"],
  ["QD2026", null, "渠道订单号", "渠道订单号"],
  [made.order_no, null, null, "订单号"],
] as const;

it.each(CASES)("%s", async (keyword, inOrders, inPeople, inPalette) => {
  expect((await orders(keyword)).map((o) => [o.id, o.matched])).toEqual([[made.id, inOrders]]);
  expect((await people(keyword)).map((a) => a.matched)).toEqual(inPeople === undefined ? [] : [inPeople]);
  const palette = (await searchOrders(ctx(), keyword, ["order"])).flatMap((g) => g.list.map((h) => h.matched));
  expect(palette).toEqual([inPalette]);
});

it("nothing is marked without a keyword, and no mark holds a value", async () => {
  expect((await orders("")).map((o) => o.matched)).toEqual([null]);
  for (const [keyword] of CASES)
    for (const { matched } of await orders(keyword)) expect(matched ?? "").not.toMatch(/[A-Za-z0-9]|欧阳|司马/);
});
