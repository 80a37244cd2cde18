/** What base data asks of other areas; `server/src/areas.ts` passes the real ones in, since those areas rest on this one. */
import type { waitingApplicant } from "@visadesk/contract/base-data/calendar/appointment.ts";
import type { z } from "@visadesk/contract/kit/field.ts";
import type { REMIND_KINDS } from "@visadesk/contract/order/order-remind.ts";
import type { FillFacts } from "@visadesk/contract/base-data/paper/application-fill.ts";
import type { StateOf } from "@visadesk/contract/kit/flow.ts";
import type { materialFlow } from "@visadesk/contract/order/order.flow.ts";
import type { RefundParts, RefundRow, RefundStage } from "@visadesk/contract/base-data/refund.rules.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import type { Sql } from "#kit/db/sql.ts";
import type { CalendarBefore } from "./calendar/calendar.ts";
import type { OrderOfCountry, ProductOfCountry } from "./country/country.doors.ts";

export type PaperNoun = "elec" | "mail" | "bring" | "photo" | "application";
export type UsedNoun = PaperNoun | "appointment" | "country" | "embassy" | "refund_policy" | "mail_centre";
/** A country's id is its ISO code, every other a number. */
export type RecordId = number | string;

const PAPERS: ReadonlySet<UsedNoun> = new Set(["elec", "mail", "bring", "photo", "application"]);
export const isPaper = (noun: UsedNoun): noun is PaperNoun => PAPERS.has(noun);
export interface RelatedFilter {
  noun: UsedNoun;
  record_id: RecordId;
  keyword?: string | undefined;
  sku_status?: readonly string[] | undefined;
}

export interface ReplaceAsk {
  noun: UsedNoun;
  from: RecordId;
  /** Null takes the record off without a substitute; papers only. */
  to: RecordId | null;
  sku_ids: readonly number[];
  label: string;
}
export interface ReplaceResult {
  id: number;
  ok: boolean;
  msg: string;
}

/** Products by state; archived ones are not counted. */
export interface RelatedCounts {
  on_sale: number;
  off_sale: number;
  draft: number;
}
/** One product of a replacement that was tried and taken back. */
export interface ReplaceTrial extends ReplaceResult {
  sku_no: string;
  name: string;
  before: string[];
  after: string[];
}

export interface ProductDoor extends ProductOfCountry {
  /** Products on sale per record. */
  usedCounts(db: Db, noun: UsedNoun, ids: readonly RecordId[]): Promise<Map<RecordId, number>>;
  /** The same as a piece of a query; `id` is a column of it. */
  usedCountOf(noun: UsedNoun, id: Sql): Sql;
  /** Condition: some product, in any state, uses the record. */
  isUsedBySku(noun: UsedNoun, id: Sql): Sql;
  /** Condition: a price of a product on sale, in force or to come, rests on the official fee. */
  isFeeOnSale(id: Sql, now: Date): Sql;
  wasEverUsed(db: Db, noun: UsedNoun, id: RecordId): Promise<boolean>;
  relatedListDef(f: RelatedFilter): ListDef;
  relatedCounts(db: Db, noun: UsedNoun, id: RecordId): Promise<RelatedCounts>;
  replaceInSkus(ctx: Ctx, ask: ReplaceAsk): Promise<ReplaceResult[]>;
  /** The same, with every product as it would look; nothing is kept. */
  replaceTrial(ctx: Ctx, ask: ReplaceAsk): Promise<ReplaceTrial[]>;
}

/** Somebody whose slot of a paper is not approved. */
export interface AffectedApplicant {
  applicant_id: number;
  applicant_no: string;
  order_id: number;
  order_no: string;
  name_cn: string | null;
  applicant_status: string;
  material_status: StateOf<typeof materialFlow>;
}

/** Where people wait for a date; a null type stands for every kind of visa. */
export interface WaitingAt {
  place_id: number;
  visa_type: number | null;
}
export interface WaitingCount {
  place_id: number;
  visa_type: number;
  n: number;
}
export type WaitingRow = z.output<typeof waitingApplicant>;
export interface RemindAsk {
  kind: keyof typeof REMIND_KINDS;
  order_id: number;
  applicant_id: number | null;
  level: "normal" | "high" | "critical";
  content: string;
}

