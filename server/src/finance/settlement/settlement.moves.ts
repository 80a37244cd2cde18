/** The life of a settlement: sent, argued about, confirmed by a second person, reopened, void. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierSettleApi } from "@visadesk/contract/finance/supplier-settle.ts";
import type { SettleKind } from "@visadesk/contract/finance/settle.words.ts";
import type { SettleState } from "@visadesk/contract/finance/settle.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { refuse, refuseUnless } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import { dayOf } from "#kit/range.ts";
import { calendarOf } from "../../base-data/index.ts";
import { freezeLines, postJournal, reverseJournal, thawLines } from "../../ledger/index.ts";
import { assertChecker } from "../checker.ts";
import { financeSettings } from "../finance-setting/finance-setting.ts";
import { isEditor, isJudge } from "./settle-editors.sql.ts";
import { assertAll, DONE, held, letGo, lockOrders, type KindActs, type Seen } from "./settle-held.ts";
import { parcelsReopened, parcelsSettled } from "./settle-parcels.ts";
import { writeNote } from "./settle-note.ts";
import { differencePosting, isPayable, type AgreedLine } from "./settle.rules.ts";
import { followOn, retotal } from "./settle-totals.sql.ts";
import { settlementNoun } from "./settlement.noun.ts";
import { heldLines, type HeldLine, type StoredSettlement } from "./settlement.sql.ts";

type Api = typeof supplierSettleApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Kinds = readonly SettleKind[];
const CONFIRMABLE: readonly SettleState[] = ["draft", "sent", "disputed"];
const yuan = (cents: number): string => (cents / 100).toFixed(2);

const assertJudged = (s: StoredSettlement): void => refuseUnless(s.open_count === 0, "guard_failed", `还有 ${s.open_count} 条差异未判定`);

export async function send(seen: Seen, ctx: Ctx, kinds: Kinds, acts: KindActs = PAID_BY_US): Promise<typeof DONE> {
  const s = await held(ctx, seen, kinds, ["draft", "disputed"]);
  assertJudged(s);
  refuseUnless(s.dispute_count === 0, "dispute_open");
  const { statement_silent_days } = await financeSettings(ctx.db);
  const silent_on = (await calendarOf(ctx.db)).addWorkingDays(dayOf(ctx.now), statement_silent_days);
  await moveRow(ctx, settlementNoun, "send", { ...seen, to: "sent", set: { sent_at: ctx.now, silent_on, updated_at: ctx.now } });
  await acts.sent?.(ctx, s, silent_on);
  ctx.note({ noun: "settlement", noun_id: s.id, noun_no: s.settle_no });
  return DONE;
}

export async function dispute(
  { line_id, offered, text, files, ...seen }: In<"supplier_settle_dispute">,
  ctx: Ctx,
  kinds: Kinds,
): Promise<typeof DONE> {
  const s = await held(ctx, seen, kinds, ["sent"]);
  const line = await rows(
    ctx.db,
    q`update settle_lines set dispute = 'open', offered = ${offered}, updated_at = ${ctx.now}
      where id = ${line_id} and settlement_id = ${s.id} and freed_at is null returning id`,
  );
  assertAll(line.length, [line_id]);
  await writeNote(ctx, { settlement_id: s.id, line_id, from_them: true, text, files, offered });
  await moveRow(ctx, settlementNoun, "dispute", { ...seen, to: "disputed", set: { updated_at: ctx.now } });
  await retotal(ctx, q`s.id = ${s.id}`);
  ctx.note({ noun: "settlement", noun_id: s.id, noun_no: s.settle_no });
  return DONE;
}

const booked = (l: HeldLine): number => (l.source === "adjust" ? 0 : l.amount);
const agreedLine = (l: HeldLine): AgreedLine[] =>
  isPayable(l.account_code) ? [{ ...l, account_code: l.account_code, booked: booked(l), agreed: l.worth }] : [];

/** Of whom we pay: orders are held first, differences are cost, and what both agreed upon is frozen in the books. */
const PAID_BY_US: KindActs = {
  hold: lockOrders,
  differences: ({ id, kind, supplier_id }, lines, seq) =>
    supplier_id === null ? null : differencePosting({ id, kind, supplier_id }, lines.flatMap(agreedLine), seq),
  confirmed: async (ctx, s, lines) => {
    await parcelsSettled(ctx, s, lines);
    await freezeLines(
      ctx,
      lines.flatMap((l) => l.journal_line_id ?? []),
      s.settle_no,
    );
  },
  reopened: async (ctx, s) => {
    await parcelsReopened(ctx, await heldLines(ctx, s.id));
    await thawLines(ctx, s.settle_no);
  },
};

/** Kinds of journals in which differences stand. */
const DIFFERENCES = ["supplier_adjust", "parcel_bill", "adjust"];
/** Differences go into the books in one journal, by their orders. */
async function postDifferences(ctx: Ctx, s: StoredSettlement, lines: readonly HeldLine[], acts: KindActs): Promise<void> {
  const differ = lines.filter((l) => l.worth !== booked(l));
  if (differ.length === 0) return;
  const before = await row<{ n: number }>(
    ctx.db,
    q`select count(*)::int as n from journals where source_noun = 'settlement' and source_id = ${s.id} and kind = any(${DIFFERENCES}::text[])`,
  );
  const posting = acts.differences(s, differ, before?.n ?? 0);
  // What a peer owes by a statement it agreed upon asks for no limit.
  if (posting) await postJournal(ctx, posting, () => Promise.resolve({ limit: Number.MAX_SAFE_INTEGER, blocked: null }));
}

