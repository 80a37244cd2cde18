/** Fees paid to missions as they are read. */
import { feeText } from "@visadesk/contract/base-data/official-fee.rules.ts";
import type { embassyPaymentApi } from "@visadesk/contract/finance/embassy/embassy-payment.ts";
import { rateOfMicro } from "@visadesk/contract/finance/embassy/fx-rate.rules.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { dayStart, timeRange } from "#kit/range.ts";
import type { FileAccess } from "../../files/index.ts";
import { workerNames } from "../../setting/index.ts";
import { financeScope } from "../scope.sql.ts";
import { embassyPaymentNoun } from "./embassy-payment.noun.ts";
import { embassyQueue } from "./embassy-payment.queues.ts";

type Api = typeof embassyPaymentApi;
export type PaymentRow = Output<Api["embassy_payment_get"]>;
type Figures = Output<Api["embassy_payment_figures"]>;
type Filter = Omit<Parsed<Api["embassy_payment_query"]>, "page" | "page_size">;
type Caller = Pick<Ctx, "db" | "me" | "now">;
type Reckoned =
  | "foreign_text"
  | "rate"
  | "is_undecided"
  | "is_mine"
  | "is_released_by_me"
  | "is_paid_by_me"
  | "paid_by_name"
  | "released_by_name"
  | "created_by_name";
export type StoredPayment = Omit<PaymentRow, Reckoned> & {
  rate_micro: number | null;
  created_by: number | null;
  released_by: number | null;
  paid_by: number | null;
};
export const NO_PAYMENT = "使馆费缴费单不存在或无权查看";

export const FROM = q`embassy_payments e join orders o on o.id = e.order_id join applicants a on a.id = e.applicant_id
  join countries c on c.id = e.country_id left join embassies m on m.id = e.embassy_id`;
const HELD = q`(select coalesce(-sum(l.amount), 0) from journal_lines l join ledger_accounts x on x.id = l.account_id where l.applicant_id = e.applicant_id and x.code = 'embassy_trust')`;
/** Until it is paid, what is held for him now; afterwards as it was then. */
const COLLECTED = q`case when e.item = 'visa' and e.embassy_payment_status in ('to_release', 'to_pay', 'failed') then greatest(0, ${HELD})::int8 else e.collected end as collected`;
export const UNDECIDED = q`e.embassy_payment_status = 'paid' and e.variance <> 0 and e.variance_way is null`;

const own = embassyPaymentNoun.columns.filter((c) => c !== "collected").map((c) => `e.${c}`);
const COLUMNS = q`${raw(own.join(", "))}, ${COLLECTED}, o.order_no, a.applicant_no, a.name_cn, c.name_zh as country_name, coalesce(m.name, '电子签官网') as embassy_name,
  (select b.name || case when b.account_no = '' then '' else '（' || right(b.account_no, 4) || '）' end from company_accounts b where b.id = e.company_account_id) as card_name,
  e.rate_micro, e.created_by, e.released_by, e.paid_by`;
const inScope = (ctx: Pick<Ctx, "me">): Sql | null => financeScope(ctx, { order: "e.order_id" });

/** What every figure and list of the page asks alike. */
const asked = (ctx: Caller, f: Omit<Filter, "embassy_payment_status" | "queue">): (Sql | null | undefined | false | "")[] => [
  inScope(ctx),
  f.keyword && keyword(f.keyword.trim()),
  f.embassy_id && q`e.embassy_id = any(${[...f.embassy_id]}::int8[])`,
  f.country_id && q`e.country_id = any(${[...f.country_id]}::text[])`,
  f.item && q`e.item = any(${[...f.item]}::text[])`,
  f.company_account_id && q`e.company_account_id = any(${[...f.company_account_id]}::int8[])`,
  f.batch_no && q`e.batch_no = ${f.batch_no.trim().toUpperCase()}`,
  timeRange("e.paid_at", f.paid_at),
  f.is_undecided === true && UNDECIDED,
  f.is_undecided === false && q`not (${UNDECIDED})`,
];
/** Numbers from their beginning, names anywhere. */
export function keyword(word: string): Sql {
  const start = `${likeText(word.toUpperCase())}%`;
  return or([
    q`e.payment_no like ${start}`,
    q`o.order_no like ${start}`,
    q`a.applicant_no like ${start}`,
    q`a.name_cn like ${`%${likeText(word)}%`}`,
  ]);
}

export const paymentList = (f: Filter, ctx: Caller): ListDef => ({
  from: FROM,
  where: and([
    ...asked(ctx, f),
    f.embassy_payment_status && q`e.embassy_payment_status = any(${[...f.embassy_payment_status]}::text[])`,
    f.queue && embassyQueue(ctx, f.queue),
  ]),
  id: "e.id",
  select: COLUMNS,
  sorts: { created_at: { by: "e.created_at", order: "asc", keyset: true }, paid_at: { by: "e.paid_at", order: "desc" } },
  sort: "created_at",
});

