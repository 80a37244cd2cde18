/** 资金与授信 of a peer: what is there, the formula of its credit, how long it lasts, how its limits were changed. */
import { blockText } from "@visadesk/contract/peer/peer/blocks.rules.ts";
import { changeRows, type Terms } from "@visadesk/contract/peer/peer/change.rules.ts";
import { creditAvailable, creditRows, effectiveLimit } from "@visadesk/contract/peer/peer/credit.rules.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { peerMoneyApi } from "@visadesk/contract/peer/peer/peer-money.ts";
import type { ChangeKind } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { dayOf } from "#kit/range.ts";
import { peerAccountsOf, peerStatement } from "../../ledger/index.ts";
import type { FinanceDoor } from "../doors.ts";
import { workerNames } from "../peer/names.sql.ts";
import { blocksOf } from "../peer/peer-blocks.sql.ts";
import { NO_PEER } from "../peer/peer-scope.sql.ts";
import { overdueAmount } from "../peer/shown.ts";
import { storedPeer, type StoredDetail } from "../peer/peer.sql.ts";
import { dueText, forecastOf, proposalOf, type Forecast } from "./credit.forecast.ts";

type Credit = Output<(typeof peerMoneyApi)["peer_credit_get"]>;
const PACES = [7, 30] as const;
const LIMITS_SHOWN = 50;
const LINES_SHOWN = 100;
const LINES_DAYS = 180;

/** Charged to credit within so many days up to today. */
const spentSince = async (db: Db, peerId: number, since: string): Promise<number> =>
  (
    await row<{ spent: number }>(
      db,
      q`select coalesce(sum(l.amount), 0)::int8 as spent from ledger_accounts a join journal_lines l on l.account_id = a.id join journals j on j.id = l.journal_id
        where a.code = 'peer_credit' and a.owner_id = ${peerId} and j.booked_on > ${since}::date and l.amount > 0`,
    )
  )?.spent ?? 0;

interface Changed {
  kind: ChangeKind;
  old_value: Terms;
  new_value: Terms;
  decided_at: string;
  decided_by: number | null;
}
/** Limits and ways of settling that were passed, the newest first. */
async function limitsOf(db: Db, peerId: number): Promise<Credit["limits"]> {
  const list = await rows<Changed>(
    db,
    q`select kind, old_value, new_value, decided_at, decided_by from peer_changes
      where peer_id = ${peerId} and change_status = 'approved' and kind in ('credit_limit', 'credit_temp', 'settle_mode')
      order by decided_at desc, id desc limit ${LIMITS_SHOWN}`,
  );
  const names = await workerNames(
    db,
    list.map((c) => c.decided_by),
  );
  return list.flatMap((c) =>
    changeRows(c.kind, c.old_value, c.new_value).map((r) => ({ ...r, at: c.decided_at, by_name: names.get(c.decided_by ?? 0) ?? null })),
  );
}

const forecasts = (db: Db, p: StoredDetail, available: number, now: Date): Promise<Forecast[]> =>
  Promise.all(PACES.map(async (days) => forecastOf({ days, spent: await spentSince(db, p.id, dayOf(now, -days)) }, available, dayOf(now))));

/** Beside what is there: the cap of its level, and the earliest end of gift money that is left. */
const besideOf = (db: Db, p: StoredDetail, now: Date): Promise<{ level_cap: number; gift_until: string | null } | undefined> =>
  row(
    db,
    q`select l.credit_cap as level_cap, (select min(g.expires_on) from gift_lots g where g.peer_id = ${p.id} and g.remaining > 0
        and g.expires_on >= ${dayOf(now)}::date) as gift_until from peer_levels l where l.code = ${p.level_id}`,
  );

const ACCOUNTS = { peer_principal: "本金", peer_gift: "赠送金", peer_frozen: "提现冻结", peer_credit: "授信" } as const;
async function linesOf(ctx: Ctx, peerId: number): Promise<Credit["lines"]> {
  if (!ctx.has(may.balance)) return undefined;
  const { lines } = await peerStatement(ctx.db, peerId, { from: dayOf(ctx.now, -LINES_DAYS), to: dayOf(ctx.now), most: LINES_SHOWN });
  return lines.map((l) => ({ ...l, account: ACCOUNTS[l.account] }));
}

export async function credit(id: number, ctx: Ctx, finance: Pick<FinanceDoor, "debtOf">): Promise<Credit> {
  const p = found(await storedPeer(ctx, id), NO_PEER);
  const { db, now } = ctx;
  const [accounts, debts, blocks, beside, limits, lines] = await Promise.all([
    peerAccountsOf(db, [id]),
    finance.debtOf(db, [id]),
    blocksOf(db, [id], now),
    besideOf(db, p, now),
    limitsOf(db, id),
    linesOf(ctx, id),
  ]);
  const { principal = 0, gift = 0, frozen = 0, credit_used = 0, overdue_since = null } = accounts.get(id) ?? {};
  const debt = debts.get(id);
  const used = { used: credit_used, billed: debt?.billed ?? null };
  const available = creditAvailable(p, used, now);
  const effective_limit = effectiveLimit(p, now);
  const level_cap = beside?.level_cap ?? 0;
  const paces = p.settle_mode === "credit" ? await forecasts(db, p, available, now) : [];
  const temp_in_force = Math.max(0, effective_limit - p.credit_limit);
  return {
    principal,
    gift,
    frozen,
    gift_until: beside?.gift_until ?? null,
    rows: creditRows(p, used, now),
    available,
    effective_limit,
    level_cap,
    blocked: blockText(blocks.get(id) ?? [], "credit"),
    overdue_amount: overdueAmount(debt, dayOf(now)),
    overdue_since,
    forecast: paces.map((f) => ({ ...f, text: [f.text, ...(debt?.due ?? []).slice(0, 1).map(dueText)].join("；") })),
    due: debt?.due ?? [],
    proposal: proposalOf(paces, { available, credit_limit: p.credit_limit, temp_in_force, level_cap }, dayOf(now)),
    limits,
    ...(lines && { lines }),
  };
}
