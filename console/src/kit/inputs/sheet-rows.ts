/** Heads of a sheet by their words, each with the field it fills. */
type SheetHeads = Readonly<Record<string, string>>;
export type SheetRow = Record<string, string>;
export type SheetRead = (cells: readonly (readonly string[])[]) => { rows: SheetRow[] } | { fault: string };

/**
 * Reads rows by the words of the first line, in any order: what it does not name stays blank, what we do not know is passed over.
 * `needed`: heads without which nothing is read.
 */
export const sheetRows =
  (heads: SheetHeads, needed: readonly string[]): SheetRead =>
  (cells) => {
    const [first = [], ...lines] = cells;
    const missing = needed.filter((h) => !first.includes(h));
    if (missing.length > 0) return { fault: `第一行须为表头，缺少：${missing.join("、")}` };
    if (lines.length === 0) return { fault: "表格没有数据" };
    const blank = Object.fromEntries(Object.values(heads).map((field) => [field, ""]));
    return {
      rows: lines.map((line) => ({
        ...blank,
        ...Object.fromEntries(first.flatMap((h, at) => (Object.hasOwn(heads, h) ? [[heads[h], line[at] ?? ""]] : []))),
      })),
    };
  };
