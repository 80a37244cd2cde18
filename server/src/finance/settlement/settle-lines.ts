/** What people do with lines of an open settlement: judge, hold back, roll over, adjust, argue. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { LineVerdict, SettleKind } from "@visadesk/contract/finance/settle.words.ts";
import type { supplierSettleApi } from "@visadesk/contract/finance/supplier-settle.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { badInput, found, refuseUnless } from "#kit/http/refuse.ts";
import { dayOf } from "#kit/range.ts";
import { assertAll, DONE, held, letGo, OPEN_STATES } from "./settle-held.ts";
import { writeNote } from "./settle-note.ts";
import { bearersOf, orderNamed } from "./settle-bearer.ts";
import { accountOf, agreedBy } from "./settle.rules.ts";
import { retotal } from "./settle-totals.sql.ts";
import { heldLines, NO_SETTLEMENT, settlementOf, type HeldLine, type StoredSettlement } from "./settlement.sql.ts";

type Api = typeof supplierSettleApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Kinds = readonly SettleKind[];
/** Each prefix offers its own of the verdicts. */
export interface Judged extends Pick<In<"supplier_settle_line_verdict">, "id" | "version" | "line_ids" | "note" | "borne_by" | "order_no"> {
  verdict: LineVerdict;
}
interface Named {
  id: number;
  version: number;
  line_ids: readonly number[];
}

async function linesOf(ctx: Ctx, seen: Named, kinds: Kinds): Promise<{ s: StoredSettlement; lines: HeldLine[] }> {
  const s = await held(ctx, seen, kinds, OPEN_STATES);
  const lines = await heldLines(ctx, s.id, seen.line_ids);
  assertAll(lines.length, seen.line_ids);
  return { s, lines };
}
async function done(ctx: Ctx, s: StoredSettlement, label: string, after: unknown): Promise<typeof DONE> {
  await retotal(ctx, q`s.id = ${s.id}`);
  ctx.note({ noun: "settlement", noun_id: s.id, noun_no: s.settle_no, changes: [{ field: "lines", label, before: null, after }] });
  return DONE;
}

/** What both sides settle on, line by line; an appealed one waits for the next cycle. A dispute about it is over. */
export async function judge({ verdict, note, borne_by, order_no, ...seen }: Judged, ctx: Ctx, kinds: Kinds): Promise<typeof DONE> {
  const { s, lines } = await linesOf(ctx, seen, kinds);
  for (const l of lines) {
    refuseUnless(l.match !== "duplicate" && l.source !== "adjust" && l.source !== "rolled", "guard_failed", "所选明细不需要判定");
    refuseUnless(l.source !== "refund" && l.source !== "repay", "guard_failed", "退款与还款以入账为准，差额请用加调整");
  }
  const bearers = await bearersOf(ctx, s, lines, { verdict, borne_by, order_no });
  const theirs = await offers(ctx, s.id);
  for (const l of lines) {
    const agreed = agreedBy(verdict, l.amount, l.match === null ? (theirs.get(l.id) ?? l.amount) : l.their_amount);
    await rows(
      ctx.db,
      q`update settle_lines set verdict = ${verdict}, agreed = ${agreed}, borne_by = ${bearers.get(l.id)?.borne_by ?? null}, order_id = coalesce(order_id, ${bearers.get(l.id)?.order_id ?? null}::int8), note = coalesce(${note ?? null}::text, note),
          dispute = case when dispute = 'open' then 'closed' else dispute end, updated_at = ${ctx.now} where id = ${l.id}`,
    );
  }
  if (verdict === "appeal") await letGo(ctx, q`x.id = any(${[...seen.line_ids]}::int8[])`, "appeal");
  return done(ctx, s, "判定", lines.length);
}
/** What they asked for lines that no file names. */
const offers = async (ctx: Ctx, id: number): Promise<Map<number, number>> =>
  new Map(
    (
      await rows<{ id: number; offered: number }>(
        ctx.db,
        q`select id, offered from settle_lines where settlement_id = ${id} and offered is not null`,
      )
    ).map((l) => [l.id, l.offered]),
  );

