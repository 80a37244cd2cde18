/** Pure decisions of the order area. */
import { expect, it } from "vitest";
import { statesOf } from "@visadesk/contract/kit/flow.ts";
import { applicantFlow, orderFlow } from "@visadesk/contract/order/order.flow.ts";
import { orderDesk } from "../../testing/make/order.ts";
import { calendarOf } from "../../base-data/index.ts";
import { promisedDate } from "./due.rules.ts";
import type { ApplicantStatus } from "./facts.ts";
import { derive, marginOf, payStatusOf, spreadDiscount } from "./order.rules.ts";
import { personFaults } from "../applicant/person.rules.ts";
import { owedAfter } from "../applicant/result.rules.ts";

const desk = await orderDesk();

it("order 1: a discount is spread by largest remainder", () => {
  expect(spreadDiscount([54_000, 54_000, 40_000], 10_000)).toEqual([3_649, 3_648, 2_703]);
  expect(spreadDiscount([0, 0], 500)).toEqual([0, 0]);
  for (let i = 0; i < 300; i++) {
    const amounts = Array.from({ length: 1 + (i % 7) }, (_, k) => ((i * 7919 + k * 104_729) % 90_000) + 1);
    const off = (i * 1_299_709) % (amounts.reduce((a, b) => a + b, 0) + 1);
    const shares = spreadDiscount(amounts, off);
    expect(shares.reduce((a, b) => a + b, 0)).toBe(off);
    expect(shares.every((s, k) => s >= 0 && s <= (amounts[k] ?? 0))).toBe(true);
  }
});

it("order 5: margin leaves out official fees where the settle price does not hold them", () => {
  const fees = [
    ["service", 49_000],
    ["embassy", 72_000],
    ["centre", 12_000],
    ["protection", 9_800],
  ].map(([kind, payable]) => ({ applicant_id: 1, kind: kind as "service", payable: Number(payable), refunded: 0, cost: null }));
  const margin = (settle_price: number, settle_includes_embassy = false, settle_includes_centre = false): number | null =>
    marginOf(fees, [{ id: 1, settle_price, settle_includes_embassy, settle_includes_centre }]);
  expect(margin(12_000)).toBe(46_800);
  expect(margin(15_000)).toBe(43_800);
  const included = [
    { applicant_id: 1, kind: "service" as const, payable: 46_800, refunded: 0, cost: null },
    { applicant_id: 1, kind: "embassy" as const, payable: 72_000, refunded: 0, cost: null },
  ];
  const withFee = { id: 1, settle_price: 102_000, settle_includes_embassy: true, settle_includes_centre: false };
  expect(marginOf(included, [withFee])).toBe(16_800);
  // A price with the mission's fee inside says nothing of the visa centre's, nor the other way round.
  expect([margin(100_000, true), margin(100_000, false, true), margin(100_000, true, true)]).toEqual([30_800, -29_200, 42_800]);
  expect(marginOf(fees, [{ ...withFee, settle_price: null }])).toBeNull();
});

it("order 9: the promise counts the mission's days", async () => {
  const o = await desk.order();
  const f = await desk.facts(o.id);
  const snapshot = {
    ...f.snapshot,
    work_days_max: 10,
    embassy: {
      id: 999_999,
      name: "",
      short_name: "",
      embassy_type: 2,
      city: "",
      weekdays: [1, 2, 3, 4, 5],
      open_from: "09:00",
      open_to: "17:00",
      follow_cn: true,
    },
  };
  expect(promisedDate(await calendarOf(desk.db), { ...f, snapshot }, "2026-09-24")).toBe("2026-10-16");
});

it("order 13: every set of applicants has exactly one order status", async () => {
  const o = await desk.order({ people: 3 });
  const f = await desk.facts(o.id);
  const known = new Set<string>(orderFlow.moves.derive.to);
  const reached = new Set<string>();
  const states = statesOf(applicantFlow);
  const sets: ApplicantStatus[][] = states.flatMap((a) => states.flatMap((b) => states.map((c) => [a, b, c])));
  const at = "2026-01-01T00:00:00.000Z";
  for (const set of sets) {
    for (const [back, received, evaluated] of [
      [null, null, false],
      [at, null, false],
      [at, at, false],
      [at, at, true],
    ] as const) {
      const people = f.people.map((p, i) => ({ ...p, applicant_status: set[i] ?? "none", handed_back_at: back }));
      const status = derive({ ...f, people, evaluated, order: { ...f.order, received_at: received } });
      if (!known.has(status)) throw new Error(`${set.join()} gives ${status}`);
      reached.add(status);
    }
  }
  for (const status of ["cancelled", "pending_upload", "pending_mail", "processing", "shipped", "pending_evaluate", "completed"])
    expect(reached).toContain(status);
});

it("pay status follows what was refunded", () => {
  expect([payStatusOf(0, 0), payStatusOf(5, 0), payStatusOf(5, 2), payStatusOf(5, 5)]).toEqual([
    "unpaid",
    "paid",
    "partly_refunded",
    "refunded",
  ]);
});

it("a refusal costs what the supplier's terms say", () => {
  const terms = { settle_trigger: "issued", embassy_part: 4_000 } as const;
  expect([
    owedAfter({ ...terms, on_refusal: "full" }, 10_001, "refused"),
    owedAfter({ ...terms, on_refusal: "service_half" }, 10_001, "refused"),
    owedAfter({ ...terms, on_refusal: "embassy_only" }, 10_001, "refused"),
    owedAfter({ ...terms, on_refusal: "none" }, 10_001, "refused"),
  ]).toEqual([10_001, 7_001, 4_000, 0]);
});

it("order 19: person data names the wrong field", () => {
  const paths = (p: Parameters<typeof personFaults>[0]): string[] => personFaults(p, "2026-11-20").map((i) => `${i.path} ${i.message}`);
  expect(paths({ passport_no: "E1234567" })).toEqual(["passport_no 请输入正确的护照号"]);
  expect(paths({ id_card_no: "110105194912310021" })).toEqual(["id_card_no 身份证号校验位不正确"]);
  expect(paths({ id_card_no: "11010519491231002X", birth_date: "1950-01-01" })).toEqual(["id_card_no 身份证号与出生日期不一致"]);
  expect(paths({ id_card_no: "11010519491231002X", birth_date: "1949-12-31", gender: "male" })).toEqual([
    "id_card_no 身份证号与性别不一致",
  ]);
  expect(paths({ birth_date: "2026-11-20" })).toEqual(["birth_date 出生日期须早于今天"]);
  expect(paths({ surname_en: "zhang" })).toEqual(["surname_en 填写大写拼音，与护照一致"]);
  expect(paths({ passport_no: "E12345678", id_card_no: "11010519491231002X", gender: "female", birth_date: "1949-12-31" })).toEqual([]);
});
