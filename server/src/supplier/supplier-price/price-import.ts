/** A supplier's sheet: tried without writing, replayed over what was sold, then asked for; a commit rests on what was tried. */
import { REPLAY_DAYS } from "@visadesk/contract/product/price/price-adjustment.words.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { supplierPriceApi } from "@visadesk/contract/supplier/supplier-price.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { servingSupplier, supplierMatches, type StoredMatch } from "../supplier-product/supplier-product.sql.ts";
import { NO_SUPPLIER, supplierScope } from "../supplier/supplier-scope.sql.ts";
import { assertFree, faultOf, matchName } from "./price-batch.ts";
import type { PriceDoors } from "./price-doors.ts";
import {
  assertReason,
  atOf,
  effectiveOf,
  judgePrice,
  liveFacts,
  noteProposed,
  proposeAll,
  standingAt,
  trialMark,
  type Asked,
  type Why,
} from "./price-propose.ts";
import { replayed, type Replayed } from "./price-replay.rules.ts";
import { salePrices, soldBySupplier } from "./price-replay.sql.ts";
import { hasSteep } from "./supplier-price.rules.ts";
import { factsOfRow, type SheetRow } from "./price-sheet.rules.ts";

type Api = typeof supplierPriceApi;
type Ask = Parsed<Api["supplier_price_import"]>;
type Answer = Output<Api["supplier_price_import"]>;
type Row = Answer["rows"][number];

/** Rows asked for in one go. */
const CHUNK = 200;
const DAY_MS = 86_400_000;
const SAME = "新旧价格相同";

interface Tried {
  rows: Row[];
  asked: Map<number, Asked>;
}

/** Every row judged against what holds; nothing is written. */
async function tried(ctx: Ctx, doors: PriceDoors, sheet: readonly SheetRow[], matches: readonly StoredMatch[], why: Why): Promise<Tried> {
  const at = atOf(why, ctx.now);
  const { before } = await standingAt(ctx, doors, matches, [], at);
  const standing = await standingAt(
    ctx,
    doors,
    matches,
    [...before.values()].map((c) => c.currency),
    at,
  );
  const byCode = new Map(matches.filter((m) => m.supplier_code !== "").map((m) => [m.supplier_code, m]));
  const first = new Map<string, number>();
  const rows: Row[] = [];
  const asked = new Map<number, Asked>();
  for (const [i, row] of sheet.entries()) {
    const match = byCode.get(row.supplier_code);
    const cost = match && standing.before.get(match.id);
    const { value, fault } = await faultOf(async () => {
      if (row.supplier_code === "") refuse("bad_input", "请填写供应商编码");
      const twin = first.get(row.supplier_code);
      if (twin !== undefined) refuse("duplicate", `与第${twin}行的编码相同`);
      first.set(row.supplier_code, i + 1);
      if (!match) return refuse("not_found", `没有编码为 ${row.supplier_code} 的匹配`);
      if (match.status === 0) refuse("guard_failed", "该匹配已停用");
      const judged = judgePrice(match, factsOfRow(row, cost ? liveFacts(cost, match) : null, match), standing);
      await assertFree(ctx, match);
      return judged;
    });
    if (value) asked.set(i, value);
    rows.push({
      row: i + 1,
      supplier_code: row.supplier_code,
      name: match ? matchName(match) : null,
      old_adult: cost?.adult ?? null,
      currency: value?.after.currency ?? cost?.currency ?? null,
      new_adult: value?.after.adult ?? (fault === SAME ? (cost?.adult ?? null) : null),
      outcome: value ? "change" : fault === SAME ? "same" : "fault",
      fault: fault === SAME ? null : fault,
      adjust_no: null,
    });
  }
  return { rows, asked };
}

const sheetMark = ({ supplier_id, rows: sheet, effective_at }: Ask, { rows, asked }: Tried): string =>
  trialMark([supplier_id, sheet, effective_at ?? null], rows, [...asked.values()]);

async function replayOf(ctx: Ctx, supplierId: number, asked: readonly Asked[]): Promise<Replayed> {
  const skus = asked.map((a) => a.match.sku_id);
  const since = new Date(ctx.now.getTime() - REPLAY_DAYS * DAY_MS);
  const all = replayed(asked, await soldBySupplier(ctx.db, supplierId, skus, since), await salePrices(ctx.db, skus, ctx.now));
  return ctx.has(may.cost_view) ? all : { ...all, margin_before: null, margin_after: null, below_floor: [] };
}

export const priceImport =
  (doors: PriceDoors) =>
  async (ask: Ask, ctx: Ctx): Promise<Answer> => {
    const supplier = found(await servingSupplier(ctx.db, ask.supplier_id, supplierScope(ctx)), NO_SUPPLIER);
    const why: Why = {
      effective_at: effectiveOf(ask.effective_at, ctx.now),
      reason_kind: ask.reason_kind,
      reason: ask.reason,
      source: "import",
    };
    const all = await tried(ctx, doors, ask.rows, await supplierMatches(ctx.db, supplier.id), why);
    const seen = sheetMark(ask, all);
    const steep = [...all.asked.values()].filter((a) => hasSteep(a.cells)).length;
    const replay = await replayOf(ctx, supplier.id, [...all.asked.values()]);
    if (ask.dry_run) {
      ctx.note({
        noun: "supplier",
        noun_id: supplier.id,
        noun_no: supplier.short_name,
        reason: `预检报价单 ${ask.rows.length} 行，未提交`,
      });
      return { rows: all.rows, replay, steep, seen, done: 0 };
    }
    if (ask.seen === undefined) throw badInput({ path: "seen", message: "请先预检" });
    assertReason([...all.asked.values()], why);
    refuseUnless(ask.seen === seen, "count_changed", "预检后数据已变化，请重新预检");
    refuseUnless(all.asked.size > 0, "guard_failed", "报价单没有可提交的变动");
    const good = [...all.asked];
    let done = 0;
    for (let from = 0; from < good.length; from += CHUNK) {
      const chunk = good.slice(from, from + CHUNK);
      const made = await proposeAll(
        ctx,
        doors,
        chunk.map(([, a]) => a),
        why,
      );
      for (const [n, [i, { match }]] of chunk.entries()) {
        const [row, result] = [all.rows[i], made[n]];
        if (!row || !result) continue;
        all.rows[i] = { ...row, adjust_no: result.adjust_no, ...(result.fault && { outcome: "fault", fault: result.fault.message }) };
        if (result.fault) continue;
        done++;
        noteProposed(ctx, match, result, why);
      }
    }
    return { rows: all.rows, replay, steep, seen, done };
  };
