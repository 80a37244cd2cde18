import { expect, it } from "vitest";
import { checksOf, reasonOf, startHead, type Rule } from "./photo-checks.ts";
import { formatOf, type ReadPhoto } from "./photo-read.ts";

const rule: Rule = {
  w_mm: 51,
  h_mm: 51,
  w_px: 600,
  h_px: 600,
  px_max: 1200,
  bg: "#FFFFFF",
  bg_name: "白色",
  head_min_mm: 25,
  head_max_mm: 35,
  min_kb: 0,
  max_kb: 240,
  formats: ["jpg"],
  paper_copies: 1,
  months: 6,
  glasses: false,
  tips: [],
};
/** All of one grey. */
const photo = (width: number, height: number, kb: number, grey = 255): ReadPhoto => ({
  facts: { format: "jpg", bytes: kb * 1024, width, height },
  pixels: { data: new Uint8ClampedArray(20 * 20 * 4).fill(grey), width: 20, height: 20, channels: 4 },
});
const head = { top: 0.1, bottom: 0.7 };

it("base-data 19: the room says what the server will say, and background and head as advice", () => {
  expect(checksOf(rule, photo(600, 650, 200), head)[0]).toEqual({ text: "应为正方形", ok: false, isAdvice: false });
  expect(checksOf(rule, photo(600, 600, 300), head)[0]?.text).toBe("超过240KB");
  expect(checksOf(rule, photo(600, 600, 200), head).map((c) => [c.ok, c.isAdvice])).toEqual([
    [true, false],
    [true, true],
    [true, true],
  ]);
  const grey = checksOf(rule, photo(600, 600, 200, 200), { top: 0.1, bottom: 0.9 });
  expect(grey.filter((c) => !c.ok).map((c) => c.text)).toEqual([
    "背景与 #FFFFFF 接近的占 0%，应不低于 92%",
    "头部高 40.8 mm，应为 25–35 mm",
  ]);
});

it("the lines start where the rule's head would be; without one the head is not judged", () => {
  const { top, bottom } = startHead(rule);
  expect(Math.round((bottom - top) * rule.h_mm)).toBe(30);
  expect(checksOf({ ...rule, head_min_mm: 0, head_max_mm: 0 }, photo(600, 600, 200), head)).toHaveLength(2);
});

it("a fault names the reason for photos, or what else suits them", () => {
  const of = (code: string, kinds: number[]) => ({ id: 1, code, text: code, advice: "", kinds });
  expect(reasonOf([of("seal", [1]), of("unclear", [1, 4]), of("photo", [4])])).toBe("photo");
  expect(reasonOf([of("seal", [1]), of("unclear", [1, 4])])).toBe("unclear");
  expect(reasonOf([of("seal", [1])])).toBeNull();
});

it("a format is read from the first bytes", () => {
  expect(formatOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10]))).toBe("png");
  expect(formatOf(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBe("jpg");
  expect(formatOf(new Uint8Array([1, 2, 3]))).toBe("");
});
