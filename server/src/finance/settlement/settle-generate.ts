/** Settlements of cycles that are over: every line of the books that is in none, under the lock of what is booked. */
import type { SETTLE_CYCLES, SupplierKind } from "@visadesk/contract/supplier/supplier.words.ts";
import type { LineSource, SettleKind } from "@visadesk/contract/finance/settle.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { nextNumbers } from "#kit/db/numbers.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { addRow } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import { calendarOf, type WorkCalendar } from "../../base-data/index.ts";
import { cyclesOver, dueOn, payableOf, type Cycle, type LineAccount } from "./settle.rules.ts";
import { retotal } from "./settle-totals.sql.ts";
import { settlementNoun } from "./settlement.noun.ts";
import { itemOf, lockPayables, sourceOf, unsettledOf, type Unsettled } from "./unsettled.sql.ts";

export interface SettleTerms {
  id: number;
  short_name: string;
  kind: SupplierKind;
  settle_cycle: keyof typeof SETTLE_CYCLES;
  credit_days: number;
}
export const kindOf = (kind: SupplierKind): Exclude<SettleKind, "peer"> =>
  kind === "insurer" ? "insurer" : kind === "express" ? "carrier" : "supplier";
/** How a supplier is settled; bills of carriers come by months. */
export const termsOf = async (ctx: Pick<Ctx, "db">, id: number): Promise<SettleTerms> =>
  found(
    await row<SettleTerms>(
      ctx.db,
      q`select id, short_name, kind, case when kind = 'express' then 'month' else settle_cycle end as settle_cycle, credit_days from suppliers where id = ${id}`,
    ),
    "供应商不存在",
  );

/** Lines that stand on one paper: of a card, and of an order where the supplier is settled so. */
interface Group {
  card_id: number | null;
  order_id: number | null;
  lines: Unsettled[];
}
function groupsOf(terms: SettleTerms, lines: readonly Unsettled[]): Group[] {
  const byOrder = terms.settle_cycle === "per_order";
  const key = (l: Unsettled): string => `${l.card_id} ${byOrder ? l.order_id : null}`;
  return [...Map.groupBy(lines, key).values()].map((list) => ({
    card_id: list[0]?.card_id ?? null,
    order_id: byOrder ? (list[0]?.order_id ?? null) : null,
    lines: list,
  }));
}
/** Negative settlements that are over and in no later one. */
const carried = (ctx: Ctx, supplierId: number, card: number | null): Promise<{ id: number; final: number; settle_no: string }[]> =>
  rows(
    ctx.db,
    q`select s.id, s.final, s.settle_no from settlements s where s.supplier_id = ${supplierId} and s.settlement_status = 'paid' and s.final < 0
      and s.card_id is not distinct from ${card}::int8 and not exists (select 1 from settle_lines x where x.rolled_from = s.id and x.freed_at is null) order by s.id`,
  );

interface Wanted {
  cycle: Cycle;
  lines: Unsettled[];
}
/** By cycle the lines that are due in it: a cycle that has its paper leaves what came late to the next. */
function byCycle(terms: SettleTerms, group: Group, taken: ReadonlySet<string>, today: string): Wanted[] {
  const [first] = group.lines;
  if (!first) return [];
  const over = group.lines.filter((l) => l.booked_on < today);
  if (terms.settle_cycle === "per_order") {
    const last = over.at(-1)?.booked_on;
    if (last === undefined || taken.has(last)) return [];
    return [{ cycle: { start: first.booked_on, end: last }, lines: over }];
  }
  let left = group.lines;
  return cyclesOver(terms.settle_cycle, first.booked_on, today).flatMap((cycle) => {
    if (taken.has(cycle.end)) return [];
    const lines = left.filter((l) => l.booked_on <= cycle.end);
    left = left.filter((l) => l.booked_on > cycle.end);
    return lines.length > 0 ? [{ cycle, lines }] : [];
  });
}

