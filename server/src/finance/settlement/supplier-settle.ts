/** Endpoints of settlements: one set of handlers under each prefix, with its own kinds. */
import { prefixed, type Output, type Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { SETTLE_PREFIXES, type SettlePrefix } from "@visadesk/contract/finance/settle.words.ts";
import { supplierSettleApi } from "@visadesk/contract/finance/supplier-settle.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serveHolding } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { saveRow } from "#kit/noun/save.ts";
import { shownPayee } from "../../supplier/index.ts";
import { wholeScope } from "../scope.sql.ts";
import { allocationsOf, heldFiles } from "./settle-parts.sql.ts";
import { generateFor, kindOf, termsOf } from "./settle-generate.ts";
import { DONE, held, type KindActs, type Seen } from "./settle-held.ts";
import { importWith, type Causes } from "./settle-import.ts";
import { adjustAdd, adjustRemove, hold, judge, noteAdd, roll, type Judged } from "./settle-lines.ts";
import { notesOf } from "./settle-note.ts";
import { partyList, partyOf, type PartyRow } from "./settle-party.sql.ts";
import { approveWith } from "./settle-pay.ts";
import type { SettlePorts } from "./settle-ports.ts";
import { settlementNoun } from "./settlement.noun.ts";
import { confirm, dispute, makeVoid, reopen, send } from "./settlement.moves.ts";
import { cycleList, lineList, NO_SETTLEMENT, settlementOf, shownLines, shownSettlements, type StoredSettlement } from "./settlement.sql.ts";

type Api = typeof supplierSettleApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Kinds = (typeof SETTLE_PREFIXES)[SettlePrefix];
type StoredLine = Parameters<typeof shownLines>[1][number];

async function invoiceSet(
  { input_invoice_no, files, ...seen }: In<"supplier_settle_invoice_set">,
  ctx: Ctx,
  kinds: Kinds,
): Promise<typeof DONE> {
  const s = await held(ctx, seen, kinds, ["draft", "sent", "disputed", "confirmed", "part_paid"]);
  await saveRow(ctx, settlementNoun, {
    id: s.id,
    version: seen.version,
    set: { input_invoice_no, files: [...files], updated_at: ctx.now },
  });
  return DONE;
}
async function one(ctx: Ctx, id: number, kinds: Kinds): Promise<StoredSettlement> {
  return found(await settlementOf(ctx, id, kinds), NO_SETTLEMENT);
}

/** What every kind answers; `kinds` is what the prefix sees. */
export const settleHandlers = (
  kinds: Kinds,
  { acts, causes = () => Promise.resolve(() => "amount" as const) }: { acts?: KindActs; causes?: Causes } = {},
) => {
  const importing = importWith(causes);
  return {
    cycle_query: async (input: In<"supplier_settle_cycle_query">, ctx: Ctx) => {
      const page = await pageOf<StoredSettlement>(ctx.db, input, cycleList(input, ctx, kinds));
      return { ...page, list: await shownSettlements(ctx, page.list) };
    },
    get: async ({ id }: { id: number }, ctx: Ctx) => found((await shownSettlements(ctx, [await one(ctx, id, kinds)]))[0], NO_SETTLEMENT),
    line_query: async (input: In<"supplier_settle_line_query">, ctx: Ctx) => {
      const page = await pageOf<StoredLine>(ctx.db, input, lineList(input, ctx, kinds));
      return { ...page, list: await shownLines(ctx, page.list) };
    },
    line_verdict: (input: Judged, ctx: Ctx) => judge(input, ctx, kinds),
    line_hold: (input: In<"supplier_settle_line_hold">, ctx: Ctx) => hold(input, ctx, kinds),
    line_roll: (input: In<"supplier_settle_line_roll">, ctx: Ctx) => roll(input, ctx, kinds),
    adjust_add: (input: In<"supplier_settle_adjust_add">, ctx: Ctx) => adjustAdd(input, ctx, kinds),
    adjust_remove: (input: In<"supplier_settle_adjust_remove">, ctx: Ctx) => adjustRemove(input, ctx, kinds),
    note_query: async ({ id }: { id: number }, ctx: Ctx) => ({ list: await notesOf(ctx, (await one(ctx, id, kinds)).id) }),
    note_add: (input: In<"supplier_settle_note_add">, ctx: Ctx) => noteAdd(input, ctx, kinds),
    allocation_query: async ({ id }: { id: number }, ctx: Ctx) => ({ list: await allocationsOf(ctx.db, (await one(ctx, id, kinds)).id) }),
    import_check: (input: In<"supplier_settle_import_check">, ctx: Ctx) => importing(input, ctx, kinds, true),
    import: (input: In<"supplier_settle_import">, ctx: Ctx) => importing(input, ctx, kinds, false),
    send: (input: Seen, ctx: Ctx) => send(input, ctx, kinds, acts),
    dispute: (input: In<"supplier_settle_dispute">, ctx: Ctx) => dispute(input, ctx, kinds),
    confirm: (input: In<"supplier_settle_confirm">, ctx: Ctx) => confirm(input, ctx, kinds, acts),
    void: (input: In<"supplier_settle_void">, ctx: Ctx) => makeVoid(input, ctx, kinds),
    reopen: (input: In<"supplier_settle_reopen">, ctx: Ctx) => reopen(input, ctx, kinds, acts),
    invoice_set: (input: In<"supplier_settle_invoice_set">, ctx: Ctx) => invoiceSet(input, ctx, kinds),
  };
};

export async function generate(
  { supplier_id }: { supplier_id: number },
  ctx: Ctx,
  kinds: Kinds,
): Promise<Output<Api["supplier_settle_generate"]>> {
  refuseUnless(wholeScope(ctx) === null, "out_of_scope");
  const terms = await termsOf(ctx, supplier_id);
  refuseUnless(
    kinds.some((k) => k === kindOf(terms.kind)),
    "not_found",
    "供应商不存在",
  );
  const made = await generateFor(ctx, supplier_id);
  if (made.length === 0) {
    const last = await row<{ settle_no: string }>(
      ctx.db,
      q`select settle_no from settlements where supplier_id = ${supplier_id} and settlement_status <> 'void' order by cycle_end desc, id desc limit 1`,
    );
    return last ? refuse("duplicate", `该周期已出账：${last.settle_no}`) : refuse("guard_failed", "没有已结束周期的未出账明细");
  }
  const finals = await rows<{ id: number; final: number }>(
    ctx.db,
    q`select id, final from settlements where id = any(${made.map((m) => m.id)}::int8[])`,
  );
  const byId = new Map(finals.map((f) => [f.id, f.final]));
  ctx.note({
    noun: "supplier",
    noun_id: supplier_id,
    noun_no: terms.short_name,
    changes: [{ field: "settlement", label: "出账", before: null, after: made.map((m) => m.settle_no).join("、") }],
  });
  return { made: made.map((m) => ({ ...m, final: byId.get(m.id) ?? 0 })), count: made.length };
}

export const supplierSettleServer = (ports: SettlePorts) => {
  const kinds = SETTLE_PREFIXES.supplier_settle;
  const approve = approveWith(ports);
  return serveHolding(supplierSettleApi, heldFiles, {
    ...prefixed("supplier_settle", settleHandlers(kinds)),
    supplier_settle_query: (input, ctx) => pageOf<PartyRow>(ctx.db, input, partyList(input, ctx)),
    supplier_settle_party_get: async ({ supplier_id }, ctx) => ({
      ...found(await partyOf(ctx, supplier_id, kinds), "供应商不存在或无权查看"),
      payee: (await shownPayee(ctx.db, supplier_id)) ?? null,
    }),
    supplier_settle_generate: (input, ctx) => generate(input, ctx, kinds),
    supplier_settle_approve: (input, ctx) => approve(input, ctx, kinds),
  });
};
