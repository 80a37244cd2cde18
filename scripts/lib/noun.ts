/** The files of a new noun, ready to compile: migration, contract, server, its test and the console's list. */
import { permissions, type Permission } from "@visadesk/contract/permissions.ts";

export interface Noun {
  readonly area: string;
  /** kebab-case, singular: `evaluate-reply`. */
  readonly noun: string;
}
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

const NAME = /^[a-z]+(-[a-z]+)*$/;
const AREAS = new Set(Object.values<Permission>(permissions).map((p) => p.area as string));

/** Reads `area/noun`; throws one line that says what is wrong with it. */
export function parseNoun(text: string | undefined): Noun {
  const [area = "", noun = "", ...rest] = (text ?? "").split("/");
  if (rest.length > 0 || !NAME.test(area) || !NAME.test(noun)) throw new Error("usage: npm run new -- area/noun (kebab-case, singular)");
  if (!AREAS.has(area)) throw new Error(`no area ${area}; one of ${[...AREAS].sort().join(", ")}`);
  return { area, noun };
}

const words = ({ area, noun }: Noun) => {
  const snake = noun.replaceAll("-", "_");
  const camel = noun.replace(/-([a-z])/g, (_, c: string) => c.toUpperCase());
  const pascal = camel[0]?.toUpperCase() + camel.slice(1);
  const table = snake.endsWith("y") ? `${snake.slice(0, -1)}ies` : `${snake}s`;
  const code = Object.entries<Permission>(permissions).find(([, p]) => p.area === area && p.type === "menu")?.[0];
  return {
    area,
    noun,
    snake,
    camel,
    pascal,
    table,
    may: code ? `may.${code}` : '"staff"',
    importMay: code ? 'import { may } from "../permissions.ts";\n' : "",
  };
};
type Words = ReturnType<typeof words>;

const migration = ({ table }: Words): string => `create table ${table} (
  id bigint generated always as identity primary key,
  name text not null,
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index ${table}_created on ${table} (created_at desc, id desc);
`;

const contract = ({
  snake,
  camel,
  may,
  importMay,
}: Words): string => `import { api, list, optional, pick, read, write } from "../kit/endpoint.ts";
import { id, text, time, version, z } from "../kit/field.ts";
${importMay}
export const ${camel} = z.object({
  id: id("编号"),
  name: text("名称", { max: 40 }),
  version: version(),
  created_at: time("创建时间"),
  updated_at: time("更新时间"),
});

export const ${camel}Api = api({
  ${snake}_query: list("列表", ${may}, {
    filter: { keyword: z.optional(text("名称", { min: 0, max: 40 })) },
    row: ${camel},
    sorts: ["created_at"],
  }),
  ${snake}_get: read("详情", ${may}, pick(${camel}, "id"), ${camel}),
  ${snake}_add: write("新增", ${may}, pick(${camel}, "name"), ${camel}, { key: true }),
  ${snake}_update: write("编辑", ${may}, { ...pick(${camel}, "id", "version"), ...optional(pick(${camel}, "name")) }, ${camel}),
});
`;

const server = ({
  area,
  noun,
  snake,
  camel,
  pascal,
  table,
}: Words): string => `import { ${camel}Api, type ${camel} } from "@visadesk/contract/${area}/${noun}.ts";
import type { z } from "@visadesk/contract/kit/field.ts";
import type { Db } from "#kit/db/db.ts";
import { pageOf } from "#kit/db/page.ts";
import { found } from "#kit/http/refuse.ts";
import { saveRow } from "#kit/noun/save.ts";
import { serve } from "#kit/call/serve.ts";
import { and, likeText, q } from "#kit/db/sql.ts";
import { ${camel}Noun } from "./${noun}.noun.ts";

type ${pascal} = z.output<typeof ${camel}>;
const columns = ["id", "name", "version", "created_at", "updated_at"] as const;

const one = async (db: Db, id: number): Promise<${pascal}> =>
  found(await db.selectFrom("${table}").select(columns).where("id", "=", id).executeTakeFirst());

export const ${camel}Server = serve(${camel}Api, {
  ${snake}_query: (input, { db }) =>
    pageOf<${pascal}>(db, input, {
      from: q\`${table} t\`,
      where: and([input.keyword && q\`t.name like \${\`%\${likeText(input.keyword)}%\`}\`]),
      id: "t.id",
      select: q\`t.id, t.name, t.version, t.created_at, t.updated_at\`,
      sorts: { created_at: { by: "t.created_at", order: "desc", keyset: true } },
      sort: "created_at",
    }),
  ${snake}_get: ({ id }, { db }) => one(db, id),
  ${snake}_add: async ({ name }, { db, actor, now }) => {
    const { id } = await db.insertInto("${table}").values({ name, created_by: actor.id, created_at: now, updated_at: now }).returning("id").executeTakeFirstOrThrow();
    return one(db, id);
  },
  ${snake}_update: async ({ id, version, ...set }, ctx) => {
    await saveRow(ctx, ${camel}Noun, { id, version, set: { ...set, updated_at: ctx.now } });
    return one(ctx.db, id);
  },
});
`;

