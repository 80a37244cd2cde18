/** The papers of the demo business: whose file is whose, and what was said against them. */
import { beforeAll, expect, test } from "vitest";
import { isIdentityPaper } from "@visadesk/contract/base-data/paper/document.rules.ts";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { seedDemoOrders } from "../index.ts";
import { fitsPaper } from "./reasons.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 400 });
}, 120_000);

interface Paper {
  kind: number;
  category: number | null;
  sub_type: string | null;
  page_type: number;
  max_age_days: number;
  name: string;
}

test("no identity paper shares its stored file with another paper, so that none is closed for its neighbour's sake", async () => {
  const files = await rows<Paper & { file: string }>(
    app.db,
    q`select distinct f.file, m.kind, m.category, m.sub_type, m.page_type, m.max_age_days, m.name from material_files f join applicant_materials m on m.id = f.material_id`,
  );
  const letters = await rows<{ file: string }>(app.db, q`select distinct unnest(result_files || refusal_files) as file from applicants`);
  const open = files.filter((f) => !isIdentityPaper(f));
  expect(open.length).toBeGreaterThan(5);
  const closed = new Set([...files.filter(isIdentityPaper), ...letters].map((f) => f.file));
  expect(open.filter((f) => closed.has(f.file)).map((f) => f.name)).toEqual([]);
});

test("who holds no identity papers opens a bank statement", async () => {
  const [paper] = await rows<{ file: string; applicant_id: number }>(
    app.db,
    q`select f.file, m.applicant_id from material_files f join applicant_materials m on m.id = f.material_id where m.sub_type = 'salary' limit 1`,
  );
  const finance = await app.as("finance");
  const { url } = await finance.call("file_link_get", { key: paper?.file ?? "", noun: "applicant", noun_id: paper?.applicant_id ?? 0 });
  expect(url).toContain("/storage/private/");
});

test("a rejected paper has a reason that such a paper can have", async () => {
  const said = await rows<Paper & { code: string; kinds: number[] }>(
    app.db,
    q`select r.reject_code as code, x.kinds, m.kind, m.category, m.sub_type, m.page_type, m.max_age_days, m.name
      from material_rejections r join applicant_materials m on m.id = r.material_id join reject_reasons x on x.code = r.reject_code`,
  );
  expect(said.length).toBeGreaterThan(30);
  expect(said.filter((s) => !fitsPaper(s, s)).map((s) => `${s.name}：${s.code}`)).toEqual([]);
  const about = (code: string): string[] => [...new Set(said.filter((s) => s.code === code).map((s) => s.sub_type ?? "photo"))];
  expect(about("six_months").filter((t) => t !== "passport")).toEqual([]);
  expect(about("photo").filter((t) => t !== "photo")).toEqual([]);
});
