/** Official fees in time: what has begun is never rewritten, a new amount is a new row that ends the former one. */
import { feeText } from "@visadesk/contract/base-data/official-fee.rules.ts";
import { CURRENCIES, FEE_KINDS, officialFee, officialFeeApi } from "@visadesk/contract/base-data/official-fee.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { shanghai } from "@visadesk/contract/kit/format.ts";
import { labelOf } from "@visadesk/contract/kit/field.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serve, type Served } from "#kit/call/serve.ts";
import type { FeeChangeAsk } from "./country.doors.ts";
import type { Doors } from "../doors.ts";
import { feeList, feeRow, formerFees, isFeeUsed, lockFeeName, meetingFees, unknownCountry, type FeeRow } from "./official-fee.sql.ts";
import { lockRow, saveRow, saveRows } from "#kit/noun/save.ts";
import { officialFeeNoun } from "./official-fee.noun.ts";
import { q } from "#kit/db/sql.ts";

type Api = typeof officialFeeApi;
type Save = Parsed<Api["official_fee_save"]>;
type Form = Omit<Save, "id" | "version" | "idempotency_key" | "verify_months" | "child" | "effective_to"> &
  Pick<FeeRow, "verify_months" | "child" | "effective_to">;
const MISSING = "官方收费不存在";
const VERIFY_MONTHS = 6;
const minute = (at: string): string => shanghai(at).slice(0, 16);

const viewed = async (ctx: Ctx, id: number): Promise<FeeRow> => found(await feeRow(ctx.db, id, ctx.now), MISSING);
const hasBegun = (fee: Pick<FeeRow, "effective_from">, now: Date): boolean => Date.parse(fee.effective_from) <= now.getTime();

async function checkForm(ctx: Ctx, form: Form): Promise<void> {
  if (form.effective_to !== null && Date.parse(form.effective_to) <= Date.parse(form.effective_from))
    throw badInput({ path: "effective_to", message: "失效时间应晚于生效时间" });
  const unknown = await unknownCountry(ctx.db, form.country_ids);
  if (unknown !== null) throw badInput({ path: "country_ids", message: `国家/地区 ${unknown} 不存在` });
}

const overlap = (other: { effective_from: string; effective_to: string | null }): never =>
  refuse(
    "overlap",
    `生效时间重叠：同名收费已有 ${minute(other.effective_from)} 至 ${other.effective_to ? minute(other.effective_to) : "长期"} 的记录`,
    {
      issues: [{ path: "effective_from", message: "生效时间重叠" }],
    },
  );

/** A row that begins in the future ends the one in force then; any other meeting is refused. */
async function makeRoom(ctx: Ctx, form: Form, except: number | null): Promise<void> {
  for (const other of await meetingFees(ctx.db, form.name, form.effective_from, form.effective_to, except)) {
    const isFormer = Date.parse(other.effective_from) < Date.parse(form.effective_from);
    if (!isFormer || hasBegun(form, ctx.now)) overlap(other);
    await saveRows(ctx, officialFeeNoun, {
      where: q`id = ${other.id}`,
      set: { effective_to: form.effective_from, updated_at: ctx.now },
    });
    ctx.note({
      noun: "official_fee",
      noun_id: other.id,
      noun_no: other.name,
      changes: [
        {
          field: "effective_to",
          label: "失效时间",
          before: other.effective_to && minute(other.effective_to),
          after: minute(form.effective_from),
        },
      ],
    });
  }
}

async function feeSave(asked: Save, ctx: Ctx): Promise<FeeRow> {
  const { id, version, idempotency_key: _, ...input } = asked;
  await lockFeeName(ctx.db, input.name);
  const before = id === undefined ? null : await viewed(ctx, id);
  const form: Form = {
    ...input,
    country_ids: [...new Set(input.country_ids)].sort(),
    child: input.child ?? null,
    effective_to: input.effective_to ?? null,
    verify_months: input.verify_months ?? before?.verify_months ?? VERIFY_MONTHS,
  };
  await checkForm(ctx, form);
  if (before) {
    await lockRow(ctx, officialFeeNoun, { id: before.id, version: version ?? 0, current: before });
    await assertEditable(ctx, before, form);
  }
  await makeRoom(ctx, form, before?.id ?? null);
  const changes = changesOf(before, form);
  const saved = before ? await rewrite(ctx, before, form, changes) : await insert(ctx, form);
  if (before) await followLater(ctx, before, form);
  ctx.note({ noun: "official_fee", noun_id: saved, noun_no: form.name, changes });
  return viewed(ctx, saved);
}

