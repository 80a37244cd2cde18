import { expect, test } from "vitest";
import { cellsOf, SheetFault, sheetOf } from "#kit/file/sheet-file.ts";
import { sheetRows } from "./match-sheet-model.ts";

const HEAD = "供应商编码,成人价,儿童价,加急,使馆费";

test("a paste of a spreadsheet or a csv becomes cells, quoted ones whole", () => {
  expect(cellsOf("a\tb\r\n\r\n1\t2\n")).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
  expect(cellsOf('\uFEFF编码,价\n"A,1","1,030.00"\n"他说""行""",2')).toEqual([
    ["编码", "价"],
    ["A,1", "1,030.00"],
    ['他说"行"', "2"],
  ]);
});

test("columns are found by their heads in any order; without heads they stand as shown", () => {
  expect(sheetRows(cellsOf("备注\t成人价（元）\t供应商编码\nx\t1030\tA1"))).toEqual({
    rows: [{ supplier_code: "A1", adult: "1030", child: "", urgent: "", embassy_fee: "" }],
  });
  expect(sheetRows(cellsOf("A1\t1030\t900\t\t715"))).toEqual({
    rows: [{ supplier_code: "A1", adult: "1030", child: "900", urgent: "", embassy_fee: "715" }],
  });
  expect(sheetRows(cellsOf("供应商编码\t儿童价\nA1\t900"))).toEqual({ fault: "表头要有“供应商编码”和“成人价”两列" });
  expect(sheetRows(cellsOf(HEAD))).toEqual({ fault: "报价单没有数据" });
});

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const packed = async (text: string): Promise<Uint8Array<ArrayBuffer>> => {
  const stream = new Response(bytesOf(text)).body?.pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
/** Fields of a record of a zip at their places; the rest is zero. */
function record(size: number, fields: readonly (readonly [at: number, bytes: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(size));
  for (const [at, bytes, value] of fields)
    if (bytes === 4) view.setUint32(at, value, true);
    else view.setUint16(at, value, true);
  return new Uint8Array(view.buffer);
}
/** A zip of these files: the second one packed. */
async function zipOf(files: readonly (readonly [name: string, text: string])[]): Promise<File> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  const sizeOf = (all: readonly Uint8Array[]): number => all.reduce((n, p) => n + p.length, 0);
  for (const [i, [file, text]] of files.entries()) {
    const [name, body] = [bytesOf(file), i === 1 ? await packed(text) : bytesOf(text)];
    directory.push(
      record(46, [
        [0, 4, 0x02014b50],
        [10, 2, i === 1 ? 8 : 0],
        [20, 4, body.length],
        [28, 2, name.length],
        [42, 4, sizeOf(parts)],
      ]),
      name,
    );
    parts.push(
      record(30, [
        [0, 4, 0x04034b50],
        [26, 2, name.length],
      ]),
      name,
      body,
    );
  }
  const end = record(22, [
    [0, 4, 0x06054b50],
    [10, 2, files.length],
    [16, 4, sizeOf(parts)],
  ]);
  return new File([...parts, ...directory, end], "报价.xlsx");
}

test("an xlsx file is read in the browser: shared and inline words, numbers, and cells that are left out", async () => {
  const strings = "<sst><si><t>供应商编码</t></si><si><r><t>成人</t></r><r><t>价</t></r></si><si><t>JP-01</t></si></sst>";
  const sheet =
    '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="E1" t="inlineStr"><is><t>使馆费</t></is></c></row>' +
    '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>1030.5</v></c><c r="E2"><v>715</v></c></row></sheetData></worksheet>';
  const file = await zipOf([
    ["xl/sharedStrings.xml", strings],
    ["xl/worksheets/sheet1.xml", sheet],
  ]);
  const cells = await sheetOf(file);
  expect(cells).toEqual([
    ["供应商编码", "成人价", "", "", "使馆费"],
    ["JP-01", "1030.5", "", "", "715"],
  ]);
});

test("a csv in GBK is read as well; what is no sheet is said so", async () => {
  const gbk = new Uint8Array([0xb1, 0xe0, 0xc2, 0xeb, 0x2c, 0x31]);
  expect(await sheetOf(new File([gbk], "a.csv"))).toEqual([["编码", "1"]]);
  const said = "读不出这个文件，请另存为 xlsx 或 csv 再导入";
  await expect(sheetOf(new File(["no book"], "a.xls"))).rejects.toThrow(new SheetFault(said));
  await expect(sheetOf(await zipOf([["word/document.xml", ""]]))).rejects.toThrow(said);
});
