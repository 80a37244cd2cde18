/**
 * A sheet as cells of text: pasted, or out of a csv or xlsx file read in the browser. Of an xlsx file its first sheet, values as
 * they are stored: what a formula or a format makes of them is the spreadsheet's own.
 */
const NOT_READ = "读不出这个文件，请另存为 xlsx 或 csv 再导入";
export class SheetFault extends Error {}

const trimmed = (rows: readonly (readonly string[])[]): string[][] =>
  rows.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some((cell) => cell !== ""));

/** Cells by tab, as a spreadsheet copies them, else by comma; quoted ones may hold both, and lines. */
export function cellsOf(text: string): string[][] {
  const split = text.includes("\t") ? "\t" : ",";
  const rows: string[][] = [[]];
  let cell = "";
  let quoted = false;
  const source = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  for (let i = 0; i < source.length; i++) {
    const c = source.charAt(i);
    if (quoted) {
      if (c !== '"') cell += c;
      else if (source.charAt(i + 1) === '"') {
        cell += c;
        i++;
      } else quoted = false;
    } else if (c === '"' && cell === "") quoted = true;
    else if (c === split || c === "\n") {
      rows.at(-1)?.push(cell);
      cell = "";
      if (c === "\n") rows.push([]);
    } else cell += c;
  }
  rows.at(-1)?.push(cell);
  return trimmed(rows);
}

const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** Entries of a zip by name, from its directory at the end. */
function entriesOf(bytes: Uint8Array): Map<string, { at: number; size: number; packed: boolean }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) end--;
  if (end < 0) throw new SheetFault(NOT_READ);
  const entries = new Map<string, { at: number; size: number; packed: boolean }>();
  let at = view.getUint32(end + 16, true);
  for (let n = view.getUint16(end + 10, true); n > 0 && view.getUint32(at, true) === CENTRAL; n--) {
    const [name, extra, note] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)];
    const local = view.getUint32(at + 42, true);
    entries.set(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)), {
      at: local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true),
      size: view.getUint32(at + 20, true),
      packed: view.getUint16(at + 10, true) !== 0,
    });
    at += 46 + name + extra + note;
  }
  return entries;
}

async function textOf(bytes: Uint8Array<ArrayBuffer>, entry: { at: number; size: number; packed: boolean }): Promise<string> {
  const body = bytes.slice(entry.at, entry.at + entry.size);
  const stream = new Response(body).body;
  if (!stream) throw new SheetFault(NOT_READ);
  return new Response(entry.packed ? stream.pipeThrough(new DecompressionStream("deflate-raw")) : stream).text();
}

/** `BC12` is column 54. */
const columnOf = (ref: string): number => [...ref.replace(/\d+$/, "")].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0) - 1;

interface Element {
  attributes: string;
  body: string;
}
/** Elements of a name, which hold none of the same name. */
const elements = (xml: string, name: string): Element[] =>
  [...xml.matchAll(new RegExp(`<${name}(?=[\\s/>])([^>]*?)(?:/>|>([\\s\\S]*?)</${name}>)`, "g"))].map(([, attributes = "", body = ""]) => ({
    attributes,
    body,
  }));
const attributeOf = (of: Element, name: string): string => new RegExp(`\\s${name}="([^"]*)"`).exec(of.attributes)?.[1] ?? "";
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
const plain = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex?: string, digits?: string, word?: string) =>
    word === undefined ? String.fromCodePoint(hex === undefined ? Number(digits) : Number.parseInt(hex, 16)) : (ENTITIES[word] ?? all),
  );
const wordsIn = (of: Element): string =>
  elements(of.body, "t")
    .map((t) => plain(t.body))
    .join("");

async function cellsOfBook(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  const entries = entriesOf(bytes);
  const [name] = [...entries.keys()].filter((n) => /^xl\/worksheets\/[^/]+\.xml$/.test(n)).sort();
  const sheet = name === undefined ? undefined : entries.get(name);
  if (!sheet) throw new SheetFault(NOT_READ);
  const strings = entries.get("xl/sharedStrings.xml");
  const shared = strings ? elements(await textOf(bytes, strings), "si").map(wordsIn) : [];
  const rows = elements(await textOf(bytes, sheet), "row").map((row) => {
    const cells: string[] = [];
    for (const [i, c] of elements(row.body, "c").entries()) {
      const at = columnOf(attributeOf(c, "r"));
      const value = plain(elements(c.body, "v")[0]?.body ?? "");
      const kind = attributeOf(c, "t");
      cells[at < 0 ? i : at] = kind === "s" ? (shared[Number(value)] ?? "") : kind === "inlineStr" ? wordsIn(c) : value;
    }
    return Array.from(cells, (cell) => cell ?? "");
  });
  return trimmed(rows);
}

/** Spreadsheets of this country save csv in GBK as often as in UTF-8. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}

export async function sheetOf(file: File): Promise<string[][]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isBook = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (!isBook && /\.xlsx?$/i.test(file.name)) throw new SheetFault(NOT_READ);
  try {
    return isBook ? await cellsOfBook(bytes) : cellsOf(decoded(bytes));
  } catch {
    throw new SheetFault(NOT_READ);
  }
}
