/** The other side's file against our lines: by the person's numbers or the waybill. A check writes nothing. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { CarrierZone, LineCause, LineMatch, SettleKind } from "@visadesk/contract/finance/settle.words.ts";
import type { supplierSettleApi } from "@visadesk/contract/finance/supplier-settle.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { hashesOf } from "#kit/seal/seal.ts";
import { dayOf } from "#kit/range.ts";
import { held, OPEN_STATES } from "./settle-held.ts";
import { accountOf } from "./settle.rules.ts";
import { retotal } from "./settle-totals.sql.ts";
import type { StoredSettlement } from "./settlement.sql.ts";

type Endpoint = typeof supplierSettleApi.supplier_settle_import;
type Answer = Output<Endpoint>;
type SheetRow = Parsed<Endpoint>["rows"][number];
/** What of ours a number names. */
interface Ours {
  key: string;
  ids: number[];
  amount: number;
  /** Of a parcel: where it went. */
  zone: CarrierZone | null;
}
interface Compared extends SheetRow {
  row: number;
  match: LineMatch;
  ours: Ours | null;
  cause: LineCause | null;
  said: string;
}
const bare = (ref: string): string => ref.replace(/\s/g, "").toUpperCase();
const HEAD_ROWS = 1;
/** Why an amount of theirs differs. */
type CauseOf = (ours: Pick<Ours, "amount" | "zone">, theirs: SheetRow) => LineCause;
export type Causes = (ctx: Ctx, s: StoredSettlement) => Promise<CauseOf>;

/** What their file names a line by: a peer's its order. */
const KEY = q`case when x.source = 'charge' then o.order_no else coalesce(upper(x.waybill_no), 'A' || x.applicant_id) end`;
/** Lines of one person or one waybill are compared together: his price, its change and its mirror are one amount of theirs. */
async function oursOf(ctx: Ctx, id: number): Promise<Map<string, Ours>> {
  const lines = await rows<Ours>(
    ctx.db,
    q`select ${KEY} as key, array_agg(x.id order by x.id) as ids, sum(x.amount)::int8 as amount, max(e.zone) as zone
      from settle_lines x left join expresses e on e.id = x.express_id left join orders o on o.id = x.order_id
      where x.settlement_id = ${id} and x.freed_at is null and x.source not in ('adjust', 'rolled', 'theirs', 'refund', 'repay') and ${KEY} is not null group by 1`,
  );
  return new Map(lines.map((l) => [l.key, l]));
}
/** Keys of our lines by the numbers their file may say. */
async function keysByRef(ctx: Ctx, id: number, refs: readonly string[]): Promise<Map<string, string>> {
  const people = await rows<{ id: number; applicant_no: string; application_no: string | null; hash: string | null }>(
    ctx.db,
    q`select a.id, a.applicant_no, a.application_no, a.passport_no_hash as hash from applicants a
      where a.id in (select applicant_id from settle_lines where settlement_id = ${id} and freed_at is null)`,
  );
  const byHash = new Map(people.flatMap((p) => (p.hash === null ? [] : [[p.hash, p.id] as const])));
  const keys = new Map<string, string>();
  for (const p of people) {
    keys.set(bare(p.applicant_no), `A${p.id}`);
    if (p.application_no) keys.set(bare(p.application_no), `A${p.id}`);
  }
  for (const ref of refs) {
    const holder = hashesOf("passport", ref)
      .map((h) => byHash.get(h))
      .find((x) => x !== undefined);
    if (!keys.has(ref) && holder !== undefined) keys.set(ref, `A${holder}`);
  }
  return keys;
}
/** Waybills and people that another live settlement of this party has settled with them already. */
async function elsewhere(ctx: Ctx, s: StoredSettlement, refs: readonly string[]): Promise<Map<string, string>> {
  const found = await rows<{ ref: string; no: string }>(
    ctx.db,
    q`select upper(x.waybill_no) as ref, o.settle_no as no from settle_lines x join settlements o on o.id = x.settlement_id
      where upper(x.waybill_no) = any(${[...refs]}::text[]) and x.freed_at is null and o.id <> ${s.id} and o.settlement_status <> 'void'
      union all select upper(n.ref), o.settle_no from (select a.id, unnest(array[a.applicant_no, a.application_no]) as ref from applicants a
          where a.applicant_no = any(${[...refs]}::text[]) or a.application_no = any(${[...refs]}::text[])) n
        join settle_lines x on x.applicant_id = n.id and x.freed_at is null join settlements o on o.id = x.settlement_id
        where upper(n.ref) = any(${[...refs]}::text[]) and o.id <> ${s.id} and o.supplier_id = ${s.supplier_id} and o.settlement_status <> 'void'
      union all select upper(d.order_no), o.settle_no from orders d join settle_lines x on x.order_id = d.id and x.source = 'charge' and x.freed_at is null
        join settlements o on o.id = x.settlement_id
        where d.order_no = any(${[...refs]}::text[]) and o.id <> ${s.id} and o.peer_id = ${s.peer_id} and o.settlement_status <> 'void'`,
  );
  return new Map(found.map((f) => [f.ref, f.no]));
}

