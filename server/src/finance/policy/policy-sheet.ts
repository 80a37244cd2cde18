/** 投保名单: policies of a batch and the sheet that the insurer writes them from. */
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { policyApi } from "@visadesk/contract/finance/insurance/policy.ts";
import { POLICY_KINDS } from "@visadesk/contract/finance/insurance/policy.words.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { shanghai } from "@visadesk/contract/kit/format.ts";
import { GENDERS } from "@visadesk/contract/order/words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { attempt } from "#kit/db/attempt.sql.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { xlsx, type Cell, type Column } from "#kit/export/sheet.ts";
import { typeOfKey } from "#kit/files/file-links.ts";
import { withWorkFile } from "#kit/files/work-files.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { saveRow } from "#kit/noun/save.ts";
import { openField } from "#kit/seal/seal.ts";
import { heldPolicy, type Seen } from "./policy-held.ts";
import { insuredOf, insuredSet, subjectOf } from "./policy-open.ts";
import { policyNoun, sealedPolicy } from "./policy.noun.ts";

type Api = typeof policyApi;
const DAY_MS = 86_400_000;
const KEEP_DAYS = 7;
const LINK_SECONDS = 60;

const text = (label: string, width: number): Column => ({ label, money: false, width });
const cents = (label: string): Column => ({ label, money: true, width: 12 });
const COLUMNS: readonly Column[] = [
  text("投保编号", 20),
  text("险种", 10),
  text("产品", 24),
  text("计划", 16),
  text("被保人", 16),
  text("姓名拼音", 24),
  text("性别", 6),
  text("出生日期", 12),
  text("护照号", 14),
  text("目的地", 14),
  text("起保日", 12),
  text("止保日", 12),
  cents("保费"),
  cents("成本"),
  text("订单号", 20),
  text("保单号", 24),
];
interface Full {
  id: number;
  apply_no: string;
  kind: keyof typeof POLICY_KINDS;
  product_name: string;
  plan_name: string;
  insured_name: string | null;
  insured_birthday: string | null;
  insured_passport: string | null;
  insured_passport_sealed: string | null;
  latin: string;
  gender: string | null;
  country: string;
  start_on: string | null;
  end_on: string | null;
  premium: number;
  cost: number;
  order_no: string;
}
const fullRows = (ctx: Ctx, ids: readonly number[]): Promise<Full[]> =>
  rows<Full>(
    ctx.db,
    q`select p.id, p.apply_no, p.kind, p.product_name, p.plan_name, p.insured_name, p.insured_birthday, p.insured_passport, p.insured_passport_sealed,
        trim(coalesce(a.surname_en, '') || ' ' || coalesce(a.given_name_en, '')) as latin, a.gender, c.name_zh as country, p.start_on, p.end_on, p.premium, p.cost, o.order_no
      from policies p join applicants a on a.id = p.applicant_id join orders o on o.id = p.order_id join countries c on c.id = o.country_id
      where p.id = any(${[...ids]}::int8[]) order by p.id`,
  );
const genderOf = (g: string | null): string => (g === "male" || g === "female" ? GENDERS[g] : "");
const sheetRow = (p: Full): Cell[] => [
  p.apply_no,
  POLICY_KINDS[p.kind],
  p.product_name,
  p.plan_name,
  p.insured_name ?? "",
  p.latin,
  genderOf(p.gender),
  p.insured_birthday ?? "",
  openField(sealedPolicy, p, "insured_passport"),
  p.country,
  p.start_on ?? "",
  p.end_on ?? "",
  p.premium / 100,
  p.cost / 100,
  p.order_no,
  "",
];

