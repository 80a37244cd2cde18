import { describe, expect, test } from "vitest";
import { blocks, dueDayKey, isBlocked, waiverTurn, type BlockFacts, type WaiverFact } from "./blocks.rules.ts";

const free: BlockFacts = { business_kind: "travel_agency", holds: [], waivers: [], papers: [], overdue_since: null };
/** Noon in Shanghai. */
const on = (day: string): Date => new Date(`${day}T04:00:00Z`);
const kinds = (facts: Partial<BlockFacts>, at: Date) => blocks({ ...free, ...facts }, at).map((b) => b.block);

describe("peer 8: an unpaid statement", () => {
  const owing = { overdue_since: "2026-10-08" };
  test("stops credit from the eighth day on", () => {
    expect(kinds(owing, on("2026-10-15"))).toEqual([]);
    expect(kinds(owing, on("2026-10-16"))).toEqual(["credit"]);
    // The day is Shanghai's.
    expect(kinds(owing, new Date("2026-10-15T15:59:59Z"))).toEqual([]);
    expect(kinds(owing, new Date("2026-10-15T16:00:00Z"))).toEqual(["credit"]);
  });
  test("stops every order after thirty days", () => {
    expect(kinds(owing, on("2026-11-07"))).toEqual(["credit"]);
    expect(kinds(owing, on("2026-11-08"))).toEqual(["credit", "order"]);
  });
  test("frees both as soon as nothing is due", () => {
    expect(kinds({ overdue_since: null }, on("2026-11-08"))).toEqual([]);
  });
  test("says how late it is", () => {
    expect(blocks({ ...free, ...owing }, on("2026-10-16"))[0]?.text).toBe("账单应于 2026-10-08 还款，已逾期 8 天");
  });
});

describe("peer 9: a waiver", () => {
  const waiver = (more: Partial<WaiverFact> = {}): WaiverFact => ({
    cause: "overdue",
    cause_id: dueDayKey("2026-10-08"),
    opened_at: "2026-10-20T02:00:00Z",
    until: "2026-10-27T02:00:00Z",
    released_at: null,
    ...more,
  });
  const at = (time: string, w = waiver()) => kinds({ overdue_since: "2026-10-08", waivers: [w] }, new Date(time));
  test("ends with the second that passes", () => {
    expect(at("2026-10-20T01:59:59.999Z")).toEqual(["credit"]);
    expect(at("2026-10-27T01:59:59.999Z")).toEqual([]);
    expect(at("2026-10-27T02:00:00Z")).toEqual(["credit"]);
  });
  test("holds for its own cause alone", () => {
    expect(at("2026-10-21T02:00:00Z", waiver({ cause_id: dueDayKey("2026-09-08") }))).toEqual(["credit"]);
    expect(at("2026-10-21T02:00:00Z", waiver({ cause: "licence" }))).toEqual(["credit"]);
  });
  test("is given twice for one cause", () => {
    const cause = { cause: "overdue" as const, cause_id: dueDayKey("2026-10-08") };
    expect([waiverTurn(cause, []), waiverTurn(cause, [waiver()]), waiverTurn(cause, [waiver(), waiver()])]).toEqual([1, 2, "最多放行两次"]);
    expect(waiverTurn({ ...cause, cause_id: 1 }, [waiver(), waiver()])).toBe(1);
  });
});

describe("what people decide, and papers", () => {
  test("a hold blocks what it names while it is open", () => {
    const hold = { id: 4, blocks: ["order", "login"] as const, reason: "疑似套现", opened_at: "2026-10-01T00:00:00Z", released_at: null };
    const list = blocks({ ...free, holds: [hold] }, on("2026-10-02"));
    expect([isBlocked(list, "order"), isBlocked(list, "login"), isBlocked(list, "credit")]).toEqual([true, true, false]);
    expect(kinds({ holds: [{ ...hold, released_at: "2026-10-02T00:00:00Z" }] }, on("2026-10-02"))).toEqual([]);
  });
  test("a must-have licence stops orders thirty days after its end, a contract stops credit the next day", () => {
    const paper = (kind: "travel_licence" | "contract") => ({ papers: [{ id: 1, kind, valid_to: "2026-10-08" }] });
    expect(kinds(paper("travel_licence"), on("2026-11-07"))).toEqual([]);
    expect(kinds(paper("travel_licence"), on("2026-11-08"))).toEqual(["order"]);
    expect(kinds({ ...paper("travel_licence"), business_kind: "corporate" }, on("2026-11-08"))).toEqual([]);
    expect([kinds(paper("contract"), on("2026-10-08")), kinds(paper("contract"), on("2026-10-09"))]).toEqual([[], ["credit"]]);
  });
});
