/** Rich text over the contract: every field cleans what comes in, whichever endpoint takes it. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { allApi, type EndpointName } from "@visadesk/contract/index.ts";
import { paragraphs, plainOf } from "@visadesk/contract/kit/rich-text.ts";
import { parseInput } from "#kit/call/input.ts";
import { HttpError } from "#kit/http/refuse.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { paperBodies } from "../once/paper.ts";
import { richFields, richStories, type RichField } from "./rich-fields.ts";
import { browserFaults } from "./rich-harmless.ts";
import { payloads } from "./rich-vectors.ts";

let app: TestApp;
let admin: Client;
let stories: ReadonlyMap<string, RichField>;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  stories = richStories(app, admin);
});

const endpointOf = (field: string) => field.slice(0, field.indexOf(" ")) as EndpointName;
const valueAt = (value: unknown, path: string): string => {
  const found = path.split(".").reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], value);
  return typeof found === "string" ? found : "";
};
const pathOf = (field: string): string => field.slice(field.indexOf(" ") + 1);
/** In front of each payload: some leave nothing of themselves, and a text must be there. */
const AHEAD = "<p>要求</p>";

test("every rich text of the contract has its story", () => {
  expect([...stories.keys()].toSorted()).toEqual(richFields().toSorted());
});

describe("a thousand payloads", () => {
  test.each(richFields())("leave nothing executable in %s", async (field) => {
    const endpoint = allApi[endpointOf(field)];
    const body = await stories.get(field)?.body("");
    const path = pathOf(field);
    const faults = payloads.flatMap(({ name, html }) => {
      try {
        return browserFaults(valueAt(parseInput(endpoint, { ...body, [path]: AHEAD + html }), path)).map((f) => `${name}: ${f}`);
      } catch (e) {
        return e instanceof HttpError && e.status === 400 ? [] : [`${name}: ${String(e)}`];
      }
    });
    expect(faults).toEqual([]);
  });

  test("are stored harmless, each through one field after another", async () => {
    const fields = [...stories];
    const faults: string[] = [];
    let stored = 0;
    for (const [i, { name, html }] of payloads.entries()) {
      const [field, story] = fields[i % fields.length] ?? [];
      if (!field || !story) continue;
      const body = await story.body(AHEAD + html);
      const answer = await admin.raw(endpointOf(field), body);
      if (answer.status === 400) continue;
      if (answer.status !== 200 || answer.ret !== 0) faults.push(`${field} ${name}: ${answer.status} ${answer.msg}`);
      const found = await story.stored(body, answer.body);
      if (!found.startsWith(AHEAD)) faults.push(`${field} ${name}: holds ${found}`);
      faults.push(...browserFaults(found).map((f) => `${field} ${name}: ${f}`));
      stored += 1;
    }
    expect(faults).toEqual([]);
    expect(stored).toBeGreaterThanOrEqual(1_000);
  });

  test("are harmless in an imported sheet too, whose rows the contract does not know", async () => {
    const some = payloads.filter((_, i) => i % 5 === 0).slice(0, 250);
    const rowsOf = some.map(({ html }, i) => ({ ...paperBodies.elec(`表格里的资料${i}`), requirement: AHEAD + html }));
    await admin.call("elec_import", { rows: rowsOf, dry_run: false, idempotency_key: crypto.randomUUID() });
    const found = await rows<{ requirement: string }>(app.db, q`select requirement from documents where name like '表格里的资料%'`);
    expect(found.length).toBeGreaterThan(200);
    expect(found.flatMap((d) => browserFaults(d.requirement))).toEqual([]);
  });
});

test("what was text before is paragraphs now, line by line, and no wording counts as new", async () => {
  const words = ["一行", "一\n二", "一\r\n二\n\n  \n三", `a < b && c > "d" <script>alert(1)</script>`, " 前后空白\n"];
  const ids: number[] = [];
  for (const [i, requirement] of words.entries()) {
    const made = await row<{ id: number }>(
      app.db,
      q`insert into documents (kind, name, requirement, created_at, updated_at) values (1, ${`旧资料${i}`}, ${requirement}, ${app.clock.now()}, ${app.clock.now()}) returning id`,
    );
    ids.push(made?.id ?? 0);
  }
  const migration = readFileSync(new URL("../../../migrations/0027_rich_text.sql", import.meta.url), "utf8");
  const again = async (): Promise<{ requirement: string; text_at: string | null }[]> => {
    await app.database.pool.query(`begin; ${migration}; commit`);
    return rows(app.db, q`select requirement, text_at from documents where id = any(${ids}::int8[]) order by id`);
  };
  const found = await again();
  expect(found.map((d) => d.requirement)).toEqual(words.map(paragraphs));
  expect(found.map((d) => plainOf(d.requirement))).toEqual(["一行", "一\n二", "一\n二\n三", words[3], "前后空白"]);
  expect(found.map((d) => d.text_at)).toEqual(words.map(() => null));
  expect(await again()).toEqual(found);
});

test("plain descriptions of products are paragraphs now; what is rich already stays", async () => {
  const details = new Map([
    ["JP-TOUR-S", "资料齐全\n次日送签\n\n以签发为准 <3天"],
    ["JP-TOUR-3Y", "<p>一段</p><ul><li>一点</li></ul>"],
  ]);
  for (const [code, detail] of details) await rows(app.db, q`update spus set detail = ${detail} where visa_product_unit_code = ${code}`);
  const migration = readFileSync(new URL("../../../migrations/0031_spu_detail.sql", import.meta.url), "utf8");
  for (const _ of ["once", "again"]) {
    await app.database.pool.query(`begin; ${migration}; commit`);
    const found = await rows<{ detail: string }>(
      app.db,
      q`select detail from spus where visa_product_unit_code = any(${[...details.keys()]}) order by visa_product_unit_code desc`,
    );
    expect(found.map((s) => s.detail)).toEqual(["<p>资料齐全<br>次日送签</p><p>以签发为准 &lt;3天</p>", details.get("JP-TOUR-3Y")]);
  }
});

test("a log says the words, a change of form alone is told", async () => {
  const { id } = await admin.call("elec_add", {
    ...paperBodies.elec("日志资料"),
    requirement: "<p>盖章</p>",
    idempotency_key: crypto.randomUUID(),
  });
  await admin.call("elec_update", { id, version: 1, requirement: "<p><strong>盖章</strong></p>" });
  await admin.call("elec_update", { id, version: 2, requirement: "<ul><li>盖章</li><li>签字</li></ul>" });
  const changes = await rows<{ before: string; after: string }>(
    app.db,
    q`select c->>'before' as before, c->>'after' as after from operation_logs l, jsonb_array_elements(l.changes) c
      where l.noun = 'elec' and l.noun_id = ${id} and c->>'field' = 'requirement' order by l.id`,
  );
  expect(changes).toEqual([
    { before: null, after: "盖章" },
    { before: "盖章", after: "盖章（仅调整了格式）" },
    { before: "盖章", after: "盖章\n签字" },
  ]);
});
