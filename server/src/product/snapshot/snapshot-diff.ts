/** A kept product beside the same product later, in the words a clerk reads out. */
import { DOCUMENT_OWNERS, ENTRY_COUNTS, IDENTITIES, RETURN_WAYS } from "@visadesk/contract/product/sku/sku.ts";
import type { Area, ProtectionTerms, SnapshotBody, SnapshotPaper } from "@visadesk/contract/product/snapshot.ts";
import { money, percentText } from "@visadesk/contract/kit/format.ts";
import { areaName } from "../../base-data/index.ts";

export interface SnapshotChange {
  label: string;
  then: string;
  now: string;
}

const UNITS = { day: "天", month: "个月", year: "年" } as const;
export const stayText = (b: SnapshotBody): string => {
  const span = b.stay_min && b.stay_min !== b.stay_max ? `${b.stay_min}-${b.stay_max}` : String(b.stay_max);
  return b.stay_max ? `${span}${UNITS[b.stay_unit]}` : "以签发为准";
};
export const validityText = (b: SnapshotBody): string => {
  const { validity_unit: unit, validity } = b;
  if (unit === "by_issue") return "以签发为准";
  if (unit === "passport") return "同护照有效期";
  return unit === "none" || !validity ? "不适用" : `${validity}${UNITS[unit]}`;
};
const span = (min: number, max: number): string => (min === max ? `${max}个工作日` : `${min}-${max}个工作日`);
const workDays = (b: SnapshotBody): string => span(b.work_days_min, b.work_days_max);
const visitText = (b: SnapshotBody): string =>
  [b.need_interview && "面签", b.need_fingerprint && "录指纹", b.need_delivery && "面递"].filter(Boolean).join("、") || "无需赴馆";
/** Provinces in full, so that another city of the same province is a change. */
const coverText = (b: SnapshotBody): string => {
  if (b.cover.mode === "all") return "全国";
  const cities = (word: string, codes: readonly string[]): string =>
    codes.length > 0 ? `（${word}${codes.map(areaName).join("、")}）` : "";
  const part = (a: Area): string => `${areaName(a.province_code)}${cities("仅", a.only_cities)}${cities("除", a.except_cities)}`;
  return b.cover.area.map(part).join("、") || "—";
};

/** Facts compared between then and now, in the order of the page. */
const FACTS: readonly (readonly [label: string, text: (b: SnapshotBody) => string])[] = [
  ["商品名称", (b) => b.sku_name],
  ["所属SPU", (b) => b.spu_name],
  ["服务档", (b) => b.service_level],
  ["入境次数", (b) => ENTRY_COUNTS[b.entry_count]],
  ["停留时间", stayText],
  ["有效期", validityText],
  ["办理工作日", workDays],
  ["赴馆", visitText],
  ["送签使领馆", (b) => b.embassy?.name ?? "—"],
  ["递签地点", (b) => b.submit_place?.name ?? "—"],
  ["领区", (b) => b.cover.district_name || "—"],
  ["受理范围", coverText],
  ["护照有效期", (b) => `${b.passport_months}个月`],
  ["护照空白页", (b) => `${b.passport_pages}页`],
  ["至少提前", (b) => `${b.advance_days}天`],
  ["儿童线", (b) => (b.child_age > 0 ? `未满${b.child_age}岁` : "不设儿童价")],
  ["适用身份", (b) => b.identities.map((i) => IDENTITIES[i]).join("、")],
  ["回寄方式", (b) => RETURN_WAYS[b.return_way]],
  ["退款政策", (b) => (b.refund_policy ? `${b.refund_policy.name} 第${b.refund_policy.version_no}版` : "—")],
  ["申请表", (b) => (b.application ? `第${b.application.version_no}版` : "—")],
  ["收件地址", (b) => (b.receive_address ? `${b.receive_address.name} ${b.receive_address.address}` : "—")],
  ["预订须知", (b) => b.booking_note],
  ["温馨提示", (b) => b.tips],
  ["费用包含", (b) => b.fee_included],
  ["费用不含", (b) => b.fee_excluded],
];

const paperText = (p: SnapshotPaper): string =>
  [DOCUMENT_OWNERS[p.owner], `${p.copies}份`, p.group_key && `任选${p.need_n}`, p.requirement].filter(Boolean).join("，");
const protectionText = (p: ProtectionTerms): string =>
  `赔付${p.rate}%${p.cap > 0 ? `，上限${money(p.cap)}` : ""}，${p.pricing === "fixed" ? money(p.price) : `按订单价${percentText(p.price_rate, 10_000)}`}`;

/** What is in one of two lists, or differs between them; a thing that is not there reads 无. */
function listChanges<T>(then: readonly T[], now: readonly T[], key: (x: T) => string, text: (x: T) => string): SnapshotChange[] {
  const before = new Map(then.map((x) => [key(x), text(x)]));
  const after = new Map(now.map((x) => [key(x), text(x)]));
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((label) => ({ label, then: before.get(label) ?? "无", now: after.get(label) ?? "无" }))
    .filter((c) => c.then !== c.now);
}

/** Every difference a customer or a clerk would notice; empty when the product is sold as it was. */
export function snapshotDiff(then: SnapshotBody, now: SnapshotBody): SnapshotChange[] {
  const facts = FACTS.map(([label, text]) => ({ label, then: text(then), now: text(now) })).filter((c) => c.then !== c.now);
  return [
    ...facts,
    ...listChanges(then.papers, now.papers, (p) => `资料「${p.name}」（${IDENTITIES[p.identity]}）`, paperText),
    ...listChanges(
      then.urgent_tiers,
      now.urgent_tiers,
      (t) => `加急「${t.name}」`,
      (t) => span(t.work_days_min, t.work_days_max),
    ),
    ...listChanges(then.protections, now.protections, (p) => `拒签无忧「${p.name}」`, protectionText),
  ];
}
