import { expect, test } from "vitest";
import { parseSlot, touchesWaiting } from "./appointment.rules.ts";

test("a cell as people write it", () => {
  const at = (text: string) => parseSlot(text, "2026-11-20")?.earliest_date;
  expect(["2026-12-01", "2026/12/1", "2026年12月1日", "12月1日", "12.1", "12/1", "2026-12-01 00:00:00"].map(at)).toEqual(
    Array.from({ length: 7 }, () => "2026-12-01"),
  );
  expect([at("1月5日"), at("11月19日")]).toEqual(["2027-01-05", "2027-11-19"]);
  expect(["2月30日", "13/1", "2026-02-30", "下周", ""].map((t) => parseSlot(t, "2026-11-20"))).toEqual([null, null, null, null, null]);
  expect(parseSlot(" 无号 ", "2026-11-20")).toEqual({ earliest_date: null, no_slots: true });
  const on = (earliest_date: string | null) => ({ earliest_date, no_slots: earliest_date === null });
  expect(touchesWaiting(on("2026-10-20"), on("2026-10-26"))).toBe(false);
  expect(touchesWaiting(on("2026-10-20"), on("2026-10-27"))).toBe(true);
  expect([touchesWaiting(on("2026-10-20"), on(null)), touchesWaiting(on(null), on("2026-10-27"))]).toEqual([true, false]);
});
