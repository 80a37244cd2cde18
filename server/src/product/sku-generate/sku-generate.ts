/** 生成SKU: drafts of an SPU for missions and service levels, all of them or none. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { skuGenerateApi } from "@visadesk/contract/product/sku/sku-generate.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { serve } from "#kit/call/serve.ts";
import { coverModeOf, nextNumbers, repeatedRow, sortOut, tiersOf, type Wanted } from "./sku-generate.rules.ts";
import { makeDraft, missionsOf, siblingOf, skusOf, spuToGenerate, type Draft, type GenerateSpu, type Sibling } from "./sku-generate.sql.ts";

type Api = typeof skuGenerateApi;
type In = Parsed<Api["sku_generate"]>;

/** The rows as drafts; a mission must be one of the country that is in use. */
async function draftsOf(
  ctx: Ctx,
  input: In,
  spu: GenerateSpu,
  sibling: Sibling | null,
  fresh: readonly (Wanted & { sku_no: string })[],
): Promise<Draft[]> {
  const ids = fresh.flatMap((w) => (w.embassy_id === null ? [] : [w.embassy_id]));
  const missions = new Map((await missionsOf(ctx.db, spu.country_id, ids)).map((m) => [m.id, m]));
  const days = { work_days_min: sibling?.work_days_min ?? 0, work_days_max: sibling?.work_days_max ?? 0 };
  const urgent_tiers = tiersOf(input.tier_kinds, sibling?.urgent_tiers ?? [], days);
  return fresh.map((w) => {
    const mission = w.embassy_id === null ? null : (missions.get(w.embassy_id) ?? null);
    if (w.embassy_id !== null && !mission) refuse("bad_input", `「${w.name}」的送签使领馆不属于${spu.country_name}或已禁用，请重新选择`);
    const isAtSame = sibling !== null && sibling.embassy_id === w.embassy_id;
    const submit_place_id = !sibling?.need_visit ? null : isAtSame ? sibling.submit_place_id : (mission?.centre_id ?? null);
    return {
      sku_no: w.sku_no,
      name: w.name,
      visa_product_unit_code: input.visa_product_unit_code,
      service_level: w.service_level,
      embassy_id: w.embassy_id,
      submit_place_id,
      cover_mode: coverModeOf(mission, sibling?.cover_mode ?? null),
      urgent_tiers,
    };
  });
}

async function skuGenerate(input: In, ctx: Ctx): Promise<Output<Api["sku_generate"]>> {
  const code = input.visa_product_unit_code;
  const twice = repeatedRow(input.rows);
  if (twice !== null) throw badInput({ path: "rows", message: `第${twice}行与前面的行重复，请去掉一行` });
  const spu = found(await spuToGenerate(ctx.db, code), "SPU不存在");
  const sibling =
    input.from_sku_id === null ? null : found(await siblingOf(ctx.db, input.from_sku_id, code), "只能复制同一SPU的商品，请重新选择");
  const all = await skusOf(ctx.db, code);
  const { fresh, skipped } = sortOut(
    input.rows,
    all.filter((s) => !s.is_archived),
  );
  const numbers = nextNumbers(
    code,
    all.map((s) => s.sku_no),
    fresh.length,
  );
  const numbered = fresh.map((w, i) => ({ ...w, sku_no: numbers[i] ?? "" }));
  const made: Output<Api["sku_generate"]>["made"] = [];
  for (const draft of await draftsOf(ctx, input, spu, sibling, numbered)) {
    const id = await makeDraft(ctx.db, draft, { spu, sibling, by: ctx.me.worker_id, now: ctx.now });
    made.push({ id, sku_no: draft.sku_no, name: draft.name });
  }
  ctx.note({
    noun: "spu",
    noun_id: spu.id,
    noun_no: code,
    changes: made.map((s) => ({ field: "sku", label: "生成商品", before: null, after: `${s.sku_no} ${s.name}` })),
  });
  for (const s of made)
    ctx.note({
      noun: "sku",
      noun_id: s.id,
      noun_no: s.sku_no,
      changes: [{ field: "sku_status", label: "状态", before: null, after: "草稿" }],
    });
  return { made, skipped };
}

export const skuGenerateServer = serve(skuGenerateApi, { sku_generate: skuGenerate });