async function insert(ctx: Ctx, form: Form): Promise<number> {
  const { id } = await ctx.db
    .insertInto("official_fees")
    .values({ ...form, created_by: ctx.me.worker_id, created_at: ctx.now, updated_at: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function rewrite(ctx: Ctx, before: FeeRow, form: Form, changes: readonly FieldChange[]): Promise<number> {
  const isFact = changes.some((c) => c.field !== "verify_months");
  const set = { ...form, ...(isFact && { verified_at: null, verified_by: null }), updated_at: ctx.now };
  await saveRow(ctx, officialFeeNoun, { id: before.id, version: before.version, set, told: true });
  return before.id;
}

/** The row it followed without a gap goes on until the later beginning. */
async function followLater(ctx: Ctx, before: FeeRow, form: Form): Promise<void> {
  if (form.name !== before.name || Date.parse(form.effective_from) <= Date.parse(before.effective_from)) return;
  await saveRows(ctx, officialFeeNoun, {
    where: q`name = ${before.name} and effective_to = ${before.effective_from} and id <> ${before.id}`,
    set: { effective_to: form.effective_from, updated_at: ctx.now },
  });
}

/** Amounts and times that counted stay; a row whose price requests wait stays whole. */
async function assertEditable(ctx: Ctx, before: FeeRow, form: Form): Promise<void> {
  const fixed = ["name", "fee_kind", "currency", "adult", "child", "effective_from"] as const;
  const moved = fixed.find((f) => !same(before[f], form[f]));
  if (!moved) {
    const ends = form.effective_to;
    if (!same(before.effective_to, ends) && ends !== null && Date.parse(ends) < ctx.now.getTime())
      throw badInput({ path: "effective_to", message: "失效时间不能早于现在" });
    return;
  }
  const label = labelOf(officialFee, moved);
  if (hasBegun(before, ctx.now) || (await isFeeUsed(ctx.db, before.id)))
    refuse("locked", `已生效的官方收费不能修改${label}，请新增一条并填写新的生效时间`, {
      issues: [{ path: moved, message: "已生效，不能修改" }],
    });
  refuseUnless(before.adjust_open === 0, "locked", `有${before.adjust_open}个待审核的调价单依据此收费，不能修改${label}`);
}

const TIMES: ReadonlySet<string> = new Set(["effective_from", "effective_to"]);
const same = (a: unknown, b: unknown): boolean => {
  if (typeof a === "string" && typeof b === "string" && !Number.isNaN(Date.parse(a))) return Date.parse(a) === Date.parse(b) || a === b;
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
};

/** A field as the log tells it. */
function told(fee: Form, field: string): unknown {
  const value = Object.entries(fee).find(([k]) => k === field)?.[1] ?? null;
  if (value === null) return null;
  if (field === "adult" || field === "child") return feeText(Number(value), fee.currency);
  if (TIMES.has(field)) return minute(String(value));
  if (field === "fee_kind") return FEE_KINDS[fee.fee_kind];
  return field === "currency" ? CURRENCIES[fee.currency] : value;
}

const changesOf = (before: FeeRow | null, form: Form): FieldChange[] =>
  Object.entries(form)
    .filter(
      ([field, value]) =>
        !same(before && Object.entries(before).find(([k]) => k === field)?.[1], value) && (before !== null || value !== ""),
    )
    .map(([field]) => ({ field, label: labelOf(officialFee, field), before: before && told(before, field), after: told(form, field) }));

async function feeVerify(
  { id, version, source }: Parsed<Api["official_fee_verify"]>,
  ctx: Ctx,
): Promise<Output<Api["official_fee_verify"]>> {
  const fee = await viewed(ctx, id);
  await lockFeeName(ctx.db, fee.name);
  const set = { source_url: source, verified_at: ctx.now, verified_by: ctx.me.worker_id, updated_at: ctx.now };
  await saveRow(ctx, officialFeeNoun, { id, version, set, told: true });
  ctx.note({
    noun: "official_fee",
    noun_id: id,
    noun_no: fee.name,
    changes: [{ field: "source_url", label: "官方网址", before: fee.source_url, after: source }],
  });
  return { ok: true };
}

type Ask = Parsed<Api["official_fee_affected_query"]>;
/** What is asked of product: the products of every former row, at the time the fee counts. */
async function changeAsk(ctx: Ctx, { id, rate, keep }: Ask): Promise<{ ask: FeeChangeAsk; fee: FeeRow; former: FeeRow | null }> {
  const fee = await viewed(ctx, id);
  const former = await formerFees(ctx.db, fee, ctx.now);
  const from = new Date(fee.effective_from);
  const ask: FeeChangeAsk = {
    former: former.map((f) => f.id),
    fee,
    at: from > ctx.now ? from : ctx.now,
    rate: fee.currency === "CNY" ? null : (rate ?? null),
    keep,
  };
  return { ask, fee, former: former[0] ?? null };
}

const feeAffected =
  (doors: Doors) =>
  async (input: Ask, ctx: Ctx): Promise<Output<Api["official_fee_affected_query"]>> => {
    const { ask, fee, former } = await changeAsk(ctx, input);
    const { total, list } = await doors.product.feeChanges(ctx, ask);
    return { fee, former, total, list, needs_rate: fee.currency !== "CNY" && list.some((c) => c.rate === null) };
  };

const feeAdjust =
  (doors: Doors) =>
  async (input: Parsed<Api["official_fee_adjust"]>, ctx: Ctx): Promise<Output<Api["official_fee_adjust"]>> => {
    const { ask, fee, former } = await changeAsk(ctx, input);
    refuseUnless(former !== null, "guard_failed", "没有同名的前一条收费，不需要调价");
    refuseUnless(fee.fee_state !== "ended", "guard_failed", "此收费已失效，不能据此调价");
    const reason = `${fee.name}：${feeText(former.adult, former.currency)} 改为 ${feeText(fee.adult, fee.currency)}，${minute(fee.effective_from)} 起`;
    return doors.product.feeAdjust(ctx, { ...ask, sku_ids: input.sku_ids, expected_count: input.expected_count, reason });
  };

export const officialFeeServer = (doors: Doors): { readonly [K in keyof Api]: Served } =>
  serve(officialFeeApi, {
    official_fee_query: (input, ctx) => pageOf<FeeRow>(ctx.db, input, feeList(input, ctx.now)),
    official_fee_save: feeSave,
    official_fee_verify: feeVerify,
    official_fee_affected_query: feeAffected(doors),
    official_fee_adjust: feeAdjust(doors),
  });
