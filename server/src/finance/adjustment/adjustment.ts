/** 调账单: filled in by one person, booked by another on the day it names. */
import { adjustmentApi, type adjustValues } from "@visadesk/contract/finance/adjustment.ts";
import { adjustmentFlow } from "@visadesk/contract/finance/adjustment.flow.ts";
import { ADJUST_REJECTS } from "@visadesk/contract/finance/adjustment.words.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { pageOf } from "#kit/db/page.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import { addRow } from "#kit/noun/save.ts";
import { lockPeer, lockPeriod, openLot, postJournal, reverseJournal } from "../../ledger/index.ts";
import { creditOf, peerScope } from "../../peer/index.ts";
import { bookLine, openLine } from "../bank/line-book.ts";
import { assertChecker } from "../checker.ts";
import { lockPrepaid } from "../settlement/unsettled.sql.ts";
import { financeSettings } from "../finance-setting/finance-setting.ts";
import { wholeScope } from "../scope.sql.ts";
import { judged, type Judged } from "./adjustment.judge.ts";
import { adjustmentNoun } from "./adjustment.noun.ts";
import { adjustmentPosting, askedIssues, type Asked } from "./adjustment.rules.ts";
import { suspenseLeft } from "./parked.sql.ts";
import { payeeColumns, queueReturn, type Payee } from "./suspense-return.ts";
import {
  adjustmentCounts,
  adjustmentList,
  detailOf,
  lockedAdjustment,
  NO_ADJUSTMENT,
  shownAdjustments,
  shownLines,
  storedAdjustment,
  type AdjustDetail,
  type StoredAdjustment,
} from "./adjustment.sql.ts";

type Api = typeof adjustmentApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Move = keyof typeof adjustmentFlow.moves;
const DONE = { ok: true } as const;
const NO_PEER = "同行不存在或无权查看";
const WHOLE = "只有数据范围为全部的人可以办理与供应商、资金账户有关的调账";

type Values = Pick<In<"adjustment_preview">, keyof typeof adjustValues | "kind" | "booked_on" | "statement_line_id">;
function askedOf(input: Values): Asked {
  const { kind, booked_on, account = null, direction = null, amount = null, journal_id = null } = input;
  const { peer_id = null, supplier_id = null, company_account_id = null, to_account_id = null, statement_line_id = null } = input;
  const owners = { peer_id, supplier_id, company_account_id, to_account_id, statement_line_id };
  return { kind, booked_on, account, direction, amount, journal_id, ...owners };
}

/** Whose money it is about stands in the caller's sight. */
async function assertSight(ctx: Ctx, a: Asked, peerId: number | null): Promise<void> {
  const tied = a.peer_id ?? peerId;
  const isHouse = [a.supplier_id, a.company_account_id, a.to_account_id, a.statement_line_id].some((id) => id !== null);
  refuseUnless((tied !== null && !isHouse) || wholeScope(ctx) === null, "out_of_scope", WHOLE);
  if (tied === null) return;
  found(await row(ctx.db, q`select 1 from peers p where ${and([q`p.id = ${tied}`, peerScope(ctx)])}`), NO_PEER);
}
/** Everything of it that is known now; refuses what is not filled in or not in sight. */
async function judge(ctx: Ctx, a: Asked): Promise<Judged> {
  const issues = askedIssues(a);
  if (issues.length > 0) throw badInput(...issues);
  if (a.supplier_id !== null) found(await row(ctx.db, q`select 1 from suppliers where id = ${a.supplier_id}`), "供应商不存在");
  const seen = await judged(ctx, a);
  // A voucher out of sight is told as a fault of its own.
  if (!seen.faults.some((f) => f.code === "not_found" && f.path === "journal_id")) await assertSight(ctx, a, seen.peer_id);
  return seen;
}
function assertFaultless({ faults }: Judged): void {
  const [first] = faults;
  if (first) refuse(first.code, first.message, { issues: faults.map(({ path, message }) => ({ path, message })) });
}
const needsFile = async (ctx: Ctx, amount: number): Promise<number | null> => {
  const { adjust_file_limit: limit } = await financeSettings(ctx.db);
  return amount >= limit ? limit : null;
};

