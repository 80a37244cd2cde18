/** Demo products: 25 SPU with 26 SKU, prices, papers and protections. Values are for demonstration, no quotations. */
import { richOf } from "@visadesk/contract/kit/rich-text.ts";
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { gramsOf, searchText } from "#kit/grams.ts";
import { SEED_FROM, seedRows } from "#kit/db/seeds.ts";
import { skuTexts, spuTexts } from "../spu/search.rules.ts";
import { paperPlan, type PaperPlan } from "../sku/papers.rules.ts";
import { referenceIds, type ReferenceIds } from "./seed-ids.ts";
import { seedPrices, type ProductSeed } from "./seed-prices.ts";

interface PlaceSeed {
  visa_product_unit_code: string;
  embassy: string;
  submit_place: string | null;
}
interface ProtectionSeed {
  name: string;
  scope: "service" | "embassy" | "full";
  rate: number;
  cap: number;
  pricing: "fixed" | "percent";
  price: number;
  price_rate: number;
  price_min: number;
  reserve_cost: number;
  exclusions: Record<string, unknown>;
  clause: string;
  product_status: "draft" | "on_sale" | "off_sale";
}

const REFUND_OF: Partial<Record<ProductSeed["visa_form"], string>> = {
  evisa: "电子签退款政策",
  register: "一经下单不退(加急/登记类)",
  service: "一经下单不退(加急/登记类)",
};
const STEPS = [
  { title: "下单", text: "选择商品并填写申请人" },
  { title: "提交资料", text: "按清单上传资料，专家逐项审核" },
  { title: "送签", text: "审核通过后递交使领馆或官方系统" },
  { title: "出签", text: "出结果后通知，原件按约定方式寄回" },
];
/** Goods no mission refuses. */
const UNPROTECTED = new Set(["register", "document", "service"]);

/** Loads the demo products that are missing; needs the reference data. */
export async function seedProducts(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ids = await referenceIds(tx);
    const seeds = seedRows<ProductSeed>("products.json");
    await seedSpus(tx, seeds, now);
    const protections = await seedProtections(tx, now);
    const counts = new Map<string, number>();
    for (const [sort, seed] of seeds.entries()) {
      const n = (counts.get(seed.visa_product_unit_code) ?? 0) + 1;
      counts.set(seed.visa_product_unit_code, n);
      const plan = paperPlan({ ...seed, need_visit: seed.need_interview || seed.need_fingerprint });
      const id = await seedSku(tx, { now, seed, sku_no: `${seed.visa_product_unit_code}-${String(n).padStart(2, "0")}`, sort, plan, ids });
      if (id === null) continue;
      await seedPrices(tx, { sku_id: id, seed, fees: ids.fees, now });
      await seedSkuPapers(tx, id, plan, ids);
      if (!UNPROTECTED.has(seed.visa_form))
        await tx
          .insertInto("refuse_no_worry_links")
          .values(protections.map((product_id) => ({ product_id, sku_id: id, created_at: now })))
          .execute();
    }
  });
}

interface WordsSeed {
  country_id: string;
  keywords: string;
  audience: string;
}
const wordsOf = (country: string): WordsSeed =>
  seedRows<WordsSeed>("product-words.json").find((w) => w.country_id === country) ?? { country_id: country, keywords: "", audience: "" };

const detailText = (s: ProductSeed): string =>
  [
    `${s.spu_name}，办理时长${s.work_days_min}–${s.work_days_max}个工作日，从送签后起算，以使领馆签发为准。`,
    "资料齐全后一个工作日内完成预审，不合格的资料逐项说明原因和补正办法。",
    ...(s.need_interview || s.need_fingerprint ? ["须本人到签证中心，出发前提供面签或采集指纹的辅导。"] : []),
    ...(s.need_return_material ? ["护照原件随结果寄回，办理期间请不要安排其他出境行程。"] : []),
  ]
    .map(richOf)
    .join("");

async function seedSpus(tx: Tx, seeds: readonly ProductSeed[], now: Date): Promise<void> {
  const values = [...new Map(seeds.map((s) => [s.visa_product_unit_code, s])).values()].map((s, sort) => ({
    visa_product_unit_code: s.visa_product_unit_code,
    name: s.spu_name,
    country_id: s.country_id,
    visa_type: s.visa_type,
    visa_form: s.visa_form,
    entry_count: s.entry_count,
    stay_min: s.stay_days,
    stay_max: s.stay_days,
    validity: s.validity,
    validity_unit: s.validity_unit,
    steps: JSON.stringify(STEPS),
    search_text: searchText(
      spuTexts({ visa_product_unit_code: s.visa_product_unit_code, name: s.spu_name, keywords: wordsOf(s.country_id).keywords }),
    ),
    keywords: wordsOf(s.country_id).keywords,
    sort,
    tags: [
      ...(s.by_district ? [] : ["全国受理"]),
      ...(s.visa_form === "evisa" ? ["电子资料"] : []),
      ...(s.urgent ? ["可加急"] : []),
      ...(s.need_interview ? [] : ["免面签"]),
    ].slice(0, 4),
    detail: detailText(s),
    audience: wordsOf(s.country_id).audience,
    created_at: now,
    updated_at: now,
  }));
  await tx
    .insertInto("spus")
    .values(values)
    .onConflict((c) => c.column("visa_product_unit_code").doNothing())
    .execute();
}

