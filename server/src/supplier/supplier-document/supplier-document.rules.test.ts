import { expect, test } from "vitest";
import { inForce, paperFault, paperOn, paperState, validityOf, type Paper } from "./supplier-document.rules.ts";

const paper = (id: number, kind: Paper["kind"], valid_from: string, valid_to: string | null): Paper => ({ id, kind, valid_from, valid_to });
const licence = paper(1, "business_licence", "2020-01-01", null);
const contract = paper(3, "contract", "2026-01-01", "2026-12-31");
const whole = [licence, paper(2, "submit_qualification", "2024-01-01", "2026-09-29"), contract];

test("supplier 14: a qualification to 2026-09-29 holds on that day and stops the next; an expired contract only warns", () => {
  expect(paperState("submit_agency", whole, "2026-09-29").stopped).toBe(null);
  expect(paperState("submit_agency", whole, "2026-09-30").stopped).toBe("送签资质已过期");
  const late = paperState("submit_agency", [licence, paper(4, "submit_qualification", "2024-01-01", null), contract], "2027-01-01");
  expect([late.stopped, late.expired, paperFault(late)]).toEqual([null, ["contract"], "缺少有效的合同"]);
});

test("a paper it must have and lacks stops it, kinds without papers never", () => {
  expect(paperState("insurer", whole, "2026-09-01")).toMatchObject({ missing: ["insurance_licence"], stopped: "缺少保险许可" });
  expect(paperState("visa_centre", [], "2026-09-01")).toEqual({ missing: [], expired: [], expiring: [], stopped: null });
});

test("a renewal counts from the day it begins, a correction at once", () => {
  const renewed = [...whole, paper(5, "contract", "2027-01-01", "2027-12-31")];
  expect([paperOn(renewed, "contract", "2026-12-31")?.id, paperOn(renewed, "contract", "2027-01-01")?.id]).toEqual([3, 5]);
  expect(paperOn([...whole, paper(6, "contract", "2026-01-01", "2026-06-30")], "contract", "2026-08-01")?.id).toBe(6);
});

test("thirty days before its end a paper is said to end", () => {
  expect(["2026-08-29", "2026-08-30", "2026-09-29", "2026-09-30"].map((day) => validityOf("2026-09-29", day))).toEqual([
    "valid",
    "expiring",
    "expiring",
    "expired",
  ]);
  expect(validityOf(null, "2026-09-29")).toBe("valid");
});

test("one registered for later leaves the one in force where it is until it begins", () => {
  const later = [...whole, paper(7, "business_licence", "2026-12-01", null), paper(8, "contract", "2026-02-01", null)];
  expect(inForce(later, "2026-11-30")).toEqual(new Set([1, 2, 8]));
  expect(inForce(later, "2026-12-01")).toEqual(new Set([7, 2, 8]));
});
