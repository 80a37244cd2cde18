/** Bodies of once.test.ts for the five papers. */
import { PAPERS, type PaperNoun } from "@visadesk/contract/base-data/paper/document.ts";
import { PAPER_START } from "@visadesk/contract/base-data/paper/document.rules.ts";
import { q, row } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";

const RULE = {
  w_mm: 35,
  h_mm: 45,
  w_px: 413,
  h_px: 531,
  px_max: 0,
  bg: "#FFFFFF",
  bg_name: "白色",
  head_min_mm: 32,
  head_max_mm: 36,
  min_kb: 0,
  max_kb: 0,
  formats: ["jpg" as const],
  paper_copies: 1,
  months: 6,
  glasses: false,
  tips: [],
};

const lists = () => ({ identities: [], country_ids: [], samples_good: [], samples_bad: [], check_points: [], reason_ids: [] });
const facts = (name: string) => ({ name, requirement: "彩色扫描", ...lists() });
/** A whole body of each kind. */
export const paperBodies = {
  elec: (name: string) => ({
    ...PAPER_START.elec,
    ...facts(name),
    category: 2,
    sub_type: "passport",
    page_type: 0 as const,
    formats: ["jpg" as const],
  }),
  mail: (name: string) => ({ ...PAPER_START.mail, ...facts(name), category: 2, sub_type: "passport" }),
  bring: (name: string) => ({ ...PAPER_START.bring, ...facts(name), category: 8 }),
  photo: (name: string) => ({ ...PAPER_START.photo, ...facts(name), photo_rule: RULE }),
  application: (name: string) => ({ ...PAPER_START.application, ...facts(name) }),
};

/** A product that uses a paper of the kind, and one that could take its place; none that other bodies order. */
async function swap(app: TestApp, noun: PaperNoun) {
  const found = await row<{ id: number; to_id: number; sku_id: number }>(
    app.db,
    q`
    select x.document_id as id, o.id as to_id, x.sku_id from sku_documents x join documents d on d.id = x.document_id join skus k on k.id = x.sku_id
    join documents o on o.kind = d.kind and o.status = 1 and o.id not in (select y.document_id from sku_documents y where y.sku_id = k.id)
    where d.kind = ${PAPERS[noun].kind} and k.country_id not in ('JP', 'KR') order by x.sku_id, x.id, o.id limit 1`,
  );
  return { id: found?.id ?? 0, to_id: found?.to_id ?? 0, sku_ids: [found?.sku_id ?? 0], expected_count: 1 };
}

export function paperOnce(app: () => TestApp) {
  const first = async (noun: PaperNoun): Promise<number> =>
    (await row<{ id: number }>(app().db, q`select min(id) as id from documents where kind = ${PAPERS[noun].kind} and status = 1`))?.id ?? 0;
  const copied = async (noun: PaperNoun) => ({ ids: [await first(noun)], country_ids: ["JP"], name_suffix: "一次副本" });
  return {
    bodies: {
      elec_add: () => Promise.resolve(paperBodies.elec("一次电子")),
      mail_add: () => Promise.resolve(paperBodies.mail("一次邮寄")),
      bring_add: () => Promise.resolve(paperBodies.bring("一次携带")),
      photo_add: () => Promise.resolve(paperBodies.photo("一次照片")),
      application_add: () => Promise.resolve(paperBodies.application("一次申请表")),
      elec_copy: () => copied("elec"),
      mail_copy: () => copied("mail"),
      bring_copy: () => copied("bring"),
      photo_copy: () => copied("photo"),
      application_copy: () => copied("application"),
      elec_import: () => Promise.resolve({ rows: [paperBodies.elec("一次导入电子")], dry_run: false }),
      mail_import: () => Promise.resolve({ rows: [paperBodies.mail("一次导入邮寄")], dry_run: false }),
      bring_import: () => Promise.resolve({ rows: [paperBodies.bring("一次导入携带")], dry_run: false }),
      photo_import: () => Promise.resolve({ rows: [paperBodies.photo("一次导入照片")], dry_run: false }),
      application_import: () => Promise.resolve({ rows: [paperBodies.application("一次导入申请表")], dry_run: false }),
      elec_replace: () => swap(app(), "elec"),
      mail_replace: () => swap(app(), "mail"),
      bring_replace: () => swap(app(), "bring"),
      photo_replace: () => swap(app(), "photo"),
      application_replace: () => swap(app(), "application"),
    },
    other: {
      elec_add: { remark: "另一个" },
      mail_add: { remark: "另一个" },
      bring_add: { remark: "另一个" },
      photo_add: { remark: "另一个" },
      application_add: { remark: "另一个" },
      elec_copy: { country_ids: [] },
      mail_copy: { country_ids: [] },
      bring_copy: { country_ids: [] },
      photo_copy: { country_ids: [] },
      application_copy: { country_ids: [] },
      elec_import: { dry_run: true },
      mail_import: { dry_run: true },
      bring_import: { dry_run: true },
      photo_import: { dry_run: true },
      application_import: { dry_run: true },
      elec_replace: { expected_count: 2 },
      mail_replace: { expected_count: 2 },
      bring_replace: { expected_count: 2 },
      photo_replace: { expected_count: 2 },
      application_replace: { expected_count: 2 },
    },
  };
}
