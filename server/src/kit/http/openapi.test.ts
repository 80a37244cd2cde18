import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { afterAll, expect, test } from "vitest";
import { allEndpoints } from "@visadesk/contract/index.ts";
import { FRONT_VERSION } from "@visadesk/contract/kit/constants.ts";
import { openApi } from "./openapi.ts";

const root = path.resolve(import.meta.dirname, "../../../..");
const dir = mkdtempSync(path.join(os.tmpdir(), "visadesk-openapi-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Report {
  totals: { errors: number; warnings: number };
  problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
}

/** What `redocly lint` says of a document, by its recommended rules. */
function lint(document: unknown): Report {
  const file = path.join(dir, "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const done = spawnSync(process.execPath, [path.join(root, "node_modules/@redocly/cli/bin/cli.js"), "lint", file, "--format=json"], {
    cwd: dir,
    encoding: "utf8",
    maxBuffer: 64_000_000,
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", CI: "1" },
  });
  return JSON.parse(done.stdout) as Report;
}

test("the document is valid for redocly lint, without a warning", () => {
  const { totals, problems } = lint(openApi(allEndpoints, FRONT_VERSION));
  expect(problems.map((p) => `${p.ruleId} ${p.message} ${p.location[0]?.pointer ?? ""}`).slice(0, 20)).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
}, 60_000);

test("the lint can fail", () => {
  const broken = { ...openApi(allEndpoints, FRONT_VERSION), paths: { "/x": { post: { responses: { "200": { description: 1 } } } } } };
  expect(lint(broken).totals.errors).toBeGreaterThan(0);
}, 60_000);

test("every endpoint is an operation with its permission, label and answer", () => {
  const { paths } = openApi(allEndpoints, FRONT_VERSION) as { paths: Record<string, { post: Record<string, unknown> }> };
  expect(Object.keys(paths).sort()).toEqual(allEndpoints.map((e) => `/${e.name}`).sort());
  for (const e of allEndpoints)
    expect(paths[`/${e.name}`]?.post, e.name).toMatchObject({
      summary: e.label,
      "x-permission": expect.anything() as unknown,
      requestBody: { required: true },
    });
  expect(JSON.stringify(paths["/order_query"]?.post["requestBody"])).toContain('"title":"出行日期"');
});
