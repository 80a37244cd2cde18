/**
 * The XML of an XLSX file: of the server's exports, and of sheets that a browser makes of what it has. Text cells are always text,
 * so nothing that anybody typed is ever a formula. Styles: 1 amount, 2 head, 3 percent, 4 text.
 */
const CELL_MAX = 32_767;
const TEXT_STYLE = ' style="4"';

/** Removes what XML cannot carry; `_x0041_` would be read as a letter, so its underscore is written out. */
function xml(text: string): string {
  return (
    text
      .slice(0, CELL_MAX)
      .toWellFormed()
      // eslint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .replace(/_x(?=[0-9a-f]{4}_)/gi, "_x005F_x")
      .replace(/&/g, "&amp;")
      .replace(/</g, "&lt;")
      .replace(/>/g, "&gt;")
      .replace(/"/g, "&quot;")
  );
}

/** A cell of text: whatever stands in it is never a formula. */
export const textCell = (text: string, style = ""): string =>
  `<c t="inlineStr"${style}><is><t xml:space="preserve">${xml(text)}</t></is></c>`;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const DOC = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml";

export interface HeadColumn {
  label: string;
  width: number;
  /** Cells that are typed in later stay text: `13800138000` and numbers of eighteen digits keep their digits. */
  is_text?: boolean;
}
/** The beginning of a sheet, with its first row, which stays in sight. */
export function sheetHead(columns: readonly HeadColumn[]): string {
  const widths = columns
    .map((c, i) => `<col min="${i + 1}" max="${i + 1}" width="${c.width}" customWidth="1"${c.is_text ? TEXT_STYLE : ""}/>`)
    .join("");
  const pane =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  return `${HEAD}<worksheet xmlns="${MAIN}">${pane}<cols>${widths}</cols><sheetData><row>${columns.map((c) => textCell(c.label, ' s="2"')).join("")}</row>`;
}
export const SHEET_FOOT = "</sheetData></worksheet>";

export interface BookPart {
  name: string;
  text: string;
}
/** What an XLSX file holds beside its sheets, which are `xl/worksheets/sheet1.xml` and on. */
export function bookFrame(names: readonly string[]): BookPart[] {
  const list = names.map((name, i) => ({ name: xml(name.replace(/[[\]:*?/\\]/g, " ").slice(0, 31)), n: i + 1 }));
  const file = (name: string, text: string): BookPart => ({ name, text: HEAD + text });
  return [
    file(
      "[Content_Types].xml",
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/>${list.map((s) => `<Override PartName="/xl/worksheets/sheet${s.n}.xml" ContentType="${KIND}.worksheet+xml"/>`).join("")}</Types>`,
    ),
    file(
      "_rels/.rels",
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOC}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    file(
      "xl/workbook.xml",
      `<workbook xmlns="${MAIN}" xmlns:r="${DOC}"><sheets>${list.map((s) => `<sheet name="${s.name}" sheetId="${s.n}" r:id="rId${s.n}"/>`).join("")}</sheets></workbook>`,
    ),
    file(
      "xl/_rels/workbook.xml.rels",
      `<Relationships xmlns="${PACKAGE}/relationships">${list.map((s) => `<Relationship Id="rId${s.n}" Type="${DOC}/worksheet" Target="worksheets/sheet${s.n}.xml"/>`).join("")}<Relationship Id="rId${list.length + 1}" Type="${DOC}/styles" Target="styles.xml"/></Relationships>`,
    ),
    file(
      "xl/styles.xml",
      `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.0%"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="4" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
  ];
}
