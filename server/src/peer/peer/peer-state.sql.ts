/**
 * What is said of a peer at a look at it, as expressions over the alias `p` of `peers`: list, filter, tile and foot read the
 * same. Whether it is frozen is said by `blocks` of the contract too; a test holds both together.
 */
import { ACTIVITY_DAYS, mustLicences, PEER_EXPIRING_DAYS } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { SysConfigKey } from "@visadesk/contract/setting/sys-config.ts";
import { BLOCK_LIMITS } from "@visadesk/contract/peer/peer/blocks.rules.ts";
import { and, q, raw, type Sql } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";

const DAY_MS = 86_400_000;
const ago = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);
type Account = "peer_principal" | "peer_gift" | "peer_frozen" | "peer_credit";
const account = (code: Account): Sql =>
  q`coalesce((select l.balance from ledger_accounts l where l.code = ${raw(`'${code}'`)} and l.owner_id = p.id and l.kind = ''), 0)`;
export const PRINCIPAL = account("peer_principal");
export const GIFT = account("peer_gift");
export const FROZEN_MONEY = account("peer_frozen");
export const CREDIT_USED = account("peer_credit");
export const BALANCE = q`(${PRINCIPAL} + ${GIFT})`;
export const available = (now: Date): Sql =>
  q`(case when p.settle_mode = 'credit' then p.credit_limit + case when p.temp_until >= ${dayOf(now)}::date then p.temp_limit else 0 end else 0 end - ${CREDIT_USED})`;
/** Oldest unpaid due day of its credit. */
export const OLDEST_DUE = q`(select l.oldest_due_on from ledger_accounts l where l.code = 'peer_credit' and l.owner_id = p.id and l.kind = '')`;
export const isOverdue = (now: Date): Sql => q`coalesce(${OLDEST_DUE} < ${dayOf(now)}::date, false)`;

export const LAST_PAID = q`(select max(o.paid_at) from orders o where o.peer_id = p.id and o.paid_at is not null)`;
/** Word by word what `activityOf` of the contract says. */
export const activity = (now: Date): Sql => q`(case when p.approved_at >= ${ago(now, ACTIVITY_DAYS.new)} then 'new'
  when ${LAST_PAID} >= ${ago(now, ACTIVITY_DAYS.active)} then 'active' when ${LAST_PAID} >= ${ago(now, ACTIVITY_DAYS.silent)} then 'silent' else 'lost' end)`;
export const noOrderFor = (now: Date, days: number): Sql => q`coalesce(${LAST_PAID}, p.approved_at) <= ${ago(now, days)}`;

const waived = (now: Date, cause: string, id: Sql): Sql => q`exists (select from peer_holds w where w.peer_id = p.id and w.kind = 'waiver'
  and w.cause = ${raw(`'${cause}'`)} and w.cause_id = ${id} and w.opened_at <= ${now} and ${now} < w.until and (w.released_at is null or ${now} < w.released_at))`;
const MUST = q`(d.kind = 'business_licence' or (d.kind = 'travel_licence' and p.business_kind = any(${kindsThatMust()}::text[])))`;
function kindsThatMust(): string[] {
  return (["travel_agency", "ticket", "study", "corporate", "other"] as const).filter((k) => mustLicences(k).includes("travel_licence"));
}
/** A number of days that is set, else its default, as a day that many before today. */
const daysBefore = (now: Date, key: SysConfigKey, days: number): Sql =>
  q`(${dayOf(now)}::date - coalesce((select (c.value #>> '{}')::int from sys_configs c where c.key = ${key}), ${days}::int))`;
/** Something forbids new orders. */
export const isFrozen = (
  now: Date,
): Sql => q`(exists (select from peer_holds h where h.peer_id = p.id and h.kind <> 'waiver' and 'order' = any(h.blocks)
    and h.opened_at <= ${now} and (h.released_at is null or ${now} < h.released_at) and not ${waived(now, "hold", raw("h.id"))})
  or exists (select from ledger_accounts l where l.code = 'peer_credit' and l.owner_id = p.id and l.kind = ''
    and l.oldest_due_on < ${daysBefore(now, "order_overdue_days", BLOCK_LIMITS.order_overdue)} and not ${waived(now, "overdue", raw("to_char(l.oldest_due_on, 'YYYYMMDD')::int8"))})
  or exists (select from peer_documents d where d.peer_id = p.id and d.superseded_at is null and ${MUST}
    and d.valid_to < ${daysBefore(now, "licence_stop_days", BLOCK_LIMITS.licence_expired)} and not ${waived(now, "licence", raw("d.id"))}))`;
export const stateOf = (now: Date): Sql =>
  q`(case when p.peer_status = 'closed' then 'closed' when ${isFrozen(now)} then 'frozen' else 'active' end)`;

/** First end among its papers in force. */
export const PAPER_UNTIL = q`(select min(d.valid_to) from peer_documents d where d.peer_id = p.id and d.superseded_at is null)`;
/** Papers of peers that are still with us, by the day. */
export const paperEnds = (now: Date, which: "expiring" | "expired"): Sql =>
  and([
    q`p.peer_status = 'active'`,
    which === "expired"
      ? q`${PAPER_UNTIL} < ${dayOf(now)}::date`
      : q`exists (select from peer_documents d where d.peer_id = p.id and d.superseded_at is null
          and d.valid_to between ${dayOf(now)}::date and ${dayOf(now, PEER_EXPIRING_DAYS)}::date)`,
  ]);
export const UNOWNED = q`(p.peer_status = 'active' and (p.bd_owner_id is null or p.cs_owner_id is null))`;
/** What it paid less what it got back, of orders paid since then. */
export const gmvSince = (now: Date, days: number): Sql =>
  q`coalesce((select sum(o.amount_paid - o.amount_refunded) from orders o where o.peer_id = p.id and o.paid_at >= ${ago(now, days)}), 0)`;
