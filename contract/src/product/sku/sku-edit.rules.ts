/** What must fit together in a product before it is kept, draft or not. Judged alike by the form and the server. */
import { IDENTITIES } from "./sku.ts";
import type { SkuFacts } from "../completeness.rules.ts";
import { frozenRow, gridFaults, type GridRow } from "./sku-price.rules.ts";
import type { DocumentOwner, DocumentWhen, Identity, UrgentTier } from "../snapshot.ts";

export interface PaperRow {
  identity: Identity;
  document_id: number;
  owner: DocumentOwner;
  when: DocumentWhen;
  /** Rows of an identity that share it: `need_n` of them are enough. */
  group_key: string;
  need_n: number;
  /** Null: as the paper itself says. */
  copies: number | null;
  note: string;
}
export interface PaperFact {
  id: number;
  kind: number;
  name: string;
  status: 0 | 1;
}
/** The fields that judge each other. */
export interface SkuForm {
  ends: readonly string[];
  embassy_id: number | null;
  submit_place_id: number | null;
  cover_mode: "all" | "district" | "area";
  cover_area: readonly unknown[];
  need_interview: boolean;
  need_fingerprint: boolean;
  need_delivery: boolean;
  need_training: boolean;
  work_days_min: number;
  work_days_max: number;
  child_age: number;
  urgent_tiers: readonly UrgentTier[];
  identities: readonly Identity[];
  refund_policy_id: number | null;
  insurance_product_ids: readonly number[];
  insurance_required: boolean;
  mail_centre_id: number | null;
  booking_note: string;
  prices: readonly GridRow[];
  papers: readonly PaperRow[];
}
export interface Fault {
  path: string;
  message: string;
}

export const needsVisit = (f: Pick<SkuForm, "need_interview" | "need_fingerprint" | "need_delivery">): boolean =>
  f.need_interview || f.need_fingerprint || f.need_delivery;

function paperFaults(papers: readonly PaperRow[], identities: readonly Identity[], nameOf: (id: number) => string): Fault[] {
  const faults: Fault[] = [];
  papers.forEach((p, i) => {
    const add = (message: string): unknown => faults.push({ path: `papers.${i}.document_id`, message });
    const where = IDENTITIES[p.identity];
    if (!identities.includes(p.identity)) add(`「${where}」不在适用身份中，请移除它的资料`);
    const twin = papers.findIndex((o) => o.identity === p.identity && o.document_id === p.document_id);
    if (twin !== i) add(`${where}的「${nameOf(p.document_id)}」重复，请移除一行`);
    if (p.group_key === "") return;
    const group = papers.filter((o) => o.identity === p.identity && o.group_key === p.group_key);
    if (p.owner === "ours") add(`「${nameOf(p.document_id)}」是我方凭证，不能放进任选组`);
    if (group.some((o) => o.need_n !== p.need_n)) add(`${where}的任选组「${p.group_key}」各行任选数不一致，请改成一样`);
    else if (p.need_n > group.length) add(`${where}的任选组「${p.group_key}」只有${group.length}项，不能要求${p.need_n}项`);
  });
  return faults;
}

function tierFaults(tiers: readonly UrgentTier[]): Fault[] {
  return tiers.flatMap((t, i) => [
    ...(t.work_days_min > t.work_days_max ? [{ path: `urgent_tiers.${i}.work_days_max`, message: "最短工作日不能大于最长" }] : []),
    ...(tiers.findIndex((o) => o.tier_code === t.tier_code) !== i
      ? [{ path: `urgent_tiers.${i}.tier_code`, message: `加急档编号${t.tier_code}重复，请换一个` }]
      : []),
  ]);
}

function coverFaults(f: SkuForm): Fault[] {
  if (f.cover_mode === "district" && f.embassy_id === null) return [{ path: "embassy_id", message: "请选择送签使领馆" }];
  if (f.cover_mode === "area" && f.cover_area.length === 0) return [{ path: "cover_area", message: "请选择受理范围" }];
  return [];
}

