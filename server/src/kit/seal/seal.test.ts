import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { mask, SEALED_KINDS } from "@visadesk/contract/kit/mask.ts";
import { addSealKey, loadSealKeys, newestSealKey, SEAL_KEY_FILE, SealKeyError, sealKeys, takeSealKeys, testSealKeys } from "./seal-keys.ts";
import { hashesOf, isStale, keysOfField, openField, openText, resealed, sealedTable, sealFields, sealText, tailsOf } from "./seal.ts";

const people = sealedTable({
  table: "applicants",
  row: "applicant_no",
  fields: { passport_no: "passport", id_card_no: "id_card", mobile: "mobile" },
});
const no = "V260930000001-01";
const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
testSealKeys();
afterEach(testSealKeys);

it("a field is the mask, the sealed number and what it is found by", () => {
  const columns = sealFields(people, no, { passport_no: "E12345678", id_card_no: "11010519491231002X", mobile: null });
  expect(columns).toMatchObject({
    passport_no: "E****5678",
    id_card_no: "1****************X",
    mobile: null,
    mobile_sealed: null,
    mobile_hash: null,
  });
  expect(columns.passport_no_hash).toBe(hashesOf("passport", " e1234 5678")[0]);
  expect(columns.passport_no_tail).toBe(tailsOf("passport", "5678")[0]);
  expect(columns.id_card_no_tail, "an ID card is found whole alone").toBeNull();
  expect(JSON.stringify(columns)).not.toMatch(/12345678|19491231/);
  expect(openField(people, { applicant_no: no, ...columns }, "passport_no")).toBe("E12345678");
  expect(sealFields(people, no, { mobile: undefined })).toEqual({});
});

it("the same number is sealed differently each time, and opens in its own table, column and row alone", () => {
  const place = { table: "applicants", column: "mobile", row: no };
  const [a, b] = [sealText(place, "13800138000"), sealText(place, "13800138000")];
  expect(a).not.toBe(b);
  expect(openText(place, a)).toBe("13800138000");
  for (const other of [
    { ...place, table: "orders" },
    { ...place, column: "passport_no" },
    { ...place, row: "V260930000001-02" },
  ])
    expect(() => openText(other, a)).toThrow();
  expect(() => openText(place, `${a.slice(0, -2)}AA`)).toThrow();
});

it("hashes tell kinds apart, and masks stay what they are when they are masked again", () => {
  expect(hashesOf("mobile", "13800138000")).not.toEqual(hashesOf("passport", "13800138000"));
  for (const kind of SEALED_KINDS)
    for (const v of ["13800138000", "E12345678", "11010519491231002X", "6222020200112233445", "1234", "12345", "A1"])
      expect(mask(kind, mask(kind, v))).toBe(mask(kind, v));
});

it("a row from before the sealing opens as it is, and is sealed anew", () => {
  const before = {
    applicant_no: no,
    passport_no: "E12345678",
    passport_no_sealed: null,
    id_card_no: null,
    id_card_no_sealed: null,
    mobile: null,
    mobile_sealed: null,
  };
  expect(openField(people, before, "passport_no")).toBe("E12345678");
  expect(keysOfField(people, before, "passport_no").whole).toBe(hashesOf("passport", "E12345678")[0]);
  expect(isStale(people, before)).toBe(true);
  const after = { ...before, ...resealed(people, before) };
  expect(after.passport_no).toBe("E****5678");
  expect(isStale(people, after)).toBe(false);
  expect(() => openField(people, { applicant_no: no, mobile: "138****8000" }, "mobile")).toThrow("without its sealed column");
});

it("an older key still opens and finds; a new one seals; a lost one is named", () => {
  takeSealKeys([oldKey]);
  const row = {
    applicant_no: no,
    id_card_no: null,
    id_card_no_sealed: null,
    mobile: null,
    mobile_sealed: null,
    ...sealFields(people, no, { passport_no: "E12345678" }),
  };
  takeSealKeys([newKey, oldKey]);
  expect(openField(people, row, "passport_no")).toBe("E12345678");
  expect(hashesOf("passport", "E12345678")).toContain(row.passport_no_hash);
  expect(isStale(people, row)).toBe(true);
  const moved = { ...row, ...resealed(people, row) };
  takeSealKeys([newKey]);
  expect(openField(people, moved, "passport_no")).toBe("E12345678");
  expect(() => openField(people, row, "passport_no")).toThrow(/缺少密钥 [0-9a-f]{8}/);
});

it("the data directory's keys are made once, for their owner alone; a new one stands first; a damaged one stops with one line", () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), "visadesk-seal-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = path.join(dir, SEAL_KEY_FILE);
  loadSealKeys(dir, null);
  const first = newestSealKey().id;
  expect(statSync(file).mode & 0o777).toBe(0o600);
  loadSealKeys(dir, null);
  expect(newestSealKey().id).toBe(first);
  addSealKey(dir);
  expect(sealKeys().map((k) => k.id)).toEqual([newestSealKey().id, first]);
  expect(newestSealKey().id).not.toBe(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  loadSealKeys(dir, readFileSync(file, "utf8").split("\n")[1] ?? "");
  expect(sealKeys().map((k) => k.id)).toEqual([first]);
  writeFileSync(file, "nonsense");
  expect(() => loadSealKeys(dir, null)).toThrow(SealKeyError);
  expect(() => loadSealKeys(dir, "c2hvcnQ=")).toThrow(/^SEAL_KEY：应为 32 字节/);
});
