/** What an order keeps of the product it was made with. Written once, never changed; read by the order area. No zod. */
import type { RefundRow } from "../base-data/refund.rules.ts";
import type {
  COVER_MODES,
  DOCUMENT_OWNERS,
  ENTRY_COUNTS,
  IDENTITIES,
  RETURN_WAYS,
  SALE_ENDS,
  TIER_KINDS,
  UPLOAD_TYPES,
  VISA_FORMS,
} from "./sku/sku.ts";

export type Identity = keyof typeof IDENTITIES;
export type DocumentOwner = keyof typeof DOCUMENT_OWNERS;
export type DocumentWhen = "always" | "under_18" | "married" | "out_of_district";
export type DocumentKind = 1 | 2 | 3 | 4 | 5;

export interface Area {
  province_code: string;
  only_cities: string[];
  except_cities: string[];
}
/** Whom a mission, or a product, takes. */
export interface Cover {
  mode: keyof typeof COVER_MODES;
  district_name: string;
  domicile_limit: boolean;
  residence_counts: boolean;
  follow_relative: boolean;
  area: Area[];
}
/** A mission as dates and visits need it; own holidays stay in the calendar. */
export interface Place {
  id: number;
  name: string;
  short_name: string;
  embassy_type: number;
  city: string;
  weekdays: number[];
  open_from: string;
  open_to: string;
  follow_cn: boolean;
}
export interface PhotoRule {
  document_id: number;
  w_mm: number;
  h_mm: number;
  w_px: number;
  h_px: number;
  px_max: number;
  bg: string;
  bg_name: string;
  head_min_mm: number;
  head_max_mm: number;
  min_kb: number;
  max_kb: number;
  formats: string[];
  paper_copies: number;
  months: number;
  glasses: boolean;
  tips: string[];
}
export interface SnapshotPaper {
  identity: Identity;
  document_id: number;
  kind: DocumentKind;
  name: string;
  category: number | null;
  sub_type: string | null;
  requirement: string;
  owner: DocumentOwner;
  when: DocumentWhen;
  group_key: string;
  need_n: number;
  page_type: number;
  max_pages: number;
  formats: string[];
  max_mb: number;
  copies: number;
  is_original: boolean;
  return_needed: boolean;
  max_age_days: number;
  check_points: string[];
  note: string;
  sort: number;
}
export interface Question {
  key: string;
  label: string;
  label_en: string;
  help: string;
  kind: "text" | "date" | "single" | "multi" | "bool" | "country" | "file" | "group";
  options: string[];
  required: boolean;
  source: "passport" | "system" | "customer" | "staff";
  pattern: string;
  max_length: number;
  upper: boolean;
  /** Staff write it in English for the mission; absent in what was sold before there was the mark. */
  translate_en?: boolean;
  /** What stands in the answer before anybody fills it. */
  default?: string | undefined;
  show_if: { key: string; equals: string } | null;
}
export interface FormSection {
  title: string;
  questions: Question[];
}
export interface ProtectionTerms {
  id: number;
  name: string;
  scope: "service" | "embassy" | "full";
  rate: number;
  cap: number;
  pricing: "fixed" | "percent";
  price: number;
  price_rate: number;
  price_min: number;
  exclusions: ProtectionExclusions;
  buy_until: "order" | "submission";
  proof_days: number;
  appeal_times: number;
  proofs: string[];
  clause: string;
}
export interface ProtectionExclusions {
  identities?: Identity[];
  age_below?: number;
  age_above?: number;
  refusal_within_years?: number;
}
export interface UrgentTier {
  tier_code: string;
  name: string;
  tier_kind: keyof typeof TIER_KINDS;
  work_days_min: number;
  work_days_max: number;
}
export interface ReceiveAddress {
  mail_centre_id: number;
  name: string;
  contact: string;
  mobile: string;
  address: string;
  hours: string;
}

export interface SnapshotBody {
  sku_id: number;
  sku_no: string;
  sku_name: string;
  sku_version: number;
  visa_product_unit_code: string;
  spu_name: string;
  country_id: string;
  country_name: string;
  visa_type: number;
  visa_form: keyof typeof VISA_FORMS;
  entry_count: keyof typeof ENTRY_COUNTS;
  stay_min: number;
  stay_max: number;
  stay_unit: "day" | "month" | "year";
  validity: number;
  validity_unit: "day" | "month" | "year" | "passport" | "by_issue" | "none";
  service_level: string;
  ends: (keyof typeof SALE_ENDS)[];
  material_upload_type: keyof typeof UPLOAD_TYPES;
  need_interview: boolean;
  need_fingerprint: boolean;
  need_delivery: boolean;
  /** Any of the three above. */
  need_visit: boolean;
  need_training: boolean;
  need_return_material: boolean;
  need_effect_date: boolean;
  passport_months: number;
  passport_pages: number;
  work_days_min: number;
  work_days_max: number;
  advance_days: number;
  child_age: number;
  identities: Identity[];
  return_way: keyof typeof RETURN_WAYS;
  booking_note: string;
  tips: string;
  fee_included: string;
  fee_excluded: string;
  embassy: Place | null;
  submit_place: Place | null;
  cover: Cover;
  papers: SnapshotPaper[];
  photo_rule: PhotoRule | null;
  application: { application_id: number; version_id: number; version_no: number; sections: FormSection[] } | null;
  refund_policy: { policy_id: number; name: string; version_id: number; version_no: number; clause: string; grid: RefundRow[] } | null;
  urgent_tiers: UrgentTier[];
  protections: ProtectionTerms[];
  receive_address: ReceiveAddress | null;
}