export interface Made {
  id: number;
  settle_no: string;
  cycle_end: string;
}
/** A line as it is made of the books. */
export interface NewLine {
  journal_line_id: number;
  source: LineSource;
  account_code: LineAccount;
  order_id: number | null;
  applicant_id: number | null;
  express_id?: number | null;
  waybill_no?: string | null;
  item: string;
  occurred_on: string;
  amount: number;
}
export const insertLines = (ctx: Ctx, id: number, lines: readonly NewLine[]): Promise<unknown> =>
  rows(
    ctx.db,
    q`insert into settle_lines (settlement_id, journal_line_id, source, account_code, order_id, applicant_id, express_id, waybill_no, policy_id, item, occurred_on, amount, created_at, updated_at)
      select ${id}, x.journal_line_id, x.source, x.account_code, x.order_id, x.applicant_id, x.express_id, x.waybill_no, x.policy_id, x.item, x.occurred_on, x.amount, ${ctx.now}, ${ctx.now}
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x(journal_line_id int8, source text, account_code text, order_id int8, applicant_id int8, express_id int8,
        waybill_no text, policy_id int8, item text, occurred_on date, amount int8)`,
  );
interface Paper {
  terms: SettleTerms;
  group: Group;
  calendar: WorkCalendar;
}
async function write(ctx: Ctx, { terms, group, calendar }: Paper, { cycle, lines }: Wanted, settle_no: string): Promise<Made> {
  const kind = kindOf(terms.kind);
  const { id } = await addRow(ctx, settlementNoun, {
    settle_no,
    kind,
    supplier_id: terms.id,
    card_id: group.card_id,
    order_id: group.order_id,
    cycle_start: cycle.start,
    cycle_end: cycle.end,
    due_on: dueOn(cycle.end, terms.credit_days, (d) => calendar.isWorkingDay(d)),
  });
  const values = lines.map((l) => ({
    ...l,
    account_code: l.code,
    source: sourceOf(l.kind, l.amount),
    item: itemOf(l),
    occurred_on: l.booked_on,
  }));
  await insertLines(ctx, id, values);
  for (const c of await carried(ctx, terms.id, group.card_id))
    await rows(
      ctx.db,
      q`insert into settle_lines (settlement_id, rolled_from, source, account_code, item, occurred_on, amount, created_at, updated_at)
        values (${id}, ${c.id}, 'rolled', ${payableOf(kind)}, ${`上期转入 ${c.settle_no}`}, ${cycle.start}, ${c.final}, ${ctx.now}, ${ctx.now})`,
    );
  await retotal(ctx, q`s.id = ${id}`);
  return { id, settle_no, cycle_end: cycle.end };
}

/** Makes what is missing of one supplier; said again it makes nothing. */
export async function generateFor(ctx: Ctx, supplierId: number): Promise<Made[]> {
  const terms = await termsOf(ctx, supplierId);
  await lockPayables(ctx.db, supplierId);
  const lines = await unsettledOf(ctx.db, supplierId);
  if (lines.length === 0) return [];
  const stand = await rows<{ cycle_end: string; card_id: number | null; order_id: number | null }>(
    ctx.db,
    q`select cycle_end, card_id, order_id from settlements where supplier_id = ${supplierId} and settlement_status <> 'void'`,
  );
  const calendar = await calendarOf(ctx.db);
  const wanted = groupsOf(terms, lines).flatMap((group) => {
    const mine = stand.filter((s) => s.card_id === group.card_id && s.order_id === group.order_id);
    const cycles = byCycle(terms, group, new Set(mine.map((s) => s.cycle_end)), dayOf(ctx.now));
    return cycles.map((w) => ({ paper: { terms, group, calendar }, w }));
  });
  const numbers = await nextNumbers(ctx.db, "JS", ctx.now, wanted.length);
  const made: Made[] = [];
  for (const [i, { paper, w }] of wanted.entries()) made.push(await write(ctx, paper, w, numbers[i] ?? ""));
  return made;
}