/** Out of every settlement until it is let go; then the next cycle has it. */
export async function hold({ is_held, line_ids, ...seen }: In<"supplier_settle_line_hold">, ctx: Ctx, kinds: Kinds): Promise<typeof DONE> {
  if (is_held) {
    const { s, lines } = await linesOf(ctx, { ...seen, line_ids }, kinds);
    refuseUnless(
      lines.every((l) => l.journal_line_id !== null),
      "guard_failed",
      "只有已入账的明细可以暂缓",
    );
    await letGo(ctx, q`x.id = any(${[...line_ids]}::int8[])`, "hold");
    return done(ctx, s, "暂缓", lines.length);
  }
  const s = found(await settlementOf(ctx, seen.id, kinds), NO_SETTLEMENT);
  const free = await rows(
    ctx.db,
    q`update settle_lines set is_held = false, updated_at = ${ctx.now} where settlement_id = ${s.id} and id = any(${[...line_ids]}::int8[]) and is_held returning id`,
  );
  assertAll(free.length, line_ids);
  return done(ctx, s, "解除暂缓", free.length);
}

export async function roll(input: In<"supplier_settle_line_roll">, ctx: Ctx, kinds: Kinds): Promise<typeof DONE> {
  const { s, lines } = await linesOf(ctx, input, kinds);
  refuseUnless(
    lines.every((l) => l.journal_line_id !== null),
    "guard_failed",
    "只有已入账的明细可以转下期",
  );
  await letGo(ctx, q`x.id = any(${[...input.line_ids]}::int8[])`, "roll");
  return done(ctx, s, "转下期", lines.length);
}

export async function adjustAdd(
  { idempotency_key: _key, amount, order_no, reason, ...seen }: In<"supplier_settle_adjust_add">,
  ctx: Ctx,
  kinds: Kinds,
): Promise<typeof DONE> {
  const s = await held(ctx, seen, kinds, OPEN_STATES);
  if (amount === 0) throw badInput({ path: "amount", message: "金额不能为0" });
  const order_id = await orderNamed(ctx, s, order_no);
  await rows(
    ctx.db,
    q`insert into settle_lines (settlement_id, source, account_code, order_id, item, occurred_on, amount, note, created_by, created_at, updated_at)
      values (${s.id}, 'adjust', ${accountOf(s.kind)}, ${order_id}, '调整', ${dayOf(ctx.now)}, ${amount}, ${reason}, ${ctx.me.worker_id}, ${ctx.now}, ${ctx.now})`,
  );
  return done(ctx, s, "加调整", amount);
}

export async function adjustRemove(
  { line_id, ...seen }: In<"supplier_settle_adjust_remove">,
  ctx: Ctx,
  kinds: Kinds,
): Promise<typeof DONE> {
  const { s, lines } = await linesOf(ctx, { ...seen, line_ids: [line_id] }, kinds);
  refuseUnless(lines[0]?.source === "adjust", "guard_failed", "只有手工调整可以删除");
  await letGo(ctx, q`x.id = ${line_id}`, "void");
  return done(ctx, s, "删除调整", lines[0]?.amount);
}

export async function noteAdd({ id, line_id, ...note }: In<"supplier_settle_note_add">, ctx: Ctx, kinds: Kinds): Promise<typeof DONE> {
  const s = found(await settlementOf(ctx, id, kinds), NO_SETTLEMENT);
  if (line_id !== null && line_id !== undefined)
    assertAll((await rows(ctx.db, q`select id from settle_lines where id = ${line_id} and settlement_id = ${s.id}`)).length, [line_id]);
  await writeNote(ctx, { settlement_id: s.id, line_id, ...note });
  ctx.note({ noun: "settlement", noun_id: s.id, noun_no: s.settle_no });
  return DONE;
}
