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
import { isEditor } from "./settle-editors.sql.ts";
import { assertAll, DONE, held, letGo, lockOrders, type Seen } from "./settle-held.ts";
import { parcelsReopened, parcelsSettled } from "./settle-parcels.ts";
import { writeNote } from "./settle-note.ts";
import { differencePosting, type AgreedLine } from "./settle.rules.ts";
import { retotal } from "./settle-totals.sql.ts";
import { settlementNoun } from "./settlement.noun.ts";
import { heldLines, type HeldLine, type StoredSettlement } from "./settlement.sql.ts";

type Api = typeof supplierSettleApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Kinds = readonly SettleKind[];
const CONFIRMABLE: readonly SettleState[] = ["draft", "sent", "disputed"];
const yuan = (cents: number): string => (cents / 100).toFixed(2);

const assertJudged = (s: StoredSettlement): void => refuseUnless(s.open_count === 0, "guard_failed", `还有 ${s.open_count} 条差异未判定`);

export async function send(seen: Seen, ctx: Ctx, kinds: Kinds): Promise<typeof DONE> {
  const s = await held(ctx, seen, kinds, ["draft", "disputed"]);
  assertJudged(s);
  refuseUnless(s.dispute_count === 0, "dispute_open");
  const { statement_silent_days } = await financeSettings(ctx.db);
  const silent_on = (await calendarOf(ctx.db)).addWorkingDays(dayOf(ctx.now), statement_silent_days);
  await moveRow(ctx, settlementNoun, "send", { ...seen, to: "sent", set: { sent_at: ctx.now, silent_on, updated_at: ctx.now } });
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
const agreedLine = (l: HeldLine): AgreedLine => ({ ...l, booked: booked(l), agreed: l.worth });

/** Differences go into the books in one journal, by their orders. */
async function postDifferences(ctx: Ctx, s: StoredSettlement, lines: readonly HeldLine[]): Promise<void> {
  const differ = lines.filter((l) => l.worth !== booked(l)).map(agreedLine);
  if (differ.length === 0 || s.supplier_id === null) return;
  const before = await row<{ n: number }>(
    ctx.db,
    q`select count(*)::int as n from journals where source_noun = 'settlement' and source_id = ${s.id} and kind in ('supplier_adjust', 'parcel_bill')`,
  );
  await postJournal(ctx, differencePosting({ id: s.id, kind: s.kind, supplier_id: s.supplier_id }, differ, before?.n ?? 0));
}

export async function confirm(
  { idempotency_key: _key, confirmed_contact, confirm_proof, ...seen }: In<"supplier_settle_confirm">,
  ctx: Ctx,
  kinds: Kinds,
): Promise<typeof DONE> {
  await lockOrders(ctx, seen.id);
  const s = await held(ctx, seen, kinds, CONFIRMABLE);
  refuseUnless(s.dispute_count === 0, "dispute_open");
  assertJudged(s);
  assertChecker(ctx, [s.created_by]);
  if (await isEditor(ctx, s.id, ctx.me.worker_id)) refuse("maker_is_checker", "您修改过其中的结算价，不能确认本结算单");
  const lines = await heldLines(ctx, s.id);
  const agreed = lines.filter((l) => l.match !== null).reduce((n, l) => n + l.worth, 0);
  if (s.theirs !== null && agreed !== s.theirs) refuse("amount_mismatch", `双方金额不一致，差额 ¥${yuan(Math.abs(agreed - s.theirs))}`);
  await rows(
    ctx.db,
    q`update settle_lines set agreed = coalesce(agreed, amount), updated_at = ${ctx.now} where settlement_id = ${s.id} and freed_at is null and match is distinct from 'duplicate'`,
  );
  await postDifferences(ctx, s, lines);
  await parcelsSettled(ctx, s, lines);
  await freezeLines(
    ctx,
    lines.flatMap((l) => l.journal_line_id ?? []),
    s.settle_no,
  );
  await moveRow(ctx, settlementNoun, "confirm", {
    ...seen,
    to: "confirmed",
    set: {
      confirmed_by: ctx.me.worker_id,
      confirmed_at: ctx.now,
      confirmed_contact,
      confirm_proof: [...confirm_proof],
      updated_at: ctx.now,
    },
  });
  ctx.note({
    noun: "settlement",
    noun_id: s.id,
    noun_no: s.settle_no,
    changes: [{ field: "final", label: "应结", before: null, after: s.final }],
  });
  return DONE;
}

export async function reopen(
  { idempotency_key: _key, reason, ...seen }: In<"supplier_settle_reopen">,
  ctx: Ctx,
  kinds: Kinds,
): Promise<typeof DONE> {
  await lockOrders(ctx, seen.id);
  const s = await held(ctx, seen, kinds, ["confirmed"]);
  refuseUnless(s.paid === 0, "guard_failed", "已有付款或抵扣，请先撤回后再重开");
  const posted = await rows<{ id: number; month: string; is_closed: boolean }>(
    ctx.db,
    q`select j.id, to_char(j.booked_on, 'YYYY-MM') as month, p.period_status = 'closed' as is_closed from journals j left join periods p on p.month = to_char(j.booked_on, 'YYYY-MM')
      where j.source_noun = 'settlement' and j.source_id = ${s.id} and j.kind in ('supplier_adjust', 'parcel_bill')
        and not exists (select 1 from journals r where r.reversal_of = j.id) order by j.id`,
  );
  const closed = posted.find((j) => j.is_closed);
  if (closed) refuse("period_closed", `${closed.month} 已结账，不能重开`);
  for (const j of posted) await reverseJournal(ctx, j.id, reason);
  await parcelsReopened(ctx, await heldLines(ctx, s.id));
  await thawLines(ctx, s.settle_no);
  await moveRow(ctx, settlementNoun, "reopen", {
    ...seen,
    to: "disputed",
    set: { confirmed_by: null, confirmed_at: null, is_silent: false, reason, updated_at: ctx.now },
  });
  ctx.note({ noun: "settlement", noun_id: s.id, noun_no: s.settle_no, reason });
  return DONE;
}

export async function makeVoid({ reason, ...seen }: In<"supplier_settle_void">, ctx: Ctx, kinds: Kinds): Promise<typeof DONE> {
  const s = await held(ctx, seen, kinds, ["draft"]);
  await letGo(ctx, q`x.settlement_id = ${s.id}`, "void");
  await moveRow(ctx, settlementNoun, "void", { ...seen, to: "void", set: { reason, updated_at: ctx.now } });
  ctx.note({ noun: "settlement", noun_id: s.id, noun_no: s.settle_no, reason });
  return DONE;
}
