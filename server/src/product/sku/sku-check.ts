/** What the records a product names must be: there, in use, of its country. What it already names may stay as it is. */
import { hasDistrict } from "@visadesk/contract/base-data/embassy.ts";
import type { Area } from "@visadesk/contract/product/snapshot.ts";
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import { sameRow } from "@visadesk/contract/product/sku/sku-price.rules.ts";
import { insuranceFits } from "@visadesk/contract/product/price/insurance.rules.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { cityCodes, provinceCodes } from "../../base-data/index.ts";
import { refFault } from "../price/price-refs.ts";
import { countriesOf, holdProducts, productPicks } from "../insurance-product/insurance-product.sql.ts";
import { centreFact, knownFees, paperFacts, placeFacts, policyFact, type SkuEdit } from "./sku-edit.sql.ts";

export const NO_SKU = "商品不存在";
export const sameAs = (twin: string): string => `与商品${twin}相同（同SPU、同送签馆、同递签地点、同服务档），请改服务档或送签馆`;

interface Placed {
  country_id: string;
  embassy_id: number | null;
  submit_place_id: number | null;
  cover_mode: SkuEdit["cover_mode"];
  cover_area: readonly Area[];
}
/** A record that is gone or out of use; one that was named before may stay. */
function recordFault(label: string, found: { name: string; status: 0 | 1 } | undefined, isNew: boolean): string | null {
  if (!found) return `${label}不存在，请重新选择`;
  return isNew && found.status === 0 ? `${label}「${found.name}」已禁用，请选择其他记录` : null;
}

function areaIssues(areas: readonly Area[]): Issue[] {
  const isFalse = (a: Area): boolean => {
    const cities = new Set(cityCodes(a.province_code));
    return (
      !provinceCodes.includes(a.province_code) ||
      [...a.only_cities, ...a.except_cities].some((c) => !cities.has(c)) ||
      (a.only_cities.length > 0 && a.except_cities.length > 0)
    );
  };
  const isTwice = new Set(areas.map((a) => a.province_code)).size < areas.length;
  return areas.some(isFalse) || isTwice ? [{ path: "cover_area", message: "受理省市有误，请重新选择" }] : [];
}

/** Missions are of the product's country and of a kind that decides; a place to hand in may be any. */
export async function placeIssues(db: Db, next: Placed, before: Placed | null): Promise<Issue[]> {
  const ids = [next.embassy_id, next.submit_place_id].filter((id) => id !== null);
  const places = new Map((await placeFacts(db, ids)).map((p) => [p.id, p]));
  const issues = areaIssues(next.cover_area);
  const judge = (path: "embassy_id" | "submit_place_id", label: string): void => {
    const id = next[path];
    if (id === null) return;
    const place = places.get(id);
    const isNew = before?.[path] !== id;
    const message =
      recordFault(label, place, isNew) ??
      (isNew && place?.country_id !== next.country_id ? `${label}不属于该商品的国家，请重新选择` : null) ??
      (isNew && path === "submit_place_id" && !place?.has_address ? "该地点未录入地址，请先在使领馆与签证中心补充" : null) ??
      (path === "embassy_id" && place?.embassy_type === 4 ? "送签使领馆不能是签证中心，请把它选作递签地点" : null);
    if (message) issues.push({ path, message });
  };
  judge("embassy_id", "送签使领馆");
  judge("submit_place_id", "递签/采集地点");
  const embassy = next.embassy_id === null ? undefined : places.get(next.embassy_id);
  if (next.cover_mode === "district" && embassy && !(hasDistrict(embassy.embassy_type) && embassy.has_district))
    issues.push({ path: "cover_mode", message: `「${embassy.name}」没有设置领区，请选择其他受理范围` });
  return issues;
}

type Named = Pick<SkuEdit, "refund_policy_id" | "mail_centre_id">;
export async function namedIssues(db: Db, next: Named, before: Named): Promise<Issue[]> {
  const issues: Issue[] = [];
  if (next.refund_policy_id !== null) {
    const message = recordFault("退款政策", await policyFact(db, next.refund_policy_id), next.refund_policy_id !== before.refund_policy_id);
    if (message) issues.push({ path: "refund_policy_id", message });
  }
  if (next.mail_centre_id !== null) {
    const message = recordFault("收件中心", await centreFact(db, next.mail_centre_id), next.mail_centre_id !== before.mail_centre_id);
    if (message) issues.push({ path: "mail_centre_id", message });
  }
  return issues;
}

type Insured = Pick<SkuEdit, "country_id" | "insurance_product_ids">;
/** Insurance that is newly recommended is on sale and covers what the country's visa asks for. */
export async function insuranceIssues(ctx: Ctx, next: Insured, before: Insured): Promise<Issue[]> {
  const kept = next.country_id === before.country_id ? before.insurance_product_ids : [];
  const fresh = next.insurance_product_ids.filter((id) => !kept.includes(id));
  if (fresh.length === 0) return [];
  await holdProducts(ctx.db, fresh);
  const [country] = await countriesOf(ctx.db, [next.country_id]);
  const products = new Map((await productPicks(ctx.db, { ids: fresh }, ctx.now)).map((p) => [p.id, p]));
  const faultOf = (id: number): string | null => {
    const product = products.get(id);
    if (!product || !country) return "推荐的保险产品不存在，请重新选择";
    if (product.product_status !== "on_sale" && !before.insurance_product_ids.includes(id))
      return `「${product.name}」不在售，请选择其他保险产品`;
    return insuranceFits(country, product);
  };
  const messages = fresh.map(faultOf).filter((m) => m !== null);
  return messages.map((message) => ({ path: "insurance_product_ids", message }));
}

/** Rows that name a paper there is not, or newly one that is disabled. */
export async function paperIssues(db: Db, next: SkuEdit["papers"], before: SkuEdit["papers"]): Promise<Issue[]> {
  const known = new Map((await paperFacts(db, [...new Set(next.map((p) => p.document_id))])).map((d) => [d.id, d]));
  return next.flatMap((p, i) => {
    const paper = known.get(p.document_id);
    const isNew = !before.some((b) => b.identity === p.identity && b.document_id === p.document_id);
    const message = !paper
      ? `第${i + 1}行的资料不存在，请移除后重新添加`
      : paper.status === 0 && isNew
        ? `资料「${paper.name}」已停用，请替换`
        : null;
    return message ? [{ path: `papers.${i}.document_id`, message }] : [];
  });
}

/** Groups and peers that get a price anew are there and in use. */
export async function refIssues(db: Db, next: SkuEdit["prices"], before: SkuEdit["prices"]): Promise<Issue[]> {
  const message = await refFault(
    db,
    next.filter((r) => !before.some((b) => sameRow(b, r))),
  );
  return message === null ? [] : [{ path: "prices", message }];
}

/** Official fees of the right kind and currency. */
export async function feeIssues(db: Db, prices: SkuEdit["prices"]): Promise<Issue[]> {
  const ids = prices.map((p) => p.official_fee_id).filter((id) => id !== null);
  const fees = await knownFees(db, ids);
  return prices.flatMap((p) => {
    if (p.official_fee_id === null) return [];
    const fee = fees.get(p.official_fee_id);
    if (fee && `${fee.fee_kind}_fee` === p.price_kind && fee.currency === p.currency) return [];
    return [{ path: "prices", message: "所选官方收费与价格的类型或币种不一致，请重新选择" }];
  });
}
