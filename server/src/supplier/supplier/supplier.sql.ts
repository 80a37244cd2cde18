/** Suppliers as their list and page read them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { EXPIRING_DAYS } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { numberForms } from "#kit/db/lookup.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, or, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { likeOf } from "#kit/grams.ts";
import { dayOf } from "#kit/range.ts";
import { bareNumber, hashesOf, tailsOf } from "#kit/seal/seal.ts";
import { payables } from "../../ledger/index.ts";
import { supplierQueue } from "../supplier.queues.ts";
import { supplierScope } from "./supplier-scope.sql.ts";
import type { Place } from "./supplier.rules.ts";

type Api = typeof supplierApi;
export type SupplierRow = Output<Api["supplier_query"]>["list"][number];
type Detail = Output<Api["supplier_get"]>;
/** What stands in the row itself. */
export type StoredRow = Pick<
  SupplierRow,
  | "id"
  | "supplier_no"
  | "name"
  | "short_name"
  | "kind"
  | "credit_code"
  | "serves"
  | "former_names"
  | "supplier_status"
  | "owner_id"
  | "settle_cycle"
  | "credit_days"
  | "paper_until"
  | "version"
  | "updated_at"
>;
export type StoredDetail = StoredRow &
  Pick<
    Detail,
    | "address"
    | "settle_trigger"
    | "on_refusal"
    | "invoice_kind"
    | "tax_rate_bp"
    | "prepaid_floor"
    | "originals_limit"
    | "note"
    | "first_active_at"
    | "pause_until"
    | "pause_reason"
    | "review_note"
    | "created_by"
    | "created_at"
  > & {
    /** Who put it forward again, and when. */
    resubmitted_by: number | null;
    resubmitted_at: string | null;
    /** Who changed it since it was entered, until it is passed. */
    changed_by: number[];
  };

const COLUMNS = q`s.id, s.supplier_no, s.name, s.short_name, s.kind, s.credit_code, s.serves, s.former_names, s.supplier_status, s.owner_id,
  s.settle_cycle, s.credit_days, s.paper_until, s.version, s.updated_at`;
const DETAIL = q`${COLUMNS}, s.address, s.settle_trigger, s.on_refusal, s.invoice_kind, s.tax_rate_bp, s.prepaid_floor, s.originals_limit, s.note,
  s.first_active_at, s.pause_until, s.pause_reason, s.review_note, s.created_by, s.created_at, s.resubmitted_by, s.resubmitted_at, s.changed_by`;

/** Papers of suppliers that are still with us, by the day. */
export const paperEnds = (now: Date, which: "expiring" | "expired"): Sql =>
  q`s.supplier_status <> 'ended' and ${
    which === "expired"
      ? q`s.paper_until < ${dayOf(now)}::date`
      : q`s.paper_until between ${dayOf(now)}::date and ${dayOf(now, EXPIRING_DAYS)}::date`
  }`;
export const HAS_UNSETTLED = q`s.id in (select supplier_id from (${payables}) owed)`;

/** By number, names old and new, credit code, pinyin; by a contact's whole mobile or its last four. */
function typed(keyword: string): Sql {
  const bare = bareNumber(keyword);
  const contact = (by: Sql): Sql => q`exists (select from supplier_contacts c where c.supplier_id = s.id and ${by})`;
  const text = q`s.search_text like ${likeOf(keyword)}`;
  if (/^\d{4}$/.test(bare)) return or([text, contact(q`c.mobile_tail = any(${tailsOf("mobile", bare)}::text[])`)]);
  return numberForms(bare).includes("mobile") ? or([text, contact(q`c.mobile_hash = any(${hashesOf("mobile", bare)}::text[])`)]) : text;
}

type Filter = Omit<Parsed<Api["supplier_query"]>, "page" | "page_size">;
export const supplierMatching = (input: Filter, ctx: Pick<Ctx, "me" | "now">): Sql =>
  and([
    supplierScope(ctx, "s"),
    input.keyword && typed(input.keyword),
    input.kind && q`s.kind = any(${[...input.kind]}::text[])`,
    input.supplier_status && q`s.supplier_status = any(${[...input.supplier_status]}::text[])`,
    input.country_id && or(input.country_id.map((id) => q`s.serves @> ${JSON.stringify([{ country_id: id }])}::jsonb`)),
    input.owner_id && q`s.owner_id = any(${[...input.owner_id]}::int8[])`,
    input.settle_cycle && q`s.settle_cycle = any(${[...input.settle_cycle]}::text[])`,
    input.paper && paperEnds(ctx.now, input.paper),
    input.queue && supplierQueue(ctx, input.queue),
    input.has_unsettled !== undefined && (input.has_unsettled ? HAS_UNSETTLED : q`not (${HAS_UNSETTLED})`),
  ]);

export const supplierList = (input: Filter, ctx: Pick<Ctx, "me" | "now">): ListDef => ({
  from: q`suppliers s`,
  where: supplierMatching(input, ctx),
  id: "s.id",
  select: COLUMNS,
  sorts: {
    supplier_no: { by: "s.supplier_no", order: "asc", keyset: true, type: "text" },
    updated_at: { by: "s.updated_at", order: "desc", keyset: true },
    paper_until: { by: "s.paper_until", order: "asc" },
  },
  sort: "updated_at",
});

type Caller = Pick<Ctx, "db" | "me">;
/** A supplier in the caller's sight. */
export const storedDetail = (ctx: Caller, id: number): Promise<StoredDetail | undefined> =>
  row<StoredDetail>(ctx.db, q`select ${DETAIL} from suppliers s where ${and([q`s.id = ${id}`, supplierScope(ctx, "s")])}`);