/** Stores the sheet, sealed like every private file, and names everybody whose numbers stand in it. */
async function makeSheet(ctx: Ctx, ids: readonly number[], batch_no: string): Promise<number> {
  const key = `private/policy-sheet/${crypto.randomUUID()}.xlsx`;
  const body = (await fullRows(ctx, ids)).map(sheetRow);
  await withWorkFile(async (file) => {
    const batches = (async function* () {
      yield await Promise.resolve(body);
    })();
    await pipeline(xlsx([{ name: "投保名单", columns: COLUMNS, rows: batches }]), createWriteStream(file, { mode: 0o600 }));
    await ctx.files.put(key, file, typeOfKey(key));
  });
  const { id } = await ctx.db
    .insertInto("policy_sheets")
    .values({
      batch_no,
      file_key: key,
      policy_ids: [...ids],
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + KEEP_DAYS * DAY_MS),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await looked(ctx, ids, "生成投保名单");
  return id;
}
/** Every person whose passport was put into a sheet or fetched with one. */
async function looked(ctx: Ctx, ids: readonly number[], label: string): Promise<void> {
  const people = await rows<{ id: number; apply_no: string; applicant_id: number }>(
    ctx.db,
    q`select id, apply_no, applicant_id from policies where id = any(${[...ids]}::int8[]) order by id`,
  );
  for (const { id, apply_no, applicant_id } of people)
    ctx.note({
      kind: "reveal",
      noun: "policy",
      noun_id: id,
      noun_no: apply_no,
      subject_ids: [applicant_id],
      changes: [{ field: "insured_passport", label, before: null, after: null }],
    });
}

/** The insured is told to the insurer as he stands in his order now. */
async function putIn(ctx: Ctx, seen: Seen, batch_no: string): Promise<void> {
  const p = await heldPolicy(ctx, seen);
  refuseUnless(p.policy_status === "to_issue", "state_changed", "只有待出单的保单可以导出名单");
  const insured = insuredOf(await subjectOf(ctx.db, p.applicant_id));
  refuseUnless(insured.passport !== null, "guard_failed", `${p.applicant_no} 尚未登记护照号，不能投保`);
  refuseUnless(insured.birthday !== null, "guard_failed", `${p.applicant_no} 尚未登记出生日期，不能投保`);
  const set = { ...insuredSet(p.apply_no, insured), batch_no, updated_at: ctx.now };
  await saveRow(ctx, policyNoun, { ...seen, set, told: true });
}

const two = (n: number): string => String(n).padStart(2, "0");
/** How the batches of a day are numbered. */
async function nextBatch(ctx: Ctx): Promise<string> {
  const day = shanghai(ctx.now.toISOString()).slice(0, 10).replaceAll("-", "");
  await rows(ctx.db, q`select pg_advisory_xact_lock(hashtext(${`policy_batch ${day}`}))`);
  const last = await row<{ n: number }>(ctx.db, q`select count(*)::int as n from policy_sheets where batch_no like ${`TB${day}-%`}`);
  return `TB${day}-${two((last?.n ?? 0) + 1)}`;
}

export async function sheetExport(
  { rows: asked }: Parsed<Api["policy_sheet_export"]>,
  ctx: Ctx,
): Promise<Output<Api["policy_sheet_export"]>> {
  const batch_no = await nextBatch(ctx);
  const results: { id: number; ok: boolean; msg: string }[] = [];
  for (const seen of [...new Map(asked.map((s) => [s.id, s])).values()].toSorted((a, b) => a.id - b.id)) {
    const refusal = await attempt(ctx.db, () => putIn(ctx, seen, batch_no));
    results.push({ id: seen.id, ok: refusal === null, msg: refusal?.message ?? "" });
  }
  const put = results.filter((r) => r.ok).map((r) => r.id);
  if (put.length === 0) return { results, done: 0, sheet_id: null, batch_no: null };
  return { results, done: put.length, sheet_id: await makeSheet(ctx, put, batch_no), batch_no };
}

export async function sheetGet({ id }: Parsed<Api["policy_sheet_get"]>, ctx: Ctx): Promise<Output<Api["policy_sheet_get"]>> {
  const sheet = found(
    await row<{ file_key: string | null; policy_ids: number[]; batch_no: string; expires_at: string }>(
      ctx.db,
      q`select file_key, policy_ids, batch_no, expires_at from policy_sheets where id = ${id} and created_by = ${ctx.me.worker_id}`,
    ),
    "投保名单不存在或无权下载",
  );
  if (sheet.file_key === null || Date.parse(sheet.expires_at) <= ctx.now.getTime()) refuse("too_late", "文件已过期，请重新导出");
  await looked(ctx, sheet.policy_ids, "下载投保名单");
  const filename = `投保名单 ${sheet.batch_no}.xlsx`;
  return { url: ctx.files.link(sheet.file_key, LINK_SECONDS, ctx.now, filename), filename };
}

/** Sheets whose time is over lose their file. */
export async function dropSheets(ctx: Ctx): Promise<number> {
  const over = await rows<{ id: number; file_key: string }>(
    ctx.db,
    q`select id, file_key from policy_sheets where file_key is not null and expires_at <= ${ctx.now} order by id limit 200`,
  );
  for (const { id, file_key } of over) {
    await rows(ctx.db, q`update policy_sheets set file_key = null where id = ${id}`);
    ctx.afterCommit(() => ctx.files.remove(file_key));
  }
  return over.length;
}
