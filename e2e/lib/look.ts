/** What a screen must hold to, whoever looks at it: nothing wider than the window, nothing that keeps people out. */
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

export const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The rows of a table are alike: of each the first few are judged. */
const FURTHER_ROWS = ".ant-table-tbody > tr:nth-child(n+6)";

/** What antd draws by itself and gives no hand to: the row that measures column widths, the ⋯ of tabs and what stands at their end. */
const OF_ANTD = /aria-hidden-focus: \.ant-table-measure-row|aria-required-children: .*\.ant-tabs-nav/;

/** Animations have come to their end, so that colours are those that stay. */
const still = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const ending = document.getAnimations().filter((a) => a.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map((a) => a.finished)).then(() => null);
  });

/** Pictures beside words are not read: an icon without a name of its own tells the English name of its drawing. */
const readIcons = (page: Page, where: string): Promise<string[]> =>
  page.evaluate(
    (at) =>
      [...document.querySelectorAll("button, a, [role=menuitem], [role=tab], [role=option]")]
        .filter(
          (e) =>
            e.textContent !== "" && !e.hasAttribute("aria-label") && e.querySelector(".anticon[role=img]:not([aria-hidden=true])") !== null,
        )
        .map((e) => `${at}: the icon of "${e.textContent}" is read as ${e.querySelector(".anticon")?.getAttribute("aria-label")}`),
    where,
  );

/**
 * Serious and critical findings of axe and icons that are read, in words; the page was opened with `addInitScript({ path: AXE })`.
 * `rules` narrows it: another theme changes colours alone.
 */
export async function barriers(page: Page, where: string, rules?: string[]): Promise<string[]> {
  await still(page);
  const found = await page.evaluate(
    ([only, further]) => {
      const { axe } = window as unknown as { axe: { run: (context: object, options: object) => Promise<AxeResults> } };
      const options = { resultTypes: ["violations"], ...(only && { runOnly: { type: "rule", values: only } }) };
      return axe.run({ exclude: [further] }, options).then((r) =>
        r.violations.map((v) => ({
          id: v.id,
          impact: v.impact,
          nodes: v.nodes.slice(0, 3).map((n) => ({ target: n.target.join(" "), why: n.failureSummary?.split("\n")[1]?.trim() ?? "" })),
        })),
      );
    },
    [rules, FURTHER_ROWS] as const,
  );
  const icons = rules ? [] : await readIcons(page, where);
  const serious = found
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .flatMap((v) => v.nodes.map((n) => `${where} ${v.id}: ${n.target} ${n.why}`))
    .filter((line) => !OF_ANTD.test(line));
  return [...serious, ...icons];
}

/** What scrolls sideways and must not: the page, its content, drawers and dialogs. A table scrolls inside itself. */
export const overhangs = (page: Page, where: string): Promise<string[]> =>
  page.evaluate(
    (at) =>
      [...document.querySelectorAll("html, main, .ant-drawer-body, .ant-modal-body")]
        .filter((e) => e.scrollWidth > e.clientWidth + 1)
        .map((e) => `${at} ${window.innerWidth}: ${e.tagName.toLowerCase()}.${e.className} ${e.scrollWidth} > ${e.clientWidth}`),
    where,
  );

/** Paths of all links in the content. */
export const linksOn = (page: Page): Promise<string[]> =>
  page.locator("main a[href]").evaluateAll((all) => all.map((a) => new URL((a as HTMLAnchorElement).href).pathname));