async function preview(input: In<"adjustment_preview">, ctx: Ctx) {
  const { lines, amount, faults } = await judge(ctx, askedOf(input));
  return {
    lines: await shownLines(ctx, lines),
    amount,
    faults: faults.map((f) => f.message),
    file_needed: (await needsFile(ctx, amount)) !== null,
  };
}

async function insert(
  ctx: Ctx,
  a: Asked,
  seen: Judged,
  { reason, files, ...payee }: Pick<In<"adjustment_add">, "reason" | "files" | keyof Payee>,
): Promise<number> {
  if (a.journal_id !== null) {
    const waiting = await row<{ adjust_no: string }>(
      ctx.db,
      q`select adjust_no from adjustments where journal_id = ${a.journal_id} and adjust_status in ('pending', 'approved')`,
    );
    if (waiting) refuse("duplicate", `已有冲正该凭证的调账单 ${waiting.adjust_no}`);
  }
  const facts = { ...a, amount: seen.amount, peer_id: a.peer_id ?? seen.peer_id, reason, files: [...files] };
  const adjust_no = await nextNumber(ctx.db, "TZ", ctx.now);
  const to = a.kind === "suspense_return" ? await payeeColumns(ctx, adjust_no, a.statement_line_id, payee) : {};
  const { id } = await addRow(ctx, adjustmentNoun, { ...facts, ...to, adjust_no });
  return id;
}
async function add({ reason, files, ...input }: In<"adjustment_add">, ctx: Ctx): Promise<AdjustDetail> {
  const a = askedOf(input);
  await holdLine(ctx, a);
  const seen = await judge(ctx, a);
  assertFaultless(seen);
  await lockPeriod(ctx, a.booked_on);
  const limit = await needsFile(ctx, seen.amount);
  if (limit !== null && files.length === 0) throw badInput({ path: "files", message: `金额达 ${money(limit)}，请上传附件` });
  const { payee_name, payee_account, payee_bank } = input;
  const id = await insert(ctx, a, seen, { reason, files, payee_name, payee_account, payee_bank });
  const [shown] = await detailOf(ctx, found(await storedAdjustment(ctx, id), NO_ADJUSTMENT));
  return found(shown, NO_ADJUSTMENT);
}

/** As its caller saw it, held; never decided by who filled it in. */
async function heldFor(ctx: Ctx, { id, version }: { id: number; version: number }, move: Move): Promise<StoredAdjustment> {
  const a = found(await lockedAdjustment(ctx, id), NO_ADJUSTMENT);
  expectUnmoved(a, version, () => `现在是「${adjustmentFlow.states[a.adjust_status].label}」`);
  refuseUnless(
    adjustmentFlow.moves[move].from.some((state) => state === a.adjust_status),
    "state_changed",
  );
  if (move === "withdraw") refuseUnless(a.created_by === ctx.me.worker_id, "guard_failed", "只有提交人可以撤回");
  else assertChecker(ctx, [a.created_by]);
  return a;
}
const noted = (ctx: Ctx, a: StoredAdjustment, reason: string): void =>
  ctx.note({ noun: "adjustment", noun_id: a.id, noun_no: a.adjust_no, reason });

/** Its journal, on its own day. What was owed before the books began asks for no limit. */
async function booked(ctx: Ctx, a: StoredAdjustment, { gifts, payable }: Judged): Promise<number | null> {
  const { kind, peer_id, amount } = a;
  if (kind === "reversal") return reverseJournal(ctx, a.journal_id ?? 0, a.reason, a.booked_on);
  let given = gifts;
  if (a.account === "peer_gift" && a.direction === "in" && peer_id !== null) {
    const { gift_max_pct } = await financeSettings(ctx.db);
    const lot = await openLot(ctx, { peer_id, amount, expires_on: null, max_order_pct: gift_max_pct, source: `adjustment:${a.id}` });
    given = [{ lot_id: lot.id, amount }];
  }
  const unlimited = () => Promise.resolve({ limit: Number.MAX_SAFE_INTEGER, blocked: null });
  return postJournal(ctx, adjustmentPosting({ ...a, kind }, { gifts: given, payable }), kind === "opening" ? unlimited : creditOf);
}
/** What is taken of a line is decided one after another. */
const holdLine = (ctx: Ctx, { statement_line_id: id }: Pick<Asked, "statement_line_id">): Promise<unknown> =>
  rows(ctx.db, q`select id from statement_lines where id = ${id} for update`);