const descriptor = ({
  area,
  noun,
  snake,
  camel,
  table,
}: Words): string => `import { ${camel} } from "@visadesk/contract/${area}/${noun}.ts";
import { noun } from "#kit/noun/noun.ts";

export const ${camel}Noun = noun("${snake}", { table: "${table}", shape: ${camel}, title: "name" });
`;

const test = ({ noun, snake, camel, pascal, area }: Words): string => `import { expect, it } from "vitest";
import type { ${camel} } from "@visadesk/contract/${area}/${noun}.ts";
import type { z } from "@visadesk/contract/kit/field.ts";
import { asWrite, principalFor, readCtx } from "../../testing/ctx.ts";
import { testDatabase } from "../../testing/database.ts";
import { ${camel}Server } from "./${noun}.ts";

type ${pascal} = z.output<typeof ${camel}>;
const { db } = await testDatabase();
const me = principalFor({ worker_id: 1 });
const now = new Date("2026-01-05T02:00:00Z");

it("is added, found by its name and changed once per version", async () => {
  const added = (await asWrite(db, me, now, async (ctx) => ${camel}Server.${snake}_add.run({ name: "第一个" }, ctx, null))) as ${pascal};
  expect(added).toMatchObject({ name: "第一个", version: 1 });
  const page = await ${camel}Server.${snake}_query.run({ page: 1, page_size: 20, keyword: "一个" }, readCtx(db, me, now), null);
  expect(page).toMatchObject({ list: [{ id: added.id }], total: 1 });
  const rename = (name: string) =>
    asWrite(db, me, now, async (ctx) => ${camel}Server.${snake}_update.run({ id: added.id, version: 1, name }, ctx, null));
  expect(await rename("改名")).toMatchObject({ name: "改名", version: 2 });
  await expect(rename("再改")).rejects.toMatchObject({ status: 409 });
});
`;

const screen = ({
  area,
  noun,
  snake,
  camel,
  pascal,
}: Words): string => `import { ${camel}Api } from "@visadesk/contract/${area}/${noun}.ts";
import { ListScreen } from "#kit/list/list-screen.tsx";

export default function ${pascal}List() {
  return (
    <ListScreen
      endpoint={${camel}Api.${snake}_query}
      title="列表"
      keyword={{ name: "keyword", placeholder: "名称" }}
      columns={["name", "created_at", "updated_at"]}
    />
  );
}
`;

/** All files; `number` is that of the migration. */
export function filesOf(noun: Noun, number: number): NewFile[] {
  const w = words(noun);
  return [
    { path: `server/migrations/${String(number).padStart(4, "0")}_${w.snake}.sql`, text: migration(w) },
    { path: `contract/src/${w.area}/${w.noun}.ts`, text: contract(w) },
    { path: `server/src/${w.area}/${w.noun}/${w.noun}.ts`, text: server(w) },
    { path: `server/src/${w.area}/${w.noun}/${w.noun}.noun.ts`, text: descriptor(w) },
    { path: `server/src/${w.area}/${w.noun}/${w.noun}.test.ts`, text: test(w) },
    { path: `console/src/${w.area}/${w.noun}-list.tsx`, text: screen(w) },
  ];
}

/** The lines a person still adds, each to a list that somebody reads in order. */
export function remaining(noun: Noun): string[] {
  const { area, noun: name, camel, may } = words(noun);
  const title = `{ ...listRoutes["${name}-list"], title: "列表", menu: { group: "…" }, load: () => import("./${name}-list.tsx") }`;
  return [
    `contract/src/index.ts: import { ${camel}Api } from "./${area}/${name}.ts"; and ...${camel}Api in allApi`,
    `server/src/${area}/index.ts or ${area}.area.ts: ...${camel}Server; server/src/${area}/${area}.nouns.ts: ${camel}Noun`,
    `contract/src/list-routes.ts: "${name}-list": { path: "/${area}/${name}-list", may: ${may} }`,
    `console/src/${area}/screens.ts: "${name}-list": ${title}`,
    "then the true labels, fields and permissions, and npm run gen",
  ];
}
