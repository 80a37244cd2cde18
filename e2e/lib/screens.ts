/** Screens and panels of the console as they are now, read from the areas' own rows. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { allows, type May } from "@visadesk/contract/permissions.ts";
import type { Page } from "playwright-core";
import { open } from "./browser.ts";

interface Row {
  path: string;
  title?: string;
  may?: May;
  menu?: object;
  under?: string;
  no_auth?: true;
  redirect?: string;
}
export interface Built {
  name: string;
  /** The first part of its address. */
  area: string;
  path: string;
  title: string;
  may: May;
  in_menu: boolean;
  /** The list it belongs to. */
  under: string | null;
  /** Its address needs a record. */
  of_record: boolean;
  /** Of a pathname that leads to it. */
  pattern: RegExp;
}

const root = path.resolve(import.meta.dirname, "../..");
const rows: Record<string, Row> = {};
for (const file of globSync("console/src/*/screens.ts", { cwd: root })) {
  const area: Readonly<Record<string, Readonly<Record<string, Row>>>> = await import(path.join(root, file));
  for (const part of Object.values(area)) Object.assign(rows, part);
}

/** Every screen of the frame: neither the login page nor addresses that only lead on. */
export const builtScreens: readonly Built[] = Object.entries(rows)
  .filter(([, row]) => !row.no_auth && !row.redirect)
  .map(([name, row]) => ({
    name,
    area: row.path.split("/")[1] ?? "",
    path: row.path,
    title: row.title ?? "",
    may: row.may ?? rows[row.under ?? ""]?.may ?? "staff",
    in_menu: row.menu !== undefined,
    under: row.under ?? null,
    of_record: row.path.includes(":"),
    pattern: new RegExp(`^${row.path.replaceAll(/:\w+/g, "[^/]+")}$`),
  }));

const records = builtScreens.filter((s) => s.of_record);

/** Names of everything that opens by `?panel=`, with its title. */
export const builtPanels: ReadonlyMap<string, string> = new Map(
  globSync("console/src/*/panels.{ts,tsx}", { cwd: root }).flatMap((file) =>
    [...readFileSync(path.join(root, file), "utf8").matchAll(/^ {2}"?([\w-]+)"?: \{\s*title: "([^"]+)"/gm)].map(
      ([, name = "", title = ""]): [string, string] => [name, title],
    ),
  ),
);

/** The codes of the person who is signed in on this page. */
export async function codesOn(page: Page): Promise<ReadonlySet<number>> {
  const asked = page.waitForResponse(/\/oss_account_query$/);
  await open(page, "/home");
  const { body } = (await (await asked).json()) as { body: { role: { module_group: number[] } | null } };
  return new Set(body.role?.module_group ?? []);
}

export const mayEnter = (screen: Built, codes: ReadonlySet<number>): boolean => allows(screen.may, codes);
/** The screens of the person who is signed in on this page. */
export async function screensOn(page: Page): Promise<Built[]> {
  const codes = await codesOn(page);
  return builtScreens.filter((s) => mayEnter(s, codes));
}

export interface Walk {
  /** Leaves a screen out when its turn comes. */
  skip?: (screen: Built) => boolean;
  /** Links to records that were seen, kept for a next walk. */
  links?: Map<string, string>;
  /** How a page gets to an address; as if it was typed in where nothing else is said. */
  go?: (page: Page, href: string) => Promise<void>;
}

/**
 * Goes to every one of these screens, each once, with all the pages at the same time: lists and forms by their address,
 * records by the first link that stands on a page before. `look` answers the links it saw. Answers the screens to which no
 * link led.
 */
export async function walk(
  pages: readonly Page[],
  screens: readonly Built[],
  look: (page: Page, screen: Built) => Promise<readonly string[]>,
  { skip = () => false, links = new Map<string, string>(), go = open }: Walk = {},
): Promise<Built[]> {
  let left = [...screens];
  const next = (): Built | undefined => {
    const found = left.find((s) => !s.of_record) ?? left.find((s) => links.has(s.name));
    left = left.filter((s) => s !== found);
    return found;
  };
  const visit = async (page: Page): Promise<void> => {
    for (let screen = next(); screen; screen = next()) {
      if (skip(screen)) continue;
      await go(page, links.get(screen.name) ?? screen.path);
      for (const href of await look(page, screen)) {
        const found = records.find((s) => !links.has(s.name) && s.pattern.test(href));
        if (found) links.set(found.name, href);
      }
    }
  };
  await Promise.all(pages.map(visit));
  return left;
}
