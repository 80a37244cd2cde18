import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { inflateRawSync, crc32 } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { csv, csvField, xlsx, type Cell, type Column, type Sheet } from "./sheet.ts";

const home = mkdtempSync(path.join(os.tmpdir(), "visadesk-sheet-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Reads a ZIP by its directory, checking every sum. */
function unzip(file: Buffer): Map<string, string> {
  const end = file.length - 22;
  expect(file.readUInt32LE(end)).toBe(0x06054b50);
  const found = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let i = 0; i < file.readUInt16LE(end + 10); i++) {
    const [crc, packed, size, names, head] = [
      file.readUInt32LE(at + 16),
      file.readUInt32LE(at + 20),
      file.readUInt32LE(at + 24),
      file.readUInt16LE(at + 28),
      file.readUInt32LE(at + 42),
    ];
    const start = head + 30 + file.readUInt16LE(head + 26);
    const data = inflateRawSync(file.subarray(start, start + packed));
    expect(data.length).toBe(size);
    expect(crc32(data)).toBe(crc);
    found.set(file.subarray(at + 46, at + 46 + names).toString(), data.toString());
    at += 46 + names;
  }
  return found;
}
const collect = async (from: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const b of from) parts.push(b);
  return Buffer.concat(parts);
};
const col = (label: string, money = false): Column => ({ label, money, width: 10 });
async function* batches(...list: Cell[][][]): AsyncGenerator<Cell[][]> {
  for (const b of list) yield await Promise.resolve(b);
}
const unescape = (s: string): string =>
  s
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&")
    .replace(/_x005F_/g, "_");
const texts = (sheet: string): string[] => [...sheet.matchAll(/<t xml:space="preserve">([\s\S]*?)<\/t>/g)].map((m) => unescape(m[1] ?? ""));

const STARTS = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", " =", "\u0000="];
const BODIES = ["1+1", "cmd|' /C calc'!A0", 'HYPERLINK("http://x","y")', "SUM(A1:A2)"];
const PAYLOADS = STARTS.flatMap((s) => BODIES.map((b) => s + b));

describe("xlsx", () => {
  test("formula payloads in every column stay text", async () => {
    expect(PAYLOADS.length).toBeGreaterThanOrEqual(40);
    const sheet: Sheet = { name: "订单", columns: [col("甲"), col("乙"), col("丙")], rows: batches(PAYLOADS.map((p) => [p, p, p])) };
    const files = unzip(await collect(xlsx([sheet])));
    const xml = files.get("xl/worksheets/sheet1.xml") ?? "";
    expect(xml).not.toMatch(/<f[ >]/);
    expect(xml).not.toContain("<v>");
    const clean = (s: string): string => s.replaceAll("\u0000", "");
    expect(texts(xml)).toEqual(["甲", "乙", "丙", ...PAYLOADS.flatMap((p) => [clean(p), clean(p), clean(p)])]);
  });

  test("id numbers stay text to the last digit, amounts are numbers", async () => {
    const sheet: Sheet = {
      name: "s",
      columns: [col("身份证"), col("金额", true), col("数")],
      rows: batches([
        ["110105194912310021", 1234.5, 7],
        ["6222021234567890123", -0.01, null],
      ]),
    };
    const xml = unzip(await collect(xlsx([sheet]))).get("xl/worksheets/sheet1.xml") ?? "";
    expect(texts(xml)).toContain("110105194912310021");
    expect(texts(xml)).toContain("6222021234567890123");
    expect(xml).toContain('<c s="1"><v>1234.5</v></c><c><v>7</v></c>');
    expect(xml).toContain('<c s="1"><v>-0.01</v></c><c/>');
  });

  test("odd characters: markup, control characters, lone surrogates, written-out escapes", async () => {
    const odd = ['<b>&"', "a\u0001b\u000bc", "x\ud800y", "_x0041_", "𠮷😀", "x".repeat(40_000)];
    const xml =
      unzip(await collect(xlsx([{ name: "s", columns: [col("甲")], rows: batches(odd.map((o) => [o])) }]))).get(
        "xl/worksheets/sheet1.xml",
      ) ?? "";
    expect(texts(xml).slice(1)).toEqual(['<b>&"', "abc", "x\ufffdy", "_x0041_", "𠮷😀", "x".repeat(32_767)]);
  });

  test("several sheets, the later one read after the earlier", async () => {
    let seen = 0;
    async function* rows(): AsyncGenerator<Cell[][]> {
      for (let i = 0; i < 3; i++) {
        seen += 2;
        yield await Promise.resolve([[`r${i}`], [`q${i}`]]);
      }
    }
    async function* after(): AsyncGenerator<Cell[][]> {
      yield await Promise.resolve([["行数", seen]]);
    }
    const file = path.join(home, "two.xlsx");
    await writeFile(
      file,
      xlsx([
        { name: "数据/一", columns: [col("甲")], rows: rows() },
        { name: "导出说明", columns: [col("项"), col("值")], rows: after() },
      ]),
    );
    const files = unzip(readFileSync(file));
    expect(files.get("xl/worksheets/sheet2.xml")).toContain("<v>6</v>");
    expect(files.get("xl/workbook.xml")).toContain('name="数据 一"');
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(["[Content_Types].xml", "_rels/.rels", "xl/styles.xml", "xl/_rels/workbook.xml.rels"]),
    );
  });

  test("memory does not grow with rows", async () => {
    const row = ["V261120000001", "张三丰先生", "某某签证商品名称", 1234.5, "2026-11-20 10:00:00"];
    const batch = Array.from({ length: 1_000 }, () => row);
    async function* many(): AsyncGenerator<Cell[][]> {
      for (let i = 0; i < 100; i++) yield await Promise.resolve(batch);
    }
    const heap: number[] = [];
    let n = 0;
    for await (const chunk of xlsx([{ name: "s", columns: ["a", "b", "c", "d", "e"].map((l) => col(l)), rows: many() }])) {
      n += chunk.length;
      heap.push(process.memoryUsage().heapUsed);
    }
    expect(n).toBeGreaterThan(50_000);
    expect(Math.max(...heap) - (heap[0] ?? 0)).toBeLessThan(64 * 1_048_576);
  });
});

describe("csv", () => {
  test("byte order mark, heads, CR LF, quotes doubled", async () => {
    const bytes = await collect(
      csv({
        columns: [col("订单号"), col("备注")],
        rows: batches(
          [
            ["V1", 'a"b'],
            ["V2", "x,y\nz"],
          ],
          [["V3", null]],
        ),
      }),
    );
    expect(bytes.toString()).toBe('\ufeff订单号,备注\r\nV1,"a""b"\r\nV2,"x,y\nz"\r\nV3,\r\n');
  });
  test.each(PAYLOADS)("%j is disarmed", (payload) => {
    const field = csvField(payload);
    expect(field.startsWith("'") || field.startsWith(`"'`)).toBe(true);
  });
  test("plain negative numbers, dates and id numbers stay as they are", () => {
    expect(["-12.50", "-3", "2026-11-20", "110105194912310021", "a=b"].map(csvField)).toEqual([
      "-12.50",
      "-3",
      "2026-11-20",
      "110105194912310021",
      "a=b",
    ]);
    expect(csvField(-12.5)).toBe("-12.5");
    expect(csvField("-1+1")).toBe("'-1+1");
  });
});
