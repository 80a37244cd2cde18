/**
 * Every list as its reader exports it: on each screen that offers 导出 the button is pressed, and the sheet must name each row,
 * hold the rows of the screen in the screen's order, and say everything that the row says. A list added later is held to it
 * without a line here.
 */
import { readFileSync } from "node:fs";
import { allApi } from "@visadesk/contract/index.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { metaOf, shapeOf } from "@visadesk/contract/kit/field.ts";
import type { Page, Response } from "playwright-core";
import { expect, it } from "vitest";
import { cellOf } from "../server/src/kit/export/exported.ts";
import { openBrowser, settled, WHOLE } from "./lib/browser.ts";
import { linksOn } from "./lib/look.ts";
import { builtScreens, screensOn, walk } from "./lib/screens.ts";
import { signIn } from "./lib/staff.ts";
import { isTurn } from "./lib/turn.ts";
import { RAW } from "./lib/words.ts";

const browser = await openBrowser();

interface Row {
  [field: string]: unknown;
}
interface Answer {
  list: Row[];
  total: number | null;
  total_capped: boolean;
}

/** Records of a CSV file as it was written: quotes, line breaks inside them, the mark of a text that looks like a formula. */
function records(text: string): string[][] {
  const found: string[][] = [[]];
  for (const [, quoted, plain, end] of text.replace("\ufeff", "").matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|$)/g)) {
    const value = quoted?.replaceAll('""', '"') ?? plain ?? "";
    found.at(-1)?.push(value.replace(/^'/, ""));
    if (end === "\r\n") found.push([]);
    if (end === "") break;
  }
  return found.slice(0, -1);
}

const squeezed = (text: string): string => text.replaceAll(/[\s,，、]/g, "");
const shownRows = (page: Page): Promise<string[]> => page.locator("main .vd-list tbody tr").allInnerTexts();

/** Presses 导出 → CSV on the page; answers the sheet, or null where the list offers none. */
async function sheetOf(page: Page): Promise<string[][] | null> {
  const button = page.locator("main").getByRole("button", { name: "导出", exact: true }).first();
  if (!(await button.isVisible())) return null;
  await button.click();
  await page.getByRole("menuitem", { name: /^导出 CSV/ }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page
      .locator("main")
      .getByRole("button", { name: /下载 \d/ })
      .click(),
  ]);
  return records(readFileSync(await file.path(), "utf8"));
}

/** Words of the row's fields that stand on the screen and in no cell of its line. */
function missing(e: Endpoint, row: Row, shown: string, line: readonly string[]): string[] {
  const sheet = squeezed(line.join("|"));
  const screen = squeezed(shown);
  return Object.entries(e.row ? shapeOf(e.row) : {}).flatMap(([name, type]) => {
    const meta = metaOf(type);
    // A reference is said by its name, a flag by its country.
    if (!meta || meta.of || meta.label === "旗") return [];
    if (meta.kind === "money" || meta.kind === "time" || meta.kind === "bool" || meta.kind === "int" || meta.kind === "id") return [];
    const words = squeezed(String(cellOf(meta, row[name]) ?? ""));
    return words.length > 1 && screen.includes(words) && !sheet.includes(words) ? [`${name} ${words}`] : [];
  });
}

const nameOf = (r: Response): string => new URL(r.url()).pathname.split("/").at(-1) ?? "";

async function judge(page: Page, screen: string, asked: Response): Promise<string[]> {
  const name = nameOf(asked);
  const e: Endpoint | undefined = (allApi as Readonly<Record<string, Endpoint>>)[name];
  if (!e?.exports) return [`${screen}: ${name} has no sheet`];
  const shown = await shownRows(page);
  const sheet = await sheetOf(page);
  if (!sheet) return [];
  const [heads = [], ...lines] = sheet.slice(0, -1);
  const { list, total, total_capped } = ((await asked.json()) as { body: Answer }).body;
  const wrong: string[] = [];
  if (total !== null && !total_capped && lines.length !== total) wrong.push(`${lines.length} rows of ${total}`);
  if (new Set(heads).size !== heads.length) wrong.push(`heads twice: ${heads.join()}`);
  if (lines.some((l) => l[0] === "")) wrong.push("a row without what names it");
  if (!sheet.at(-1)?.[0]?.startsWith("导出说明")) wrong.push("no line says who exported what");
  for (const [i, row] of list.entries()) {
    const lost = missing(e, row, shown[i] ?? "", lines[i] ?? []);
    if (lost.length > 0) wrong.push(`row ${i + 1} lacks ${lost.join("; ")}`);
  }
  const raw = lines.flat().find((cell) => RAW.test(cell));
  if (raw !== undefined) wrong.push(`raw words: ${raw}`);
  return [...new Set(wrong)].slice(0, 6).map((w) => `${screen} ${name}: ${w} (${heads.join()})`);
}

/** A person may order 20 exports a day. */
const A_DAY = 19;
/** Half of the lists of products and base data at each run; with SOAK=1 all, and those of orders, settings and the workbench too. */
const ACCOUNTS = WHOLE ? ["product", "admin"] : ["product"];

it("each list's sheet names its rows and says what the screen says", { timeout: 600_000 }, async () => {
  const wrong: string[] = [];
  const judged: string[] = [];
  const last = new Map<Page, Response>();
  for (const account of ACCOUNTS) {
    const before = judged.length;
    const page = await browser.page();
    await signIn(page, account);
    page.on("response", (r) => {
      const isList = (allApi as Readonly<Record<string, Endpoint>>)[nameOf(r)]?.exports && r.ok();
      if (isList && !/"page_size":1[,}]/.test(r.request().postData() ?? "")) last.set(page, r);
    });
    await walk([page], await screensOn(page), async (_page, { name }) => {
      await settled(page);
      const links = await linksOn(page);
      const asked = last.get(page);
      last.delete(page);
      if (
        asked &&
        isTurn(
          builtScreens.findIndex((s) => s.name === name),
          2,
        ) &&
        !judged.includes(name) &&
        judged.length - before < A_DAY &&
        (await page.locator("main .vd-list").count()) > 0
      ) {
        judged.push(name);
        wrong.push(...(await judge(page, name, asked)));
      }
      return links;
    });
  }
  expect(wrong).toEqual([]);
  expect(judged.length, judged.join()).toBeGreaterThan(WHOLE ? 20 : 5);
  expect(browser.faults).toEqual([]);
});