const one = (ctx: Pick<Ctx, "me">, which: Sql): Sql => q`select ${COLUMNS} from ${FROM} where ${and([which, inScope(ctx)])}`;
/** A payment in the caller's sight. */
export const storedPayment = (ctx: Caller, id: number): Promise<StoredPayment | undefined> => row(ctx.db, one(ctx, q`e.id = ${id}`));
export const paymentOfNo = (ctx: Caller, no: string): Promise<StoredPayment | undefined> =>
  row(ctx.db, one(ctx, q`e.payment_no = ${no.trim().toUpperCase()}`));
/** The same, held; its order is held before it. */
export const lockedPayment = (ctx: Caller, id: number): Promise<StoredPayment | undefined> =>
  row(ctx.db, q`${one(ctx, q`e.id = ${id}`)} for update of e`);

export async function shownPayments(ctx: Caller, list: readonly StoredPayment[]): Promise<PaymentRow[]> {
  const names = await workerNames(
    ctx.db,
    list.flatMap((e) => [e.created_by, e.released_by, e.paid_by]),
  );
  const me = ctx.me.worker_id;
  const name = (id: number | null): string | null => names.get(id ?? 0) ?? null;
  return list.map(({ rate_micro, created_by, released_by, paid_by, ...e }) => ({
    ...e,
    foreign_text: feeText(e.foreign_minor, e.currency),
    rate: rate_micro === null ? null : rateOfMicro(rate_micro),
    is_undecided: e.embassy_payment_status === "paid" && e.variance !== null && e.variance !== 0 && e.variance_way === null,
    is_mine: created_by === me,
    is_released_by_me: released_by === me,
    is_paid_by_me: paid_by === me,
    created_by_name: name(created_by),
    released_by_name: name(released_by),
    paid_by_name: name(paid_by),
  }));
}

/** What waits by currency, the cards' day, and the rows of each tab, under the filter of the list. */
export async function paymentFigures(ctx: Caller, f: Parsed<Api["embassy_payment_figures"]>): Promise<Figures> {
  const where = and(asked(ctx, f));
  const states = await rows<Figures["states"][number]>(
    ctx.db,
    q`select e.embassy_payment_status as state, count(*)::int as count from ${FROM} where ${where} group by 1`,
  );
  const undecided = await row<{ n: number }>(ctx.db, q`select count(*)::int as n from ${FROM} where ${and([where, UNDECIDED])}`);
  const waiting = await rows<{ currency: PaymentRow["currency"]; count: number; minor: number }>(
    ctx.db,
    q`select e.currency, count(*)::int as count, sum(e.foreign_minor)::int8 as minor from ${FROM}
      where ${and([where, q`e.embassy_payment_status = 'to_pay'`])} group by 1 order by 1`,
  );
  return {
    states,
    undecided: undecided?.n ?? 0,
    waiting: waiting.map(({ minor, ...w }) => ({ ...w, foreign_text: feeText(minor, w.currency) })),
    cards: await cardsLeft(ctx),
  };
}
/** Cards and wallets in use: what was paid by each since midnight, whoever's orders it was for. */
export const cardsLeft = (ctx: Pick<Ctx, "db" | "now">): Promise<Figures["cards"]> =>
  rows(
    ctx.db,
    q`select b.id, b.name || case when b.account_no = '' then '' else '（' || right(b.account_no, 4) || '）' end as name, b.day_limit,
        coalesce(p.paid, 0)::int8 as paid_today, (b.day_limit - coalesce(p.paid, 0))::int8 as left
      from company_accounts b left join lateral (select sum(e.amount) as paid from embassy_payments e
        where e.company_account_id = b.id and e.embassy_payment_status in ('paid', 'returned') and e.paid_at >= ${dayStart(ctx.now)}) p on true
      where b.account_status = 'enabled' and b.kind in ('card', 'wallet') order by b.name`,
  );

/** A receipt of the payment `id`, of an order in the caller's sight. */
export async function mayReadMissionReceipt(ctx: Pick<Ctx, "db" | "me">, id: number, key: string): Promise<FileAccess | null> {
  const found = await row<{ payment_no: string }>(
    ctx.db,
    q`select e.payment_no from embassy_payments e where ${and([q`e.id = ${id}`, q`${key} in (e.receipt, e.return_proof)`, inScope(ctx)])}`,
  );
  return found ? { noun_no: found.payment_no, label: "使馆费回执", is_identity: false, filename: null } : null;
}
export const receiptsInUse = async (db: Db, keys: readonly string[]): Promise<string[]> =>
  (
    await rows<{ key: string }>(
      db,
      q`select k.key from unnest(${[...keys]}::text[]) k(key) where exists (select from embassy_payments e where e.receipt = k.key or e.return_proof = k.key)`,
    )
  ).map((k) => k.key);
