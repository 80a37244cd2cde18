import { expect, test } from "vitest";
import type { SnapshotPaper } from "@visadesk/contract/product/snapshot.ts";
import {
  ageOn,
  documentsFor,
  identityOf,
  isChild,
  missingPapers,
  protectionExcludes,
  protectionPayout,
  protectionPrice,
  type PaperPerson,
} from "./person.rules.ts";

test("product 17: a child is younger than the line on the travel date", () => {
  expect(isChild(12, "2014-10-02", "2026-10-01")).toBe(true);
  expect(isChild(12, "2014-10-01", "2026-10-01")).toBe(false);
  expect(isChild(0, "2020-01-01", "2026-10-01")).toBe(false);
  expect(isChild(12, null, "2026-10-01")).toBe(false);
  expect(ageOn("2004-02-29", "2026-02-28")).toBe(21);
});

const paper = (name: string, more: Partial<SnapshotPaper> = {}): SnapshotPaper => ({
  identity: "student",
  document_id: 1,
  kind: 1,
  name,
  category: 2,
  sub_type: null,
  requirement: "",
  owner: "must",
  when: "always",
  group_key: "",
  need_n: 1,
  page_type: 0,
  max_pages: 1,
  formats: ["jpg"],
  max_mb: 5,
  copies: 1,
  is_original: false,
  return_needed: false,
  max_age_days: 0,
  check_points: [],
  note: "",
  sort: 0,
  ...more,
});
const snapshot = {
  identities: ["student" as const, "employed" as const],
  application: { application_id: 5, version_id: 50, version_no: 2, sections: [] },
  papers: [
    paper("护照"),
    paper("出生证明", { when: "under_18" }),
    paper("婚姻证明", { when: "married" }),
    paper("居住证", { when: "out_of_district" }),
    paper("申请表", { kind: 5, document_id: 5 }),
    paper("在职证明", { identity: "employed" }),
  ],
};
const names = (more: Partial<PaperPerson>): string[] =>
  documentsFor(snapshot, { identity: "student", age: 30, marital: null, out_of_district: false, ...more }).map((s) => s.name);

test("product 18: papers by identity, age, marital status and district; a group is complete with enough of it", () => {
  expect(names({ age: 17 })).toEqual(["护照", "出生证明", "申请表"]);
  expect(names({ age: 18 })).toEqual(["护照", "申请表"]);
  expect(names({ age: null, marital: "married", out_of_district: true })).toEqual(["护照", "婚姻证明", "居住证", "申请表"]);
  expect(documentsFor(snapshot, { identity: "student", age: 30, marital: null, out_of_district: false })[1]?.application_version_id).toBe(
    50,
  );
  const fund = (name: string, done: boolean) => ({ owner: "must" as const, group_key: "funds", need_n: 1, name, done });
  expect(missingPapers([fund("流水", false), fund("存款", true), fund("纳税", false), fund("社保", false)])).toEqual([]);
  expect(missingPapers([fund("流水", false), fund("存款", false)])).toEqual(["流水/存款（任选1项）"]);
  expect(missingPapers([{ owner: "ours", group_key: "", need_n: 1, name: "预约单", done: false }])).toEqual([]);
});

test("an identity the product does not list takes the general papers", () => {
  expect(identityOf({ identities: ["general"] }, "retired")).toBe("general");
  expect(identityOf({ identities: ["employed", "student"] }, "student")).toBe("student");
  expect(identityOf({ identities: ["employed", "student"] }, null)).toBe("employed");
});

test("product 20: price, payout and exclusions of a protection", () => {
  expect(protectionPrice({ pricing: "percent", price: 0, price_rate: 600, price_min: 0 }, 118_800)).toBe(7_128);
  expect(protectionPrice({ pricing: "percent", price: 0, price_rate: 600, price_min: 9_000 }, 118_800)).toBe(9_000);
  expect(protectionPrice({ pricing: "fixed", price: 4_800, price_rate: 0, price_min: 0 }, 1, 3_000)).toBe(3_000);
  const fees = { service: 47_300, embassy: 71_500, centre: 0 };
  expect(protectionPayout({ scope: "full", rate: 100, cap: 100_000 }, fees)).toBe(100_000);
  expect(protectionPayout({ scope: "service", rate: 80, cap: 0 }, fees)).toBe(37_840);
  const terms = { exclusions: { identities: ["preschool" as const], age_above: 70, refusal_within_years: 5 } };
  const person = { identity: "employed" as const, age: 30, refused_before: null, refused_on: null };
  const why = (more: object) => protectionExcludes(terms, { ...person, ...more }, "2026-09-01");
  expect(why({})).toBeNull();
  expect(why({ identity: "preschool" })).toContain("身份");
  expect(why({ age: 71 })).toContain("70");
  expect(why({ refused_before: true, refused_on: "2022-01-01" })).toBe("有拒签史，不可购买拒签无忧");
  expect(why({ refused_before: true, refused_on: "2021-09-01" })).toBeNull();
});
