/** What a product must have before it can be listed, and what it should have. Judged alike by the list, the listing and the form. */
import { IDENTITIES } from "./sku/sku.ts";

export interface SkuFacts {
  visa_form: string;
  ends: readonly string[];
  identities: readonly string[];
  cover_mode: "all" | "district" | "area";
  has_embassy: boolean;
  has_area: boolean;
  need_visit: boolean;
  has_submit_place: boolean;
  work_days_max: number;
  has_retail: boolean;
  /** Levels in use without a price and without a rule. */
  bare_levels: readonly string[];
  has_embassy_fee: boolean;
  /** Names of the urgent tiers without a fee. */
  bare_tiers: readonly string[];
  has_policy: boolean;
  has_centre: boolean;
  has_cost: boolean;
  /** Identities with at least one must paper that is not disabled. */
  must_identities: readonly string[];
  /** Kinds of the must papers, and 4 when there is a photo. */
  kinds: readonly number[];
  has_detail: boolean;
  has_note: boolean;
  has_appointment: boolean;
}
export interface Completeness {
  /** Share of the parts that apply, must and advised; 100 only when nothing is missing. */
  percent: number;
  missing_must: string[];
  missing_advised: string[];
}
/** A part that is missing: the field that mends it, null where no field of the form does, and what to do. */
export interface MissingPart {
  name: string;
  path: string | null;
  message: string;
}
interface Part extends MissingPart {
  applies: boolean;
  done: boolean;
}

const PHOTO_FORMS = new Set(["sticker", "paper", "evisa"]);
const FREE_FORMS = new Set(["service", "document"]);
export const isFeeFree = (visaForm: string): boolean => FREE_FORMS.has(visaForm);

/** Identities without a must paper, as people read them. */
const bareIdentities = (f: SkuFacts): string =>
  Object.entries(IDENTITIES)
    .filter(([key]) => f.identities.includes(key) && !f.must_identities.includes(key))
    .map(([, label]) => label)
    .join("、");

const part = (name: string, path: string | null, message: string, done: boolean, applies = true): Part => ({
  name,
  path,
  message,
  done,
  applies,
});

function mustParts(f: SkuFacts): Part[] {
  const isCovered = f.cover_mode === "all" || (f.cover_mode === "district" ? f.has_embassy : f.has_area);
  const sellsToPeers = f.ends.includes("peer") || f.ends.includes("api");
  const bare = bareIdentities(f);
  return [
    part("基本", f.ends.length === 0 ? "ends" : "identities", basicFault(f) ?? "", basicFault(f) === null),
    part(
      "受理范围",
      f.cover_mode === "district" ? "embassy_id" : "cover_area",
      f.cover_mode === "district" ? "请选择送签使领馆" : "请选择受理范围",
      isCovered,
    ),
    part("时效", "work_days_max", "请输入预计办理工作日", f.work_days_max > 0),
    part("门市价", "prices", "请输入门市价", f.has_retail),
    part("同行价", "prices", `请输入等级价${f.bare_levels.join("、")}`, f.bare_levels.length === 0, sellsToPeers),
    part("签证费", "prices", "请输入签证费，免费填0", f.has_embassy_fee, !isFeeFree(f.visa_form)),
    // A tier added to a listed product gets its fee by a price adjustment, which needs the tier first: no save is refused for it.
    part("加急费", null, `请输入${f.bare_tiers.map((t) => `「${t}」`).join("")}的加急费`, false, f.bare_tiers.length > 0),
    part("资料", "papers", `${bare}至少需要一项必交资料`, bare === ""),
    part("照片规格", "papers", "请添加签证照片", f.kinds.includes(4), PHOTO_FORMS.has(f.visa_form)),
    part("退款政策", "refund_policy_id", "请选择退款政策", f.has_policy),
    part("供应商成本", null, "还没有有效的供应商报价", f.has_cost),
    part("收件中心", "mail_centre_id", "请选择收件中心", f.has_centre, f.kinds.includes(2)),
    part("递签地点", "submit_place_id", "请选择递签地点", f.has_submit_place, f.need_visit),
  ];
}
const basicFault = (f: SkuFacts): string | null =>
  f.ends.length === 0 ? "请选择上架端" : f.identities.length === 0 ? "请选择适用身份" : null;

const advisedParts = (f: SkuFacts): Part[] => [
  part("图文", null, "SPU还没有图文详情", f.has_detail),
  part("须知", "booking_note", "请输入预订须知", f.has_note),
  part("可约日期", null, "递签地点还没有可约日期", f.has_appointment, f.need_visit),
];

const missing = (parts: readonly Part[]): MissingPart[] =>
  parts.filter((p) => p.applies && !p.done).map(({ name, path, message }) => ({ name, path, message }));
export const missingMust = (f: SkuFacts): MissingPart[] => missing(mustParts(f));
export const missingAdvised = (f: SkuFacts): MissingPart[] => missing(advisedParts(f));

export function completenessOf(f: SkuFacts): Completeness {
  const due = [...mustParts(f), ...advisedParts(f)].filter((p) => p.applies);
  return {
    percent: Math.floor((due.filter((p) => p.done).length / due.length) * 100),
    missing_must: missingMust(f).map((p) => p.name),
    missing_advised: missingAdvised(f).map((p) => p.name),
  };
}

/** What keeps a product from being listed, in one sentence: 还差2项：退款政策、资料（在职人员至少需要一项必交资料）; null: nothing. */
export function listingFault(f: SkuFacts): string | null {
  const parts = missingMust(f);
  if (parts.length === 0) return null;
  const words = parts.map((p) => (p.name === "资料" ? `${p.name}（${p.message}）` : p.name));
  return `还差${parts.length}项：${words.join("、")}`;
}
