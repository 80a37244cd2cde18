/** A new noun: its words in every spelling and the files of `scripts/noun`, ready to compile. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { AREA_TITLES, permissions, type Permission } from "@visadesk/contract/permissions.ts";

export interface Noun {
  readonly area: string;
  /** kebab-case, singular: `evaluate-reply`. */
  readonly noun: string;
  /** What people call it: 评价回复. */
  readonly label: string;
  /** Name of its permission. */
  readonly may: string;
}
export interface NewFile {
  readonly path: string;
  readonly text: string;
}
export const USAGE = "usage: npm run new -- area/noun 名称 [permission] (noun in kebab-case, singular)";

const NAME = /^[a-z]+(-[a-z]+)*$/;
const codes: Readonly<Record<string, Permission>> = permissions;
const snakeOf = (noun: string): string => noun.replaceAll("-", "_");

/** Areas by name, with their titles in the menu. */
const TITLES: Readonly<Record<string, string>> = AREA_TITLES;

/** Its own permission where there is one of its name, else the first screen of its area. */
function permissionOf(area: string, noun: string, asked: string | undefined): string {
  if (asked !== undefined) {
    if (!codes[asked]) throw new Error(`no permission ${asked}; contract/src/permissions.ts names them`);
    return asked;
  }
  if (codes[snakeOf(noun)]) return snakeOf(noun);
  return Object.keys(codes).find((name) => codes[name]?.area === area && codes[name]?.type === "menu") ?? "workbench";
}

/** Reads `area/noun 名称 [permission]`; throws one line that says what is wrong with it. */
export function parseNoun([text, label, may]: readonly string[]): Noun {
  const [area = "", noun = "", ...rest] = (text ?? "").split("/");
  if (rest.length > 0 || !NAME.test(area) || !NAME.test(noun) || !label) throw new Error(USAGE);
  if (!TITLES[area]) {
    const known = Object.keys(TITLES).filter((name) => TITLES[name]);
    throw new Error(`no area ${area}; one of ${known.sort().join(", ")}`);
  }
  return { area, noun, label, may: permissionOf(area, noun, may) };
}

export function wordsOf({ area, noun, label, may }: Noun) {
  const snake = snakeOf(noun);
  const camel = noun.replace(/-([a-z])/g, (_, c: string) => c.toUpperCase());
  return {
    area,
    noun,
    label,
    snake,
    camel,
    pascal: `${camel[0]?.toUpperCase()}${camel.slice(1)}`,
    table: snake.endsWith("y") ? `${snake.slice(0, -1)}ies` : `${snake}s`,
    may: `may.${may}`,
    path: area === noun ? `/${area}` : `/${area}/${noun}`,
    group: TITLES[area] ?? area,
    /** `baseData`, as the area's own lists are called. */
    home: area.replace(/-([a-z])/g, (_, c: string) => c.toUpperCase()),
  };
}
export type Words = ReturnType<typeof wordsOf>;

const folder = path.resolve(import.meta.dirname, "../noun");
/** Where each file goes; `number` is that of the migration. */
const placesOf = ({ area, noun, snake }: Words, number: number): Readonly<Record<string, string>> => ({
  "migration.sql": `server/migrations/${String(number).padStart(4, "0")}_${snake}.sql`,
  "contract.ts": `contract/src/${area}/${noun}.ts`,
  "server.ts": `server/src/${area}/${noun}/${noun}.ts`,
  "noun.ts": `server/src/${area}/${noun}/${noun}.noun.ts`,
  "test.ts": `server/src/${area}/${noun}/${noun}.test.ts`,
  "list.tsx": `console/src/${area}/${noun}/${noun}-list.tsx`,
  "view.tsx": `console/src/${area}/${noun}/${noun}-view.tsx`,
  "form.tsx": `console/src/${area}/${noun}/${noun}-form.tsx`,
  "screens.ts": `console/src/${area}/${noun}/${noun}-screens.ts`,
});

export function filesOf(noun: Noun, number: number): NewFile[] {
  const words: Readonly<Record<string, string>> = wordsOf(noun);
  const places = placesOf(wordsOf(noun), number);
  return readdirSync(folder).map((name) => {
    const place = places[name.replace(/\.txt$/, "")];
    if (place === undefined) throw new Error(`scripts/noun/${name} has no place`);
    const text = readFileSync(path.join(folder, name), "utf8");
    return { path: place, text: text.replaceAll(/«(\w+)»/g, (_, word: string) => words[word] ?? word) };
  });
}