function placeOf(seed: ProductSeed, ids: ReferenceIds): { embassy_id: number | null; submit_place_id: number | null } {
  const place = seedRows<PlaceSeed>("product-places.json").find((p) => p.visa_product_unit_code === seed.visa_product_unit_code);
  const byDistrict = seed.by_district ? ids.districts.get(`${seed.country_id} ${seed.district}`) : undefined;
  return {
    embassy_id: byDistrict ?? (place && ids.embassies.get(place.embassy)) ?? null,
    submit_place_id: (place?.submit_place && ids.embassies.get(place.submit_place)) || null,
  };
}

interface SkuSeed {
  now: Date;
  seed: ProductSeed;
  sku_no: string;
  sort: number;
  plan: PaperPlan;
  ids: ReferenceIds;
}
async function seedSku(tx: Tx, { now, seed, sku_no, sort, plan, ids }: SkuSeed): Promise<number | null> {
  const place = placeOf(seed, ids);
  // A district nobody knows leaves the SKU an incomplete draft.
  const isDraft = seed.by_district && place.embassy_id === null;
  const isMailed = plan.identities.some((i) => plan.papersOf(i).some((p) => p.kind === 2 && p.owner === "must"));
  const name = seed.by_district ? `${seed.district.replace("领区", "")}送签 ${seed.spu_name}` : seed.spu_name;
  const country = ids.countries.get(seed.country_id);
  const texts = skuTexts({
    sku_no,
    name,
    spu_name: seed.spu_name,
    keywords: wordsOf(seed.country_id).keywords,
    country_name: country?.name_zh ?? "",
    country_pinyin: country?.pinyin ?? "",
  });
  const made = await tx
    .insertInto("skus")
    .values({
      sku_no,
      name,
      visa_product_unit_code: seed.visa_product_unit_code,
      country_id: seed.country_id,
      ends: ["customer", "peer", "api"],
      ...place,
      cover_mode: seed.by_district ? "district" : "all",
      need_interview: seed.need_interview,
      need_fingerprint: seed.need_fingerprint,
      need_training: seed.need_interview,
      need_return_material: seed.need_return_material,
      need_effect_date: seed.need_effect_date,
      material_upload_type: seed.visa_form === "document" || seed.visa_form === "paper" ? "material_first" : "pay_first",
      passport_months: UNPROTECTED.has(seed.visa_form) ? 0 : 6,
      passport_pages: seed.visa_form === "sticker" ? 2 : 0,
      work_days_min: seed.work_days_min,
      work_days_max: seed.work_days_max,
      advance_days: Math.ceil(seed.work_days_max * 1.5) + 7,
      urgent_tiers: JSON.stringify(tiersOf(seed)),
      child_age: seed.child === null ? 0 : 12,
      identities: plan.identities,
      refund_policy_id: ids.refundPolicies.get(REFUND_OF[seed.visa_form] ?? "标准退款政策(贴纸签)") ?? null,
      mail_centre_id: isMailed ? ids.mailCentre : null,
      return_way: seed.need_return_material ? "free" : "none",
      booking_note: "办理时长从送签后起算，以使领馆签发为准。",
      tips: "出签前不建议支付不可退改的机票与酒店。",
      fee_included: seed.official > 0 ? "签证费、服务费" : "服务费",
      fee_excluded: "快递到付费用、自愿购买的增值服务",
      sort,
      sku_status: isDraft ? "draft" : "on_sale",
      first_listed_at: isDraft ? null : SEED_FROM,
      search: gramsOf(texts),
      search_text: searchText(texts),
      created_at: now,
      updated_at: now,
    })
    .onConflict((c) => c.column("sku_no").doNothing())
    .returning("id")
    .executeTakeFirst();
  return made?.id ?? null;
}

function tiersOf({ urgent, work_days_min, work_days_max }: ProductSeed): unknown[] {
  if (!urgent) return [];
  const [name] = urgent;
  const slot = name.includes("约号");
  const days = Number(/(\d+)工作日/.exec(name)?.[1] ?? 1);
  return [
    {
      tier_code: "U1",
      name,
      tier_kind: slot ? "slot" : "issue",
      work_days_min: slot ? work_days_min : Math.min(days, 1),
      work_days_max: slot ? work_days_max : days,
    },
  ];
}

async function seedSkuPapers(tx: Tx, sku_id: number, plan: PaperPlan, ids: ReferenceIds): Promise<void> {
  const values = plan.identities.flatMap((identity) =>
    plan.papersOf(identity).map(({ kind, name, ...wish }, sort) => {
      const document_id = ids.documents.get(`${kind} ${name}`);
      if (document_id === undefined) throw new Error(`no paper ${kind} ${name}`);
      return { sku_id, identity, document_id, ...wish, sort };
    }),
  );
  await tx.insertInto("sku_documents").values(values).execute();
}

async function seedProtections(tx: Tx, now: Date): Promise<number[]> {
  const values = seedRows<ProtectionSeed>("protections.json").map((p) => ({
    ...p,
    exclusions: JSON.stringify(p.exclusions),
    proofs: ["letter", "page"],
    first_listed_at: p.product_status === "draft" ? null : SEED_FROM,
    created_at: now,
    updated_at: now,
  }));
  await tx
    .insertInto("refuse_no_worry_products")
    .values(values)
    .onConflict((c) => c.column("name").doNothing())
    .execute();
  const rows = await tx
    .selectFrom("refuse_no_worry_products")
    .select("id")
    .where(
      "name",
      "in",
      values.filter((v) => v.product_status === "on_sale").map((v) => v.name),
    )
    .orderBy("id")
    .execute();
  return rows.map((r) => r.id);
}
