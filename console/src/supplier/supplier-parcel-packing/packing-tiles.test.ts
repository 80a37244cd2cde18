import { expect, it } from "vitest";
import { detail, expected, item } from "../supplier-parcel/parcel-fixtures.ts";
import { catchWords } from "../supplier-parcel/parcel-cells.tsx";
import { countOf, sealFault, tilesOf } from "./packing-tiles.ts";
import { countFault, UNTOLD } from "../supplier-parcel-act/parcel-verdicts.ts";

const NOBODY: ReadonlySet<number> = new Set();
const AT = "2026-11-20T01:30:00Z";

it("everybody is in one state: packed, missing, re-routed, beyond the expected, or not on the list", () => {
  const elsewhere = expected(4, {
    originals: [{ material_id: 4, name: "护照", count: 1, is_here: true, is_passport: true, parcel_no: "WL261120000001" }],
  });
  const absent = expected(5, {
    originals: [{ material_id: 5, name: "护照", count: 1, is_here: false, is_passport: true, parcel_no: null }],
  });
  const d = detail({
    items: [item(1, { packed_at: AT }), item(2), item(3, { moved_to: "远航" }), { ...item(1), id: 900, applicant_id: 99, packed_at: AT }],
    expected: [expected(1), expected(2), { ...expected(3), applicant_id: 31 }, elsewhere, absent],
  });
  expect(tilesOf(d, NOBODY).map((t) => t.state)).toEqual(["packed", "missing", "moved", "extra", "unlisted", "elsewhere", "absent"]);
  expect(tilesOf(d, NOBODY).at(5)?.under).toBe("已在 WL261120000001");
});

it("a person is one tile, green once all his originals are packed or the scan has just said so", () => {
  const two = [item(1, { packed_at: AT }), item(1, { id: 150, name: "户口本", is_passport: false })];
  expect(tilesOf(detail({ items: two, expected: [] }), NOBODY)).toMatchObject([{ state: "missing", under: "护照（已装）、户口本" }]);
  expect(tilesOf(detail({ items: two, expected: [] }), new Set([11]))).toMatchObject([{ state: "packed" }]);
});

it("supplier 17: nothing is sealed while one is missing, re-routed or still being scanned, nor an empty parcel", () => {
  const of = (d: Parameters<typeof tilesOf>[0], waiting = 0) => sealFault(tilesOf(d, NOBODY), waiting);
  const all = detail({ items: [item(1, { packed_at: AT })], expected: [expected(1), expected(2)] });
  expect(of(all)).toBeNull();
  expect(of(all, 1)).toBe("扫描还没有处理完");
  expect(of(detail())).toBe("缺 1 人，请扫描装入或改日期");
  expect(of(detail({ items: [item(1, { packed_at: AT, moved_to: "远航" })] }))).toBe("张一 已改派，请移出");
  expect(of(detail({ items: [], expected: [expected(1)] }))).toBe("还没有装入物品");
  expect(countOf(tilesOf(all, NOBODY), "unlisted")).toBe(1);
});

it("赶车钟 says until when it must be sealed, which day it catches and which one else", () => {
  expect(catchWords(detail())).toBe("15:30 前封箱可赶 11-24 送签，错过则 11-26");
  expect(catchWords(detail({ else_catches: null }))).toBe("15:30 前封箱可赶 11-24 送签");
  expect(catchWords(detail({ catches: null }))).toBeNull();
  expect(catchWords(detail({ cut_off_at: "2026-11-23T07:30:00Z" }))).toBe("11-23 15:30 前封箱可赶 11-24 送签，错过则 11-26");
  for (const stage of ["sealed", "in_transit", "signed"] as const) expect(catchWords(detail({ stage }))).toBeNull();
});

it("清点 asks for a verdict of each, a note where something is wrong, a picture of what is damaged", () => {
  const items = [item(1), item(2)];
  const ok = { ...UNTOLD, verdict: "ok" as const };
  const fault = (two: typeof UNTOLD, extras: Parameters<typeof countFault>[2] = []) =>
    countFault(
      items,
      new Map([
        [101, ok],
        [102, two],
      ]),
      extras,
    );
  expect(countFault(items, new Map([[101, ok]]), [])).toBe("还有 1 件未清点");
  expect(fault({ ...UNTOLD, verdict: "missing" })).toBe("张二的护照：请填写说明");
  expect(fault({ verdict: "damaged", issue_note: "封皮撕裂", issue_files: [] })).toBe("张二的护照：请上传照片");
  expect(fault({ verdict: "damaged", issue_note: "封皮撕裂", issue_files: ["private/parcel_photo/1.jpg"] })).toBeNull();
  expect(fault(ok, [{ name: "", count: 1, issue_note: "" }])).toBe("请填写多出物品的名称和说明");
});
