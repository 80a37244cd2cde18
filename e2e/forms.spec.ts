/**
 * Every form that edits a record, as a hand takes it: saved as it is, nothing is sent; one field changed is sent alone, stored,
 * shown again and put back. Forms are found on the screens by their own mark and by the words of the acts that open them, so a
 * form added later is held to it without a line here. A few at each run, all with SOAK=1.
 */
import process from "node:process";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { actsOn, pressAct, type Act } from "./acts.ts";
import { openBrowser, settled } from "./browser.ts";
import type { Field } from "./field-hand.ts";
import { judgeForm, openForm, type Opens, type Told } from "./form-hand.ts";
import { codesOn, walk, type Built } from "./screens.ts";
import { signIn } from "./staff.ts";

const browser = await openBrowser();
const WHOLE = process.env["SOAK"] === "1";
/** How acts are called that open a form over a record. */
const WORDS = /^(编辑|修改|配置|设为|标记)/;

const ACCOUNTS = WHOLE ? ["product", "admin"] : ["admin"];
/** Forms of an area at each run that is not whole, one field each. */
const A_FEW = 2;

interface Round {
  page: Page;
  told: Told;
  /** Forms that were judged, each with its area. */
  seen: Map<string, string>;
}

const areaOf = (screen: Built): string => screen.path.split("/")[1] ?? "";
const few = (fields: readonly Field[]): readonly Field[] => fields.slice(0, 1);

const isEnough = ({ seen }: Round, screen: Built): boolean =>
  !WHOLE && [...seen.values()].filter((area) => area === areaOf(screen)).length >= A_FEW;

async function judge({ page, told, seen }: Round, screen: Built, where: string, opens: Opens): Promise<void> {
  const form = await openForm(page);
  const key = form && `${where} ${form.e.name}`;
  if (!key || seen.has(key)) return;
  seen.set(key, areaOf(screen));
  console.log(new Date().toISOString(), key);
  const found = await judgeForm(page, { where: key, opens, ...(!WHOLE && { choose: few }) });
  told.faults.push(...found.faults);
  told.refused.push(...found.refused);
  told.done.push(...found.done);
  console.log(JSON.stringify(found));
}

/** The form of the screen itself, or the forms that its acts open. */
async function judgeScreen(round: Round, screen: Built): Promise<string[]> {
  const { page } = round;
  await settled(page);
  const here = page.url();
  if (await openForm(page)) {
    await judge(round, screen, screen.name, async (p) => {
      await p.goto(here);
      await settled(p);
    });
    return [];
  }
  const { acts, links } = await actsOn(page, WORDS);
  for (const act of acts) {
    if (isEnough(round, screen)) break;
    const led = await follow(round, screen, act);
    if (led) links.push(led);
  }
  return links;
}

/** Presses the act; a form that it opens is judged, a page that it leads to is answered. */
async function follow(round: Round, screen: Built, act: Act): Promise<string | null> {
  const { page } = round;
  await pressAct(page, act);
  await settled(page);
  const { pathname } = new URL(page.url());
  if (pathname !== new URL(act.href).pathname) return pathname;
  await judge(round, screen, `${screen.name} ${act.word}`, (p) => pressAct(p, act));
  return null;
}

it("each form saves what was changed alone, shows it again and takes the old value back", { timeout: 1_800_000 }, async () => {
  const told: Told = { faults: [], refused: [], done: [] };
  const seen = new Map<string, string>();
  for (const account of ACCOUNTS) {
    const page = await browser.page();
    page.on("dialog", (d) => void d.accept());
    await signIn(page, account);
    const round = { page, told, seen };
    await walk(
      [page],
      await codesOn(page),
      (_, screen) => judgeScreen(round, screen),
      (screen) => isEnough(round, screen),
    );
  }
  console.log(JSON.stringify(told, null, 1));
  expect(told.faults).toEqual([]);
  expect(told.done.length).toBeGreaterThan(seen.size / 2);
});
