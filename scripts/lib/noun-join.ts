/** Joins a new noun to the lists that somebody reads in order; makes the door of an area that has none yet. */
import type { Words } from "./noun.ts";

export interface Join {
  readonly file: string;
  /** What a person would add by hand. */
  readonly line: string;
  /** The file with it; null where the place is not as it was. Without a file it gets an empty text. */
  readonly add: (text: string) => string | null;
}

/** An import behind the last one. */
function imported(text: string, line: string): string {
  const last = [...text.matchAll(/^import [^;]*;$/gm)].at(-1);
  const at = last ? last.index + last[0].length : 0;
  return `${text.slice(0, at)}\n${line}${text.slice(at)}`;
}
/** `entry` before the end of the list that `start` opens: `{ … }` or `[ … ]`, of one line or several. */
function listed(text: string, start: RegExp, entry: string): string | null {
  const open = start.exec(text);
  if (!open) return null;
  let depth = 1;
  for (let at = open.index + open[0].length; at < text.length; at++) {
    const sign = text[at] ?? "";
    if ("{[(".includes(sign)) depth++;
    if ("}])".includes(sign)) depth--;
    if (depth === 0) {
      const before = text.slice(0, at).trimEnd();
      return `${before}${/[,{[]$/.test(before) ? "" : ","}\n${entry},\n${text.slice(at)}`;
    }
  }
  return null;
}
const both = (line: string, start: RegExp, entry: string) => (text: string) => {
  const found = listed(text, start, entry);
  return found && imported(found, line);
};

const key = (name: string): string => (/^\w+$/.test(name) ? name : `"${name}"`);

function contractJoins({ area, noun, snake, camel, label, may, path }: Words): Join[] {
  const from = `import { ${camel}Api } from "./${area}/${noun}.ts";`;
  return [
    {
      file: "contract/src/index.ts",
      line: `${from} and ...${camel}Api in allApi`,
      add: (text) => {
        // One api alone is no list yet.
        const wide = text.replace(new RegExp(`inArea\\("${area}", (\\w+)\\)`), (_, api: string) => `inArea("${area}", { ...${api} })`);
        const inArea = both(from, new RegExp(`inArea\\("${area}", \\{`), `...${camel}Api`)(wide);
        return inArea ?? both(from, /export const allApi = \{/, `...inArea("${area}", { ...${camel}Api })`)(text);
      },
    },
    {
      file: "contract/src/list-routes.ts",
      line: `"${noun}-list": { path: "${path}/list", may: ${may} }`,
      add: (text) => listed(text, /listRoutes = \{/, `"${noun}-list": { path: "${path}/list", may: ${may} }`),
    },
    {
      file: "contract/src/record-nouns.ts",
      line: `${snake}: { label: "${label}", may: ${may} }`,
      add: (text) => {
        const entry = `${snake}: { label: "${label}", may: ${may} }`;
        return (
          listed(text, new RegExp(`^  ${key(area)}: \\{`, "m"), entry) ?? listed(text, /recordNouns = \{/, `${key(area)}: { ${entry} }`)
        );
      },
    },
  ];
}

/** Nobody has any of a new noun where nothing but orders was done. */
const exportsJoin = ({ snake }: Words): Join => ({
  file: "server/src/testing/loops/exports.test.ts",
  line: `"${snake}_query" in EMPTY`,
  add: (text) => listed(text, /EMPTY = new Set\(\[/, `"${snake}_query"`),
});

function serverJoins({ area, noun, camel, home }: Words, has: (file: string) => boolean): Join[] {
  const door = `server/src/${area}/index.ts`;
  const parts = `server/src/${area}/${area}.area.ts`;
  const nouns = `server/src/${area}/${area}.nouns.ts`;
  const own = `import { ${camel}Noun } from "./${noun}/${noun}.noun.ts";`;
  const serves = `import { ${camel}Server } from "./${noun}/${noun}.ts";`;
  const ofNouns = `import { ${home}Nouns } from "./${area}.nouns.ts";`;
  const joins: Join[] = [
    {
      file: nouns,
      line: `${camel}Noun`,
      add: (text) =>
        text === ""
          ? `/** The stored nouns of ${area}. */\n${own}\n\nexport const ${home}Nouns = [${camel}Noun];\n`
          : both(own, /Nouns = \[/, `${camel}Noun`)(text),
    },
    {
      file: has(parts) ? parts : door,
      line: `...${camel}Server in serving`,
      add: (text) => {
        if (text === "")
          return `/** Door of ${area}. */\nimport { area } from "#kit/area.ts";\n${ofNouns}\n${serves}\n\nexport const ${home}Area = area("${area}", { nouns: ${home}Nouns, serving: { ...${camel}Server } });\n`;
        const wide = text.replace(/serving: (\w+)\b/, (_, one: string) => `serving: { ...${one} }`);
        return both(serves, /serving: \{/, `...${camel}Server`)(wide);
      },
    },
  ];
  if (has(door)) return has(nouns) ? joins : [...joins, nounsIn(area, home)];
  return [
    ...joins,
    nounsIn(area, home),
    {
      file: "server/src/areas.ts",
      line: `${home}.${home}Area in parts, and its serving in lists`,
      add: (text) => {
        const part = both(`import * as ${home} from "./${area}/index.ts";`, /const parts = \{/, `${home}: ${home}.${home}Area`)(text);
        return part && listed(part, /export const lists = \{/, `...parts.${home}.serving`);
      },
    },
  ];
}
const nounsIn = (area: string, home: string): Join => ({
  file: "server/src/nouns.ts",
  line: `...${home}Nouns`,
  add: both(`import { ${home}Nouns } from "./${area}/${area}.nouns.ts";`, /nouns: readonly AnyNoun\[\] = \[/, `...${home}Nouns`),
});

function consoleJoins({ area, noun, camel, home }: Words, has: (file: string) => boolean): Join[] {
  const file = `console/src/${area}/screens.ts`;
  const own = `import { ${camel}Screens } from "./${noun}/${noun}-screens.ts";`;
  const joins: Join[] = [
    {
      file,
      line: `...${camel}Screens`,
      add: (text) =>
        text === ""
          ? `/** Every screen of ${area}, in the order of the menu. */\n${own}\n\nexport const ${home}Screens = { ...${camel}Screens };\n`
          : both(own, /Screens = (screens\()?\{/, `...${camel}Screens`)(text),
    },
  ];
  if (has(file)) return joins;
  return [
    ...joins,
    {
      file: "console/src/screens.ts",
      line: `...${home}Screens`,
      add: both(`import { ${home}Screens } from "./${area}/screens.ts";`, /const all = \{/, `...${home}Screens`),
    },
  ];
}

export const joinsOf = (words: Words, has: (file: string) => boolean): Join[] => [
  ...contractJoins(words),
  ...serverJoins(words, has),
  exportsJoin(words),
  ...consoleJoins(words, has),
];