/** Its voucher; what is sent back waits for the cashier, and a bank's own line is matched to what it booked. */
async function bookedOrQueued(ctx: Ctx, a: StoredAdjustment, now: Judged): Promise<number | null> {
  if (a.kind === "suspense_return") {
    await queueReturn(ctx, a);
    return null;
  }
  const booked_id = await booked(ctx, a, now);
  const { kind, statement_line_id, company_account_id, direction, amount } = a;
  if (kind === "bank_item" && statement_line_id !== null && company_account_id !== null && direction !== null && booked_id !== null)
    await bookLine(ctx, await openLine(ctx, statement_line_id, { company_account_id, direction, amount }), booked_id, a.adjust_no);
  return booked_id;
}
async function approve({ note = "", ...seen }: In<"adjustment_approve">, ctx: Ctx): Promise<typeof DONE> {
  const a = await heldFor(ctx, seen, "approve");
  await holdLine(ctx, a);
  await lockPeriod(ctx, a.booked_on);
  if (a.peer_id !== null) await lockPeer(ctx, a.peer_id);
  if (a.journal_id !== null) await lockPrepaid(ctx.db, a.journal_id);
  if (a.kind === "suspense_claim" || a.kind === "suspense_return") await suspenseLeft(ctx.db, found(a.company_account_id));
  const now = await judged(ctx, a);
  assertFaultless(now);
  const booked_id = await bookedOrQueued(ctx, a, now);
  const set = { decided_by: ctx.me.worker_id, decided_at: ctx.now, decided_note: note, booked_id, updated_at: ctx.now };
  await moveRow(ctx, adjustmentNoun, "approve", { id: a.id, version: a.version, to: "approved", set });
  noted(ctx, a, a.reason);
  return DONE;
}
async function reject({ reason_code, reason, ...seen }: In<"adjustment_reject">, ctx: Ctx): Promise<typeof DONE> {
  const a = await heldFor(ctx, seen, "reject");
  const decided_note = `${ADJUST_REJECTS[reason_code]}：${reason}`;
  const set = { decided_by: ctx.me.worker_id, decided_at: ctx.now, decided_note, updated_at: ctx.now };
  await moveRow(ctx, adjustmentNoun, "reject", { id: a.id, version: a.version, to: "rejected", set });
  noted(ctx, a, decided_note);
  return DONE;
}
async function withdraw(seen: In<"adjustment_withdraw">, ctx: Ctx): Promise<typeof DONE> {
  const a = await heldFor(ctx, seen, "withdraw");
  await moveRow(ctx, adjustmentNoun, "withdraw", { id: a.id, version: a.version, to: "withdrawn", set: { updated_at: ctx.now } });
  noted(ctx, a, a.reason);
  return DONE;
}

/** The acts as the demo business makes them. */
export const adjustmentActs = { add, approve, reject, withdraw };

export const adjustmentServer = serve(adjustmentApi, {
  adjustment_query: async (input, ctx) => {
    const page = await pageOf<StoredAdjustment>(ctx.db, input, adjustmentList(input, ctx));
    const asksFaults = !input.fields || input.fields.includes("faults");
    return { ...page, list: await shownAdjustments(ctx, page.list, asksFaults) };
  },
  adjustment_stat_get: (_, ctx) => adjustmentCounts(ctx),
  adjustment_get: async ({ id }, ctx) => {
    const [shown] = await detailOf(ctx, found(await storedAdjustment(ctx, id), NO_ADJUSTMENT));
    return found(shown, NO_ADJUSTMENT);
  },
  adjustment_preview: preview,
  adjustment_add: add,
  adjustment_withdraw: withdraw,
  adjustment_approve: approve,
  adjustment_reject: reject,
});
