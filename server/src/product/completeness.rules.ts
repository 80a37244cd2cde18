/** What an SKU must have before it can be listed, and what it should have. */
export interface SkuFacts {
  visa_form: string;
  ends: string[];
  identities: string[];
  cover_mode: "all" | "district" | "area";
  has_embassy: boolean;
  has_area: boolean;
  need_visit: boolean;
  has_submit_place: boolean;
  work_days_max: number;
  has_retail: boolean;
  has_level: boolean;
  has_embassy_fee: boolean;
  has_policy: boolean;
  has_centre: boolean;
  has_cost: boolean;
  /** Identities with at least one must paper. */
  must_identities: string[];
  /** Kinds of the must papers, and 4 when there is a photo. */
  kinds: number[];
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
type Part = readonly [name: string, applies: boolean, done: boolean];

const PHOTO_FORMS = new Set(["sticker", "paper", "evisa"]);
const FREE_FORMS = new Set(["service", "document"]);

export function completenessOf(f: SkuFacts): Completeness {
  const must: Part[] = [
    ["受理范围", true, f.cover_mode === "all" || (f.cover_mode === "district" ? f.has_embassy : f.has_area)],
    ["时效", true, f.work_days_max > 0],
    ["门市价", true, f.has_retail],
    ["同行价", f.ends.includes("peer") || f.ends.includes("api"), f.has_level],
    ["签证费", !FREE_FORMS.has(f.visa_form), f.has_embassy_fee],
    ["资料", true, f.identities.every((i) => f.must_identities.includes(i))],
    ["照片规格", PHOTO_FORMS.has(f.visa_form), f.kinds.includes(4)],
    ["退款政策", true, f.has_policy],
    ["供应商成本", true, f.has_cost],
    ["收件中心", f.kinds.includes(2), f.has_centre],
    ["递签地点", f.need_visit, f.has_submit_place],
  ];
  const advised: Part[] = [
    ["图文", true, f.has_detail],
    ["须知", true, f.has_note],
    ["可约日期", f.need_visit, f.has_appointment],
  ];
  const due = [...must, ...advised].filter(([, applies]) => applies);
  const missing = (parts: readonly Part[]): string[] => parts.filter(([, applies, done]) => applies && !done).map(([name]) => name);
  return {
    percent: Math.floor((due.filter(([, , done]) => done).length / due.length) * 100),
    missing_must: missing(must),
    missing_advised: missing(advised),
  };
}