function insuranceFaults({ insurance_product_ids: ids, insurance_required }: SkuForm): Fault[] {
  return [
    ...(new Set(ids).size < ids.length ? [{ path: "insurance_product_ids", message: "推荐保险重复，请移除一项" }] : []),
    ...(insurance_required && ids.length === 0 ? [{ path: "insurance_product_ids", message: "必须投保的商品请至少推荐一款保险" }] : []),
  ];
}

type Tiers = Pick<SkuForm, "urgent_tiers" | "prices">;
/** Urgent tiers that nobody gave a fee yet. */
const bareTiers = ({ urgent_tiers, prices }: Tiers): UrgentTier[] =>
  urgent_tiers.filter((t) => !prices.some((r) => r.price_kind === "urgent" && r.ref_id === t.tier_code));

/** What is wrong with the prices; a fee that a generated draft lacks from the start hinders its listing, not every save until then. */
function priceFaults(f: SkuForm, before: Tiers): Fault[] {
  const prices = f.prices.map((r) => frozenRow(r, f.child_age));
  const waiting = new Set(bareTiers(before).map((t) => t.tier_code));
  const isWaiting = (ref: string): boolean => waiting.has(ref) && bareTiers(f).some((t) => t.tier_code === ref);
  return gridFaults(prices, f.child_age, f.urgent_tiers)
    .filter((x) => x.price_kind !== "urgent" || !isWaiting(x.ref_id))
    .map(({ message }) => ({ path: "prices", message }));
}

/** Whatever keeps the product from being kept. `before`: as it stood; null once it was listed, its prices are not judged here then. */
export function savingFaults(f: SkuForm, nameOf: (documentId: number) => string, before: Tiers | null): Fault[] {
  return [
    ...coverFaults(f),
    ...(f.need_training && !f.need_interview ? [{ path: "need_training", message: "面签辅导仅用于需要面签的商品，请先打开面签" }] : []),
    ...(f.work_days_min > f.work_days_max ? [{ path: "work_days_max", message: "最短工作日不能大于最长" }] : []),
    ...tierFaults(f.urgent_tiers),
    ...insuranceFaults(f),
    ...(f.identities.includes("general") && f.identities.length > 1
      ? [{ path: "identities", message: "通用身份不能与其他身份同时选择" }]
      : []),
    ...(before === null ? [] : priceFaults(f, before)),
    ...paperFaults(f.papers, f.identities, nameOf),
  ];
}

/** What only the server knows of a product's completeness. */
export interface KnownFacts {
  visa_form: string;
  ruleless_levels: readonly string[];
  has_detail: boolean;
  has_cost: boolean;
  /** Places with a booking date. */
  booked_places: readonly number[];
}
/** Completeness of a product as its form holds it. */
export function factsOf(f: SkuForm, known: KnownFacts, paperOf: (id: number) => PaperFact | undefined): SkuFacts {
  const papers = f.papers.flatMap((p) => {
    const paper = paperOf(p.document_id);
    return paper?.status === 1 && f.identities.includes(p.identity) ? [{ ...p, kind: paper.kind }] : [];
  });
  return {
    visa_form: known.visa_form,
    ends: f.ends,
    identities: f.identities,
    cover_mode: f.cover_mode,
    has_embassy: f.embassy_id !== null,
    has_area: f.cover_area.length > 0,
    need_visit: needsVisit(f),
    has_submit_place: f.submit_place_id !== null,
    work_days_max: f.work_days_max,
    has_retail: f.prices.some((r) => r.price_kind === "retail"),
    bare_levels: known.ruleless_levels.filter((level) => !f.prices.some((r) => r.price_kind === "level" && r.ref_id === level)),
    has_embassy_fee: f.prices.some((r) => r.price_kind === "embassy_fee"),
    bare_tiers: bareTiers(f).map((t) => t.name),
    has_policy: f.refund_policy_id !== null,
    has_centre: f.mail_centre_id !== null,
    has_cost: known.has_cost,
    must_identities: [...new Set(papers.filter((p) => p.owner === "must").map((p) => p.identity))],
    kinds: [...new Set(papers.filter((p) => p.owner === "must" || p.kind === 4).map((p) => p.kind))],
    has_detail: known.has_detail,
    has_note: f.booking_note !== "",
    has_appointment: f.submit_place_id !== null && known.booked_places.includes(f.submit_place_id),
  };
}
