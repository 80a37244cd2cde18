/** What a save of a product changed, in the words of its form. */
import { DOCUMENT_WHENS, skuEdit } from "@visadesk/contract/product/sku/sku-edit.ts";
import {
  COVER_MODES,
  DOCUMENT_OWNERS,
  IDENTITIES,
  RETURN_WAYS,
  SALE_ENDS,
  TIER_KINDS,
  UPLOAD_TYPES,
} from "@visadesk/contract/product/sku/sku.ts";
import { rowWords } from "@visadesk/contract/product/sku/sku-price.rules.ts";
import { labelOf } from "@visadesk/contract/kit/field.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { cellChanges, type Cell } from "#kit/call/changes.ts";
import type { FieldChange } from "#kit/call/context.ts";
import { areaName } from "../../base-data/index.ts";
import type { SkuEdit } from "./sku-edit.sql.ts";

const PLAIN = [
  "visa_product_unit_code",
  "name",
  "service_level",
  "need_interview",
  "need_fingerprint",
  "need_delivery",
  "need_training",
  "need_return_material",
  "need_effect_date",
  "passport_months",
  "passport_pages",
  "work_days_min",
  "work_days_max",
  "advance_days",
  "insurance_required",
  "child_age",
  "booking_note",
  "tips",
  "fee_included",
  "fee_excluded",
  "sort",
] as const satisfies readonly (keyof SkuEdit)[];

/** Names of the records a product points at. */
export type Names = (kind: "place" | "policy" | "insurance" | "centre" | "paper" | "fee" | "group" | "peer", id: number) => string;

const named = (names: Names, kind: Parameters<Names>[0], id: number | null): string | null => (id === null ? null : names(kind, id));
const wordsOf = (of: Readonly<Record<string, string>>, keys: readonly string[]): string => keys.map((k) => of[k] ?? k).join("、");
const areaWords = (s: SkuEdit): string =>
  s.cover_area
    .map((a) => {
      const cities = (codes: readonly string[]): string => codes.map(areaName).join("、");
      const share =
        a.only_cities.length > 0 ? `（仅${cities(a.only_cities)}）` : a.except_cities.length > 0 ? `（除${cities(a.except_cities)}）` : "";
      return `${areaName(a.province_code)}${share}`;
    })
    .join("、");
const tierWords = (s: SkuEdit): string =>
  s.urgent_tiers.map((t) => `${t.name}（${TIER_KINDS[t.tier_kind]}）${t.work_days_min}–${t.work_days_max}工作日`).join("、");

const fieldCells = (s: SkuEdit, names: Names): Cell[] => {
  const cell = (field: keyof SkuEdit, value: unknown): Cell => ({ field, label: labelOf(skuEdit, field), value });
  return [
    ...PLAIN.map((field) => cell(field, s[field])),
    cell("ends", wordsOf(SALE_ENDS, s.ends)),
    cell("embassy_id", named(names, "place", s.embassy_id)),
    cell("submit_place_id", named(names, "place", s.submit_place_id)),
    cell("cover_mode", COVER_MODES[s.cover_mode]),
    cell("cover_area", areaWords(s)),
    cell("material_upload_type", UPLOAD_TYPES[s.material_upload_type]),
    cell("urgent_tiers", tierWords(s)),
    cell("identities", wordsOf(IDENTITIES, s.identities)),
    cell("refund_policy_id", named(names, "policy", s.refund_policy_id)),
    cell("insurance_product_ids", s.insurance_product_ids.map((id) => names("insurance", id)).join("、")),
    cell("mail_centre_id", named(names, "centre", s.mail_centre_id)),
    cell("return_way", RETURN_WAYS[s.return_way]),
  ];
};

/** Two keyed lists against each other, row by row. */
function listChanges<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (row: T) => string,
  cellOf: (row: T) => Omit<Cell, "value"> & { value: string },
) {
  const was = new Map(before.map((r) => [keyOf(r), cellOf(r)]));
  const is = new Map(after.map((r) => [keyOf(r), cellOf(r)]));
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key): FieldChange[] => {
    const [from, to] = [was.get(key), is.get(key)];
    const head = to ?? from;
    return !head || from?.value === to?.value
      ? []
      : [{ field: head.field, label: head.label, before: from?.value ?? null, after: to?.value ?? null }];
  });
}

const priceCell = (r: SkuEdit["prices"][number], names: Names) => ({
  field: `prices.${r.price_kind}.${r.ref_id}`,
  label: rowWords({ ...r, ref_name: r.price_kind === "group" || r.price_kind === "peer" ? names(r.price_kind, Number(r.ref_id)) : null }),
  value: [
    `${money(r.adult)}${r.child === null ? "" : `，儿童 ${money(r.child)}`}${r.rate === null ? "" : `（${r.currency} × ${r.rate}）`}`,
    ...(r.official_fee_id === null ? [] : [`按官方收费「${names("fee", r.official_fee_id)}」`]),
  ].join("，"),
});
const paperCell = (p: SkuEdit["papers"][number], names: Names) => ({
  field: `papers.${p.identity}.${p.document_id}`,
  label: `${IDENTITIES[p.identity]}·${names("paper", p.document_id)}`,
  value: [
    DOCUMENT_OWNERS[p.owner],
    ...(p.when === "always" ? [] : [DOCUMENT_WHENS[p.when]]),
    ...(p.group_key ? [`${p.group_key}任选${p.need_n}`] : []),
    ...(p.copies === null ? [] : [`${p.copies}份`]),
    ...(p.note ? [p.note] : []),
  ].join("，"),
});

/** Order of the papers of every identity, told apart from what the rows say. */
const orderOf = (s: SkuEdit): string => s.papers.map((p) => `${p.identity} ${p.document_id}`).join();
const sameSet = (a: SkuEdit, b: SkuEdit): boolean => orderOf({ ...a, papers: sorted(a) }) === orderOf({ ...b, papers: sorted(b) });
const sorted = (s: SkuEdit): SkuEdit["papers"] =>
  s.papers.toSorted((a, b) => a.identity.localeCompare(b.identity) || a.document_id - b.document_id);

export function skuChanges(before: SkuEdit, after: SkuEdit, names: Names): FieldChange[] {
  const papers = listChanges(
    before.papers,
    after.papers,
    (p) => `${p.identity} ${p.document_id}`,
    (p) => paperCell(p, names),
  );
  const isMoved = papers.length === 0 && orderOf(before) !== orderOf(after) && sameSet(before, after);
  return [
    ...cellChanges(fieldCells(before, names), fieldCells(after, names)),
    ...listChanges(
      before.prices,
      after.prices,
      (r) => `${r.price_kind} ${r.ref_id}`,
      (r) => priceCell(r, names),
    ),
    ...papers,
    ...(isMoved ? [{ field: "papers", label: "资料顺序", before: null, after: "已调整" }] : []),
  ];
}