export interface ReviewWindow {
  document_id: number;
  from: string;
  /** Exclusive. */
  to: string;
}
export interface ReviewStat {
  /** First verdicts, and those among them that passed. */
  reviewed: number;
  passed: number;
  /** Most frequent first; a null code is a rejection from before reasons were kept. */
  reasons: { code: string | null; n: number }[];
}

export interface OrderDoor extends OrderOfCountry {
  /** What a refund of the order is calculated by; undefined for one that is not there or out of the caller's scope. */
  refundFacts(ctx: Ctx, orderNo: string): Promise<RefundFacts | undefined>;
  /** Open slots of a paper: all of them counted, the first ones of the orders the caller may see. */
  affectedBy(ctx: Ctx, documentId: number, limit: number): Promise<{ total: number; list: AffectedApplicant[] }>;
  /** They get the paper's text of today, after this transaction; answers how many. */
  documentRefresh(ctx: Ctx, documentId: number, applicants?: readonly number[]): Promise<number>;
  /** How many wait, per place and kind of visa. */
  waitingCounts(db: Db): Promise<WaitingCount[]>;
  /** Those the caller may see, the nearest travel date first. */
  waitingAt(ctx: Ctx, at: WaitingAt, limit: number): Promise<WaitingRow[]>;
  /** Those of the applicants that still wait there, with their orders locked; of those the caller may see. */
  lockWaiting(ctx: Ctx, at: WaitingAt, applicantIds: readonly number[]): Promise<{ id: number; order_id: number }[]>;
  /** Opens a reminder or raises the open one; answers how often it was raised. */
  remindOpen(ctx: Ctx, ask: RemindAsk): Promise<number>;
  /** Verdicts of each window, in the order asked. */
  reviewStats(db: Db, windows: readonly ReviewWindow[]): Promise<ReviewStat[]>;
  /** The latest first verdicts on one paper. */
  lastReviews(db: Db, documentId: number, limit: number): Promise<ReviewStat>;
  /** Rejections per reason since an instant: a query of (code, n). */
  rejectCounts(since: Date): Sql;
  /** The days of a calendar have changed: due times that followed from the old ones move. */
  calendarChanged(ctx: Ctx, before: CalendarBefore): Promise<void>;
}

/** What of one person a refund is calculated by. */
export interface RefundPerson {
  applicant_id: number;
  seq: number;
  applicant_no: string;
  status_label: string;
  /** Null: nothing can be given back, `blocked` says why. */
  stage: RefundStage | null;
  blocked: string | null;
  /** Paid and not yet given back. */
  paid: RefundParts;
  /** Parts that went to the mission or its centre. */
  official_paid: readonly (keyof RefundParts)[];
}
export interface RefundFacts {
  order_id: number;
  order_no: string;
  paid_at: string | null;
  /** The version the order was made under. */
  policy: { name: string; version_no: number; clause: string; grid: readonly RefundRow[] } | null;
  people: readonly RefundPerson[];
  /** Paid kinds that follow rules of their own: urgent, protection, insurance, express … */
  other_paid: number;
}
/** A past applicant with whom a form may be tried; personal fields are masked on the way out. */
export interface TrialApplicant {
  id: number;
  applicant_no: string;
  name_cn: string | null;
  sku_name: string;
  has_answers: boolean;
  created_at: string;
}
export interface TrialPerson extends TrialApplicant {
  facts: FillFacts;
  /** What he once answered in this form. */
  answers: Readonly<Record<string, unknown>>;
}
export interface FormDoor {
  /** The latest applicants in the caller's scope, those of these countries and of this form first. */
  trialApplicants(
    ctx: Ctx,
    ask: { application_id: number; country_ids: readonly string[]; keyword?: string | undefined },
  ): Promise<TrialApplicant[]>;
  trialPerson(ctx: Ctx, ask: { application_id: number; applicant_id: number }): Promise<TrialPerson | undefined>;
}

export interface Doors {
  readonly product: ProductDoor;
  readonly forms: FormDoor;
  readonly order: OrderDoor;
}
