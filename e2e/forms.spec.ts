/**
 * Every form that edits a record, as a hand takes it: saved as it is, nothing is sent; one field changed is sent alone, stored,
 * shown again and put back. Forms are found on the screens by their own mark and by the words of the acts that open them, so a
 * form added later is held to it without a line here. A few at each run, all with SOAK=1.
 */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { actsOn, pressAct, type Act } from "./lib/acts.ts";
import { open, openBrowser, settled, WHOLE } from "./lib/browser.ts";
import { coming, judgeForm, openForm, type Opens, type Told } from "./lib/form-hand.ts";
import { builtPanels, builtScreens, screensOn, walk, type Built } from "./lib/screens.ts";
import { signIn } from "./lib/staff.ts";
import { inTurn } from "./lib/turn.ts";

const browser = await openBrowser();
/** How acts are called that open a form over a record. */
const WORDS = /^(编辑|修改|配置|设为)/;

const ACCOUNTS = WHOLE ? ["product", "admin"] : ["admin"];

/** One screen of a record in each area, where the area has such, one that is a form; with the list that leads to it. */
const sample = (): Set<string> => {
  const areas = Map.groupBy(
    builtScreens.filter((s) => s.of_record && s.under !== null && !/related|log/.test(s.name)),
    (s) => s.area,
  );
  const chosen = [...areas.values()].flatMap((screens) => {
    const forms = screens.filter((s) => s.title.startsWith("编辑"));
    return inTurn(forms.length > 0 ? forms : screens);
  });
  return new Set(chosen.flatMap((s) => [s.name, s.under ?? ""]));
};
const TAKEN = sample();
const isLeftOut = (screen: Built): boolean => !WHOLE && !TAKEN.has(screen.name);

interface Round {
  page: Page;
  told: Told;
  /** Forms that were judged. */
  seen: Set<string>;
}

async function judge({ page, told, seen }: Round, where: string, opens: Opens): Promise<void> {
  const form = await coming(page);
  const key = form && `${where} ${form.e.name}`;
  if (!key || seen.has(key)) return;
  seen.add(key);
  const found = await judgeForm(page, { where: key, opens, ...(!WHOLE && { choose: inTurn }) });
  told.faults.push(...found.faults);
  told.refused.push(...found.refused);
  told.done.push(...found.done);
}

/** The form of the screen itself, or the forms that its acts open. */
async function judgeScreen(round: Round, screen: Built): Promise<string[]> {
  const { page } = round;
  await settled(page);
  const here = page.url();
  if (await openForm(page)) {
    await judge(round, screen.name, async (p) => {
      await p.goto(here);
      await settled(p);
    });
    return [];
  }
  const { acts, links } = await actsOn(page, WORDS);
  for (const act of acts) {
    const led = await follow(round, screen, act);
    if (led) links.push(led);
  }
  return links;
}

/** Presses the act; a form that it opens is judged, a page that it leads to is answered. */
async function follow(round: Round, screen: Built, act: Act): Promise<string | null> {
  const { page } = round;
  await pressAct(page, act);
  await coming(page);
  const { pathname } = new URL(page.url());
  if (pathname !== new URL(act.href).pathname) return pathname;
  await judge(round, `${screen.name} ${act.word}`, (p) => pressAct(p, act));
  return null;
}

/** Forms that open from anywhere. */
async function judgePanels(round: Round): Promise<void> {
  for (const [name, title] of builtPanels) {
    const opens: Opens = async (page) => {
      await open(page, `/home?panel=${name}`);
      await settled(page);
    };
    await opens(round.page);
    // Not everybody has every panel.
    if (await round.page.getByRole("dialog", { name: title }).isVisible()) await judge(round, `panel ${name}`, opens);
  }
}

it("each form saves what was changed alone, shows it again and takes the old value back", { timeout: 1_800_000 }, async () => {
  const told: Told = { faults: [], refused: [], done: [] };
  const seen = new Set<string>();
  for (const account of ACCOUNTS) {
    const page = await browser.page();
    page.on("dialog", (d) => void d.accept());
    await signIn(page, account);
    const round = { page, told, seen };
    await walk([page], await screensOn(page), (_, screen) => judgeScreen(round, screen), { skip: isLeftOut });
    if (WHOLE) await judgePanels(round);
  }
  expect(told.faults).toEqual([]);
  expect(told.done.length).toBeGreaterThan(seen.size / 2);
});