interface Agreement {
  confirmed_by: number | null;
  confirmed_contact?: string;
  confirm_proof?: string[];
  is_silent?: boolean;
}
/** Both sides agree: differences are booked, lines frozen. The paper is held. */
export async function agree(ctx: Ctx, s: StoredSettlement, by: Agreement, acts: KindActs): Promise<void> {
  refuseUnless(s.dispute_count === 0, "dispute_open");
  assertJudged(s);
  const fault = await acts.fault?.(ctx, s, "confirm");
  if (fault) refuse("guard_failed", fault);
  const lines = await heldLines(ctx, s.id);
  const agreed = lines.filter((l) => l.match !== null).reduce((n, l) => n + l.worth, 0);
  if (s.theirs !== null && agreed !== s.theirs) refuse("amount_mismatch", `双方金额不一致，差额 ¥${yuan(Math.abs(agreed - s.theirs))}`);
  await rows(
    ctx.db,
    q`update settle_lines set agreed = coalesce(agreed, amount), updated_at = ${ctx.now} where settlement_id = ${s.id} and freed_at is null and match is distinct from 'duplicate'`,
  );
  await postDifferences(ctx, s, lines, acts);
  await moveRow(ctx, settlementNoun, "confirm", {
    id: s.id,
    version: s.version,
    to: "confirmed",
    set: { ...by, confirmed_at: ctx.now, updated_at: ctx.now },
  });
  await acts.confirmed(ctx, s, lines);
  ctx.note({
    noun: "settlement",
    noun_id: s.id,
    noun_no: s.settle_no,
    changes: [{ field: "final", label: "应结", before: null, after: s.final }],
  });
}

export async function confirm(
  { idempotency_key: _key, confirmed_contact, confirm_proof, ...seen }: In<"supplier_settle_confirm">,
  ctx: Ctx,
  kinds: Kinds,
  acts: KindActs = PAID_BY_US,
): Promise<typeof DONE> {
  await acts.hold(ctx, seen.id);
  const s = await held(ctx, seen, kinds, CONFIRMABLE);
  assertChecker(ctx, [s.created_by]);
  if (await isEditor(ctx, s.id, ctx.me.worker_id)) refuse("maker_is_checker", "您修改过其中的结算价，不能确认本结算单");
  if (await isJudge(ctx, s.id, ctx.me.worker_id)) refuse("maker_is_checker", "您判定过其中的差额，不能确认本结算单，请由他人确认");
  await agree(ctx, s, { confirmed_by: ctx.me.worker_id, confirmed_contact, confirm_proof: [...confirm_proof] }, acts);
  return DONE;
}

export async function reopen(
  { idempotency_key: _key, reason, ...seen }: In<"supplier_settle_reopen">,
  ctx: Ctx,
  kinds: Kinds,
  acts: KindActs = PAID_BY_US,
): Promise<typeof DONE> {
  await acts.hold(ctx, seen.id);
  const s = await held(ctx, seen, kinds, ["confirmed"]);
  refuseUnless(s.paid === 0, "guard_failed", "已有付款或抵扣，请先撤回后再重开");
  const fault = await acts.fault?.(ctx, s, "reopen");
  if (fault) refuse("guard_failed", fault);
  const posted = await rows<{ id: number; month: string; is_closed: boolean }>(
    ctx.db,
    q`select j.id, to_char(j.booked_on, 'YYYY-MM') as month, p.period_status = 'closed' as is_closed from journals j left join periods p on p.month = to_char(j.booked_on, 'YYYY-MM')
      where j.source_noun = 'settlement' and j.source_id = ${s.id} and j.kind = any(${DIFFERENCES}::text[])
        and not exists (select 1 from journals r where r.reversal_of = j.id) order by j.id`,
  );
  const closed = posted.find((j) => j.is_closed);
  if (closed) refuse("period_closed", `${closed.month} 已结账，不能重开`);
  for (const j of posted) await reverseJournal(ctx, j.id, reason);
  await moveRow(ctx, settlementNoun, "reopen", {
    ...seen,
    to: "disputed",
    set: { confirmed_by: null, confirmed_at: null, is_silent: false, reason, updated_at: ctx.now },
  });
  await acts.reopened(ctx, s);
  ctx.note({ noun: "settlement", noun_id: s.id, noun_no: s.settle_no, reason });
  return DONE;
}

export async function makeVoid({ reason, ...seen }: In<"supplier_settle_void">, ctx: Ctx, kinds: Kinds): Promise<typeof DONE> {
  const s = await held(ctx, seen, kinds, ["draft"]);
  await letGo(ctx, q`x.settlement_id = ${s.id}`, "void");
  await moveRow(ctx, settlementNoun, "void", { ...seen, to: "void", set: { reason, updated_at: ctx.now } });
  await followOn(ctx, q`s.id = ${s.id}`);
  ctx.note({ noun: "settlement", noun_id: s.id, noun_no: s.settle_no, reason });
  return DONE;
}
