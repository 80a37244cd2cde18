/** One way to draw: what an answer brings is `<Reads>`, tables are `<Rows>`, `<Table>` or a list's, dialogs `<Dialog>` or `<FormDialog>`. What is neither stands here with its reason. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const GRIDS: Readonly<Record<string, string>> = {
  "base-data/application/application-sheet.tsx": "a form on paper, with boxes to write into",
  "base-data/appointment/appointment-grid.tsx": "a sheet that is typed and pasted into, faults told at their cells",
  "finance/balance/statement-sheet.tsx": "on paper",
  "finance/peer-settle/statement-sheet.tsx": "on paper",
  "finance/settle/settle-sheet.tsx": "on paper",
  "finance/invoice/invoice-sheet.tsx": "on paper",
  "order/applicant/visit-notice-sheet.tsx": "on paper",
  "order/batch/batch-sheet.tsx": "on paper",
  "order/entry/entry-people.tsx": "rows of one form, each opened in its place",
  "product/insurance-product/insurance-grid.tsx": "a sheet of two axes, walked by keys and pasted into",
  "product/sku-paper/sku-paper-editor.tsx": "rows that are dragged by a handle, in fixed columns of inputs",
  "product/sku-paper/sku-paper-sheet.tsx": "on paper",
  "setting/duty/duty-grid.tsx": "people by days, marked by dragging over it",
  "setting/log/log-subject.tsx": "on paper",
  "finance/bank/reconcile-sheet.tsx": "on paper",
  "peer/exhibition/exhibition-sheet.tsx": "on paper",
  "supplier/supplier-parcel/parcel-sheet.tsx": "on paper",
  "workbench/handover/handover-sheet.tsx": "on paper",
};
const WINDOWS: Readonly<Record<string, string>> = {
  "shell/palette/palette.tsx": "search and commands: no title, no buttons, high on the page",
};

const cwd = new URL("../console/src/", import.meta.url);
const files = globSync("**/*.tsx", { cwd }).filter((f) => !f.includes(".test."));
const outsideKit = (words: RegExp): string[] =>
  files.filter((f) => !f.startsWith("kit/") && words.test(readFileSync(new URL(f, cwd), "utf8"))).sort();

test("only true grids write <table>; a list that names one too many is red as well", () => {
  expect(outsideKit(/<table\b/)).toEqual(Object.keys(GRIDS).sort());
});

test("what is not read yet is drawn by <Reads> and <Unread> alone", () => {
  const placed = files.filter((f) => /<(Skeleton|ListFault)\b/.test(readFileSync(new URL(f, cwd), "utf8"))).sort();
  // A head and a chart above a list keep no place: the list would move less, but carry the skeleton's 4 kB.
  const plain = "supplier/supplier-product/supplier-product-modify-record-list.tsx";
  expect(placed).toEqual(["kit/list/list-table.tsx", "kit/page/reads.tsx", plain]);
});

test("numbers are typed into the kit's input, which rounds nothing", () => {
  expect(files.filter((f) => /\bInputNumber\b/.test(readFileSync(new URL(f, cwd), "utf8")))).toEqual([]);
});

test("only what is no dialog writes <Modal>", () => {
  expect(outsideKit(/<Modal\b/)).toEqual(Object.keys(WINDOWS).sort());
});