/** The same, held: all that is written about one supplier waits here. */
export const lockedDetail = (ctx: Caller, id: number): Promise<StoredDetail | undefined> =>
  row<StoredDetail>(ctx.db, q`select ${DETAIL} from suppliers s where ${and([q`s.id = ${id}`, supplierScope(ctx, "s")])} for update`);
/** Held for a move, which changes no key: whoever only refers to the supplier meanwhile goes on. */
export const movingDetail = (ctx: Caller, id: number): Promise<StoredDetail | undefined> =>
  row<StoredDetail>(
    ctx.db,
    q`select ${DETAIL} from suppliers s where ${and([q`s.id = ${id}`, supplierScope(ctx, "s")])} for no key update`,
  );
/** A supplier and those that these matches are of, in the order in which everybody holds several. */
export const holdBeside = ({ db }: Pick<Ctx, "db">, id: number, matchIds: readonly number[]): Promise<unknown> =>
  rows(
    db,
    q`select s.id from suppliers s where s.id = ${id} or s.id in (select m.supplier_id from supplier_products m where m.id = any(${[...matchIds]}::int8[]))
      order by s.id for no key update`,
  );

export interface Counts {
  all: number;
  pending: number;
  rejected: number;
  active: number;
  paused: number;
  ended: number;
  expiring: number;
  expired: number;
  has_unsettled: number;
  /** Cents. */
  unsettled: number;
}
/** Of those that match the filter, by what stands in the list's head. */
export async function countSuppliers(input: Filter, ctx: Pick<Ctx, "db" | "me" | "now">): Promise<Counts> {
  const found = await row<Counts>(
    ctx.db,
    q`
    select count(*)::int as all, (count(*) filter (where s.supplier_status = 'pending'))::int as pending,
      (count(*) filter (where s.supplier_status = 'rejected'))::int as rejected, (count(*) filter (where s.supplier_status = 'active'))::int as active,
      (count(*) filter (where s.supplier_status = 'paused'))::int as paused, (count(*) filter (where s.supplier_status = 'ended'))::int as ended,
      (count(*) filter (where ${paperEnds(ctx.now, "expiring")}))::int as expiring, (count(*) filter (where ${paperEnds(ctx.now, "expired")}))::int as expired,
      count(o.supplier_id)::int as has_unsettled, coalesce(sum(o.amount), 0)::int8 as unsettled
    from suppliers s left join (${payables}) o on o.supplier_id = s.id where ${supplierMatching(input, ctx)}`,
  );
  if (!found) throw new Error("a count answers a row");
  return found;
}

type Picked = Output<Api["supplier_pick"]>["list"][number];
export const allPicks = (db: Ctx["db"]): Promise<Picked[]> =>
  rows<Picked>(
    db,
    q`select id, supplier_no, short_name, name, kind, supplier_status from suppliers order by supplier_status = 'active' desc, short_name`,
  );

/** Who has a name, a short name or a code already; among those not ended, a code among all. */
export const holderOf = (
  db: Ctx["db"],
  column: "name" | "short_name" | "credit_code",
  value: string,
  except: number | null,
): Promise<{ id: number } | undefined> => {
  const is = { name: q`name = ${value}`, short_name: q`short_name = ${value}`, credit_code: q`credit_code = ${value}` }[column];
  const among = column === "credit_code" ? q`true` : q`supplier_status <> 'ended'`;
  return row(db, q`select id from suppliers where ${is} and ${among} and id is distinct from ${except}::int8 order by id limit 1`);
};

/** Where its enabled matches hand in. */
export const placesInUse = (db: Ctx["db"], id: number): Promise<(Place & { name_zh: string })[]> =>
  rows(
    db,
    q`
    select distinct k.country_id, k.embassy_id, c.name_zh from supplier_products m join skus k on k.id = m.sku_id join countries c on c.id = k.country_id
    where m.supplier_id = ${id} and m.status = 1`,
  );

export const embassiesOf = (db: Ctx["db"], ids: readonly number[]): Promise<{ id: number; country_id: string }[]> =>
  rows(db, q`select id, country_id from embassies where id = any(${[...ids]}::int8[])`);
export const countriesThere = async (db: Ctx["db"], ids: readonly string[]): Promise<Set<string>> =>
  new Set((await rows<{ id: string }>(db, q`select id from countries where id = any(${[...ids]}::text[])`)).map((c) => c.id));

/** Which originals may be sent there, and whether somebody there may be paid: what a supplier must have to begin. */
export interface Readiness {
  active_payees: number;
  pending_payees: number;
  /** Active accounts in another name. */
  other_names: number;
  collectors: number;
}
export async function readinessOf(db: Ctx["db"], id: number): Promise<Readiness> {
  const found = await row<Readiness>(
    db,
    q`
    select (select count(*)::int from supplier_payees p where p.supplier_id = s.id and p.payee_status = 'active') as active_payees,
      (select count(*)::int from supplier_payees p where p.supplier_id = s.id and p.payee_status = 'pending') as pending_payees,
      (select count(*)::int from supplier_payees p where p.supplier_id = s.id and p.payee_status = 'active' and p.account_name <> s.name) as other_names,
      (select count(*)::int from supplier_contacts c where c.supplier_id = s.id and 'collect' = any(c.roles)) as collectors
    from suppliers s where s.id = ${id}`,
  );
  return found ?? { active_payees: 0, pending_payees: 0, other_names: 0, collectors: 0 };
}
