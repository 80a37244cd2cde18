import { describe, expect, test } from "vitest";
import { invoiceBase, invoiceLeft, NOTHING_PAID, papersOf, taxOf, titleFault, type InvoiceTerms } from "./invoice.rules.ts";

const terms: InvoiceTerms = {
  tax_service_bp: 600,
  tax_embassy_bp: 0,
  special_surcharge_bp: 0,
  item_service: "服务费",
  item_embassy: "签证费",
};
/** JP-TOUR-S: service 41,300 of which 8,260 came from gift money, mission fee 71,500. */
const tour = { ...NOTHING_PAID, service_paid: 41_300, embassy_paid: 71_500, gift: 8_260 };

describe("finance 16: what may be invoiced", () => {
  test("finance 16: gift money counts against the service and never stands on an invoice", () => {
    expect(invoiceBase(tour, "service")).toBe(33_040);
    expect(invoiceBase(tour, "embassy")).toBe(71_500);
    expect(invoiceLeft(tour, "service", 33_040)).toBe(0);
  });
  test("a refund that gave its gift money back first leaves what stayed ours to be invoiced", () => {
    const back = { ...tour, service_refunded: 33_040, embassy_refunded: 71_500, gift_returned: 8_260 };
    expect(invoiceBase(back, "service")).toBe(8_260);
    expect(invoiceBase(back, "embassy")).toBe(0);
    expect(invoiceLeft(back, "service", 33_040)).toBe(-24_780);
  });
  test("finance 16: tax is rounded half up from what is inside the amount", () => {
    expect(taxOf(33_040, 600)).toBe(1_870);
    expect(taxOf(41_300, 600)).toBe(2_338);
    expect(taxOf(71_500, 0)).toBe(0);
    // 10,000 × 1 % ÷ 1.01 = 99.0099; 50.5 is no whole cent and goes up.
    expect(taxOf(10_000, 100)).toBe(99);
    expect(taxOf(3, 10_000)).toBe(2);
    expect(taxOf(900_719_925_474_099, 600)).toBe(50_984_146_724_949);
  });
  test("finance 16: a special request with a mission's fee becomes two papers, a normal one stays whole", () => {
    const lines = [
      { order_id: 7, part: "service" as const, amount: 33_040 },
      { order_id: 7, part: "embassy" as const, amount: 71_500 },
    ];
    expect(papersOf("special", lines, terms)).toMatchObject([
      { kind: "special", amount: 33_040, tax: 1_870, surcharge: 0, lines: [{ part: "service" }] },
      { kind: "normal", amount: 71_500, tax: 0, surcharge: 0, lines: [{ part: "embassy" }] },
    ]);
    expect(papersOf("normal", lines, terms)).toMatchObject([{ kind: "normal", amount: 104_540, tax: 1_870 }]);
  });
  test("what a special paper costs more is that of its whole amount, spread over its orders", () => {
    const lines = [1, 2, 3].map((order_id) => ({ order_id, part: "service" as const, amount: 3_333 }));
    const [special] = papersOf("special", lines, { ...terms, special_surcharge_bp: 300 });
    expect(special?.surcharge).toBe(300);
    expect(special?.lines.map((l) => l.surcharge)).toEqual([100, 100, 100]);
  });
});

test("a company has a tax number that can be one, a person none and no special paper", () => {
  expect(titleFault({ title_type: "company", tax_no: "91350100M000100Y43" })).toBeNull();
  expect(titleFault({ title_type: "company", tax_no: "91350100M000100Y44" })?.message).toBe("税号校验不通过");
  expect(titleFault({ title_type: "person", tax_no: "" })).toBeNull();
  expect(titleFault({ title_type: "person", tax_no: "91350100M000100Y43" })?.path).toBe("tax_no");
  expect(titleFault({ title_type: "person", tax_no: "", kind: "special" })?.path).toBe("kind");
});
