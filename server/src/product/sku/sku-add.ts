/** New products: from a few fields, from another product; and drafts that nobody needs. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { skuEdit, type skuEditApi } from "@visadesk/contract/product/sku/sku-edit.ts";
import type { skuMoveApi } from "@visadesk/contract/product/sku/sku-moves.ts";
import { labelOf } from "@visadesk/contract/kit/field.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { copyMatches, dropMatches } from "../../supplier/index.ts";
import { NO_SKU, placeIssues, sameAs } from "./sku-check.ts";
import {
  gridRows,
  keptBy,
  lockHead,
  lockSpu,
  nextSkuNo,
  paperRows,
  skuRecord,
  twinOfSku,
  type SkuEdit,
  type SkuRecord,
  type SpuFact,
} from "./sku-edit.sql.ts";
import { insertSku, removeSku, writePapers, writePrices, type SkuFields } from "./sku-write.sql.ts";
import { lockRow } from "#kit/noun/save.ts";
import { skuNoun } from "./sku.noun.ts";

type In<K extends keyof typeof skuEditApi> = Parsed<(typeof skuEditApi)[K]>;
type Start = Pick<
  SkuEdit,
  "visa_product_unit_code" | "name" | "service_level" | "embassy_id" | "submit_place_id" | "cover_mode" | "cover_area"
>;
interface Made {
  id: number;
  sku_no: string;
}

/** What a product is before anybody filled it in: the country's rule, a sale at our own counters. */
const blank = (spu: SpuFact): Omit<SkuFields, keyof Start> => ({
  country_id: spu.country_id,
  ends: ["customer", "peer"],
  need_interview: false,
  need_fingerprint: false,
  need_delivery: false,
  need_training: false,
  need_return_material: false,
  need_effect_date: false,
  material_upload_type: "pay_first",
  passport_months: spu.passport_months,
  passport_pages: spu.blank_pages,
  work_days_min: 0,
  work_days_max: 0,
  advance_days: 0,
  urgent_tiers: [],
  child_age: 0,
  identities: ["employed", "freelance", "retired", "student", "preschool"],
  refund_policy_id: null,
  insurance_product_ids: [],
  insurance_required: false,
  mail_centre_id: null,
  return_way: "none",
  booking_note: "",
  tips: "",
  fee_included: "",
  fee_excluded: "",
  sort: 0,
});

/** Insurance for another country is none of ours. */
const copiedFields = (from: SkuRecord, spu: SpuFact): SkuRecord =>
  from.country_id === spu.country_id ? from : { ...from, insurance_product_ids: [], insurance_required: false };

async function insertDraft(ctx: Ctx, start: Start, fromId: number | null): Promise<Made> {
  const spu = found(await lockSpu(ctx.db, start.visa_product_unit_code), "SPU不存在，请重新选择");
  refuseUnless(spu.status === 1, "guard_failed", "所属SPU已停用");
  const from = fromId === null ? null : found(await skuRecord(ctx.db, fromId, ctx.now), "要复制的商品不存在，请重新选择");
  const fields: SkuFields = { ...(from ? copiedFields(from, spu) : blank(spu)), ...start, country_id: spu.country_id };
  const issues = await placeIssues(ctx.db, fields, null);
  if (fields.cover_mode === "district" && fields.embassy_id === null) issues.push({ path: "embassy_id", message: "请选择送签使领馆" });
  if (fields.cover_mode === "area" && fields.cover_area.length === 0) issues.push({ path: "cover_area", message: "请选择受理范围" });
  if (issues.length > 0) throw badInput(...issues);
  const twin = await twinOfSku(ctx.db, fields, null);
  if (twin !== null) refuse("duplicate", sameAs(twin));
  const sku_no = await nextSkuNo(ctx.db, spu.visa_product_unit_code);
  const id = await insertSku(ctx, sku_no, fields, spu);
  if (from) {
    await writePrices(ctx, id, [], await copiedPrices(ctx, from.id, from.country_id === spu.country_id));
    await writePapers(ctx.db, id, await paperRows(ctx.db, from.id));
    if (from.visa_product_unit_code === start.visa_product_unit_code) await copyMatches(ctx, from.id, id);
  }
  ctx.note({
    noun: "sku",
    noun_id: id,
    noun_no: sku_no,
    changes: [
      { field: "name", label: labelOf(skuEdit, "name"), before: null, after: start.name },
      ...(from ? [{ field: "copy_id", label: "复制自", before: null, after: from.sku_no }] : []),
    ],
  });
  return { id, sku_no };
}

/** The amounts in force; a fee of another country's mission is none of ours. */
async function copiedPrices(ctx: Ctx, from: number, isSameCountry: boolean): Promise<SkuEdit["prices"]> {
  const prices = await gridRows(ctx.db, from, ctx.now);
  return isSameCountry ? prices : prices.map((r) => ({ ...r, official_fee_id: null }));
}

export const skuAdd = (
  { copy_id, idempotency_key: _key, cover_area, embassy_id, submit_place_id, ...start }: In<"sku_add">,
  ctx: Ctx,
): Promise<Made> =>
  insertDraft(
    ctx,
    { ...start, cover_area: cover_area ?? [], embassy_id: embassy_id ?? null, submit_place_id: submit_place_id ?? null },
    copy_id ?? null,
  );

export async function skuCopy({ id, idempotency_key: _key, ...own }: In<"sku_copy">, ctx: Ctx): Promise<Made> {
  const from = found(await skuRecord(ctx.db, id, ctx.now), NO_SKU);
  const { visa_product_unit_code, cover_mode, cover_area } = from;
  return insertDraft(ctx, { visa_product_unit_code, cover_mode, cover_area, ...own }, id);
}

const KEPT = {
  order: "已有订单，不能删除，请归档",
  adjustment: "已有调价单，不能删除，请归档",
} as const;

export async function skuRemove({ id, version }: Parsed<typeof skuMoveApi.sku_remove>, ctx: Ctx): Promise<{ ok: true }> {
  const head = found(await lockHead(ctx.db, id), NO_SKU);
  refuseUnless(head.sku_status === "draft" && head.first_listed_at === null, "state_changed", "只能删除从未上架的草稿");
  await lockRow(ctx, skuNoun, { id, version, current: head });
  const by = await keptBy(ctx.db, id);
  if (by) refuse("in_use", KEPT[by]);
  await dropMatches(ctx, id);
  await removeSku(ctx.db, id);
  ctx.note({ noun: "sku", noun_id: id, noun_no: head.sku_no, changes: [{ field: "id", label: "商品", before: head.name, after: null }] });
  return { ok: true };
}
