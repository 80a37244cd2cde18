/** What statements of peers do by themselves: made on the first, agreed upon by silence, told before and after their due day. */
import { NOTICE_DAYS } from "@visadesk/contract/finance/peer/peer-settle.words.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { Refusal } from "#kit/http/refuse.ts";
import type { JobCtx, JobDef } from "#kit/jobs.ts";
import { saveRows } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import { calendarOf } from "../../base-data/index.ts";
import { agree } from "../settlement/settlement.moves.ts";
import { settlementNoun } from "../settlement/settlement.noun.ts";
import { settlementRow } from "../settlement/settlement.sql.ts";
import { settleCredit } from "./peer-allocate.ts";
import { generateForPeer } from "./peer-generate.ts";
import { holdPeerOf, peerActs } from "./peer-kind.ts";
import { peersWaiting } from "./peer-lines.sql.ts";
import { daysBetween } from "./peer-settle.rules.ts";
import { tellPeer } from "./peer-told.ts";

/** Months that ended without a statement, on the first of a month and on any later night that finds one missing. */
export async function generatePeers(ctx: JobCtx): Promise<{ made: number }> {
  const first = `${dayOf(ctx.now).slice(0, 8)}01`;
  let made = 0;
  for (const id of await peersWaiting(ctx.db, first)) {
    if (ctx.signal.aborted) break;
    made += (await ctx.change((x) => generateForPeer(x, id))).length;
  }
  return { made };
}

/** Nobody objected in time. One that may not be agreed upon yet waits for the next morning. */
export async function agreeBySilence(ctx: Ctx, id: number): Promise<boolean> {
  await holdPeerOf(ctx, id);
  const still = await row(
    ctx.db,
    q`select 1 from settlements where id = ${id} and settlement_status = 'sent' and silent_on < ${dayOf(ctx.now)}::date for update`,
  );
  const s = still === undefined ? undefined : await settlementRow(ctx, id);
  if (s === undefined || (await peerActs.fault?.(ctx, s, "confirm"))) return false;
  await agree(ctx, s, { confirmed_by: null, is_silent: true }, peerActs);
  return true;
}
async function silent(ctx: JobCtx): Promise<{ confirmed: number }> {
  const today = dayOf(ctx.now);
  if (!(await calendarOf(ctx.db)).isWorkingDay(today)) return { confirmed: 0 };
  const waiting = await rows<{ id: number }>(
    ctx.db,
    q`select id from settlements where kind = 'peer' and settlement_status = 'sent' and silent_on < ${today}::date order by peer_id, cycle_end`,
  );
  let confirmed = 0;
  for (const { id } of waiting) {
    if (ctx.signal.aborted) break;
    const done = await ctx.change((x) => agreeBySilence(x, id)).catch((e: unknown) => (e instanceof Refusal ? false : Promise.reject(e)));
    if (done) confirmed += 1;
  }
  return { confirmed };
}

interface Due {
  id: number;
  settle_no: string;
  peer_id: number;
  due_on: string;
  remaining: number;
}
const words = (s: Due, days: number): string => {
  const owed = `未还 ${money(s.remaining)}，还款日 ${s.due_on}`;
  return days > 0 ? `${owed}，还有 ${days} 天到期` : days === 0 ? `${owed}，今天到期` : `${owed}，已逾期 ${-days} 天`;
};
/** Tells a peer once a day, on the days that are agreed, and derives anew what stops its credit. */
export async function overdueOf(ctx: Ctx, peerId: number): Promise<number> {
  const today = dayOf(ctx.now);
  await settleCredit(ctx, peerId);
  const due = await rows<Due>(
    ctx.db,
    q`select id, settle_no, peer_id, due_on, remaining from settlements where peer_id = ${peerId} and settlement_status in ('confirmed', 'part_paid') and remaining > 0
        and due_on - ${today}::date = any(${[...NOTICE_DAYS]}::int[]) and noticed_on is distinct from ${today}::date order by due_on, id for update`,
  );
  for (const s of due) {
    const days = daysBetween(today, s.due_on);
    await tellPeer(ctx, s, words(s, days), days < 0);
    await saveRows(ctx, settlementNoun, { where: q`settlements.id = ${s.id}`, set: { noticed_on: today } });
  }
  return due.length;
}
async function peerOverdue(ctx: JobCtx): Promise<{ told: number }> {
  const peers = await rows<{ id: number }>(
    ctx.db,
    q`select distinct peer_id as id from settlements where kind = 'peer' and settlement_status in ('confirmed', 'part_paid')
      union select owner_id from ledger_accounts where code = 'peer_credit' and oldest_due_on is not null order by 1`,
  );
  let told = 0;
  for (const { id } of peers) {
    if (ctx.signal.aborted) break;
    told += await ctx.change((x) => overdueOf(x, id));
  }
  return { told };
}

export const peerSettleJobs: readonly JobDef[] = [
  { name: "settlement_silent", label: "同行账单默认确认", cron: "every day 09:00", run: silent },
  { name: "peer_overdue", label: "同行账单到期与逾期提醒", cron: "every day 00:30", run: peerOverdue },
];