async function compare(
  ctx: Ctx,
  s: StoredSettlement,
  typed: readonly SheetRow[],
  causeOf: CauseOf,
): Promise<{ list: Compared[]; missing: Ours[] }> {
  const sheet = typed.map((r) => ({ ...r, ref: bare(r.ref) }));
  const refs = sheet.map((r) => r.ref);
  const [ours, keys, taken] = [await oursOf(ctx, s.id), await keysByRef(ctx, s.id, refs), await elsewhere(ctx, s, refs)];
  const seen = new Set<string>();
  const list: Compared[] = [];
  for (const [n, r] of sheet.entries()) {
    const key = ours.has(r.ref) ? r.ref : (keys.get(r.ref) ?? r.ref);
    const mine = ours.get(key) ?? null;
    // A waybill is paid once, whichever bill asks for it; a person may have prices in several.
    const no = mine && mine.key !== r.ref ? undefined : taken.get(r.ref);
    const isTwice = seen.has(key);
    const match: LineMatch =
      isTwice || no !== undefined ? "duplicate" : mine === null ? "theirs_only" : mine.amount === r.amount ? "same" : "diff";
    const said = no !== undefined ? `已在 ${no} 结算` : isTwice ? "账单内重复" : "";
    list.push({
      ...r,
      row: n + 1 + HEAD_ROWS,
      match,
      ours: isTwice ? null : mine,
      said,
      cause: match === "diff" && mine ? causeOf(mine, r) : null,
    });
    seen.add(key);
  }
  return { list, missing: [...ours.values()].filter((o) => !seen.has(o.key)) };
}

const answerOf = (list: readonly Compared[], missing: readonly Ours[]): Answer => {
  const n = (match: LineMatch): number => list.filter((r) => r.match === match).length;
  return {
    rows: list.map((r) => ({ row: r.row, ref: r.ref, match: r.match, ours: r.ours?.amount ?? null, theirs: r.amount, said: r.said })),
    same: n("same"),
    diff: n("diff"),
    ours_only: missing.length,
    theirs_only: n("theirs_only"),
    duplicate: n("duplicate"),
  };
};

/** Theirs of a person stands at his first line; his others are settled with it. */
async function write(ctx: Ctx, s: StoredSettlement, list: readonly Compared[], missing: readonly Ours[]): Promise<void> {
  await rows(
    ctx.db,
    q`update settle_lines set freed_at = ${ctx.now}, freed_for = 'void' where settlement_id = ${s.id} and source = 'theirs' and freed_at is null`,
  );
  const marks = list.flatMap((r) => (r.ours ? r.ours.ids.map((id, i) => ({ id, ...markOf(r, r.ours?.amount ?? 0, i === 0) })) : []));
  const none = missing.flatMap((o) =>
    o.ids.map((id) => ({ id, match: "ours_only", their: 0, share: false, cause: null, weight_g: null, extra: null })),
  );
  await rows(
    ctx.db,
    q`update settle_lines x set match = m.match, cause = m.cause, verdict = null, agreed = null, billed_g = m.weight_g, extra = m.extra,
        their_amount = case when m.match = 'ours_only' then null when m.share then x.amount + m.their else x.amount end, updated_at = ${ctx.now}
      from jsonb_to_recordset(${JSON.stringify([...marks, ...none])}::jsonb) as m(id int8, match text, their int8, share boolean, cause text, weight_g int, extra int8) where x.id = m.id`,
  );
  const extra = list.filter((r) => r.ours === null);
  await rows(
    ctx.db,
    q`insert into settle_lines (settlement_id, source, account_code, waybill_no, express_id, order_id, item, occurred_on, amount, their_amount, billed_g, extra, match, note, created_by, created_at, updated_at)
      select ${s.id}, 'theirs', ${accountOf(s.kind)}, m.ref, e.id, e.order_id, '对方账单', coalesce((e.sent_at at time zone 'Asia/Shanghai')::date, ${dayOf(ctx.now)}::date),
        0, m.amount, m.weight_g, m.extra, m.match, m.said, ${ctx.me.worker_id}, ${ctx.now}, ${ctx.now}
      from jsonb_to_recordset(${JSON.stringify(extra)}::jsonb) as m(ref text, amount int8, weight_g int, extra int8, match text, said text)
      left join expresses e on m.match = 'theirs_only' and upper(e.waybill_no) = m.ref and e.express_status <> 'cancelled'
        and e.carrier_code = (select carrier_code from carrier_cards where id = ${s.card_id}::int8)`,
  );
}
/** The difference of a person's amounts stands at the first of his lines. */
const markOf = (r: Compared, ours: number, isFirst: boolean) => ({
  match: isFirst || r.match === "duplicate" ? r.match : "same",
  their: r.amount - ours,
  share: isFirst,
  cause: isFirst ? r.cause : null,
  weight_g: r.weight_g ?? null,
  extra: isFirst ? (r.extra ?? null) : null,
});

/** Files of one party are taken one after another: what stands in two of them is found in the second. */
const holdParty = (ctx: Ctx, id: number): Promise<unknown> =>
  rows(ctx.db, q`select id from suppliers where id = (select supplier_id from settlements where id = ${id}) for no key update`);

export const importWith =
  (causes: Causes) =>
  async (
    { id, version, rows: sheet }: { id: number; version: number; rows: SheetRow[] },
    ctx: Ctx,
    kinds: readonly SettleKind[],
    isDry: boolean,
  ): Promise<Answer> => {
    if (!isDry) await holdParty(ctx, id);
    const s = await held(ctx, { id, version }, kinds, OPEN_STATES);
    const { list, missing } = await compare(ctx, s, sheet, await causes(ctx, s));
    const answer = answerOf(list, missing);
    if (isDry) return answer;
    await write(ctx, s, list, missing);
    await retotal(ctx, q`s.id = ${s.id}`);
    ctx.note({
      noun: "settlement",
      noun_id: s.id,
      noun_no: s.settle_no,
      changes: [{ field: "theirs", label: "导入对方账单", before: null, after: sheet.length }],
    });
    return answer;
  };
