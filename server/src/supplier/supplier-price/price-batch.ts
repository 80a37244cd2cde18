/** The same change of many costs: what would become of each, and the requests. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { childFault } from "@visadesk/contract/supplier/supplier-price.rules.ts";
import type { supplierPriceApi } from "@visadesk/contract/supplier/supplier-price.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, Refusal, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { storedMatches, type StoredMatch } from "../supplier-product/supplier-product.sql.ts";
import { NO_SUPPLIER, supplierScope } from "../supplier/supplier-scope.sql.ts";
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
import type { PriceFacts } from "../supplier-change/supplier-change.rules.ts";
import type { StoredCost } from "./supplier-price.rules.ts";
import { waitingOf } from "./supplier-price.sql.ts";

type Api = typeof supplierPriceApi;
type Ask = Parsed<Api["supplier_price_batch"]>;
type Row = Output<Api["supplier_price_batch"]>["rows"][number];

export const matchName = (m: StoredMatch): string => `${m.sku_name}（${m.sku_no}）·${m.supplier_name}`;

/** What is refused of one row is its fault; anything else is a bug. */
export async function faultOf<T>(work: () => T | Promise<T>): Promise<{ value: T; fault: null } | { value: null; fault: string }> {
  try {
    return { value: await work(), fault: null };
  } catch (e) {
    if (e instanceof Refusal) return { value: null, fault: e.message };
    throw e;
  }
}
export async function assertFree(ctx: Pick<Ctx, "db">, match: StoredMatch): Promise<void> {
  const taken = await waitingOf(ctx.db, match.id);
  if (taken) refuse("duplicate", `该价格已有待审核的调价单 ${taken.adjust_no ?? ""}`.trim());
}

function checkAsk({ by, amount, rate_bp }: Ask): void {
  if (by === "amount" && !amount) throw badInput({ path: "amount", message: "请输入加减金额" });
  if (by === "percent" && !rate_bp) throw badInput({ path: "rate_bp", message: "请输入调整比例" });
}
/** Half up, in whole cents. */
export const movedBy = (old: number, { by, amount = 0, rate_bp = 0 }: Pick<Ask, "by" | "amount" | "rate_bp">): number =>
  by === "amount" ? old + amount : Math.floor((old * (10_000 + rate_bp) + 5_000) / 10_000);

function moved(cost: StoredCost | undefined, ask: Ask, match: StoredMatch): PriceFacts {
  if (!cost) return refuse("guard_failed", "还没有结算价，请单独报价");
  const facts = liveFacts(cost, match);
  if (childFault(match.child_age > 0, facts.child)) return refuse("guard_failed", "缺少儿童价，请单独报价");
  if (ask.by === "amount" && cost.currency !== "CNY") return refuse("guard_failed", "外币结算价请按比例调整或单独报价");
  const [adult, child] = [movedBy(facts.adult, ask), facts.child === null ? null : movedBy(facts.child, ask)];
  if (adult < 0 || (child ?? 0) < 0) return refuse("guard_failed", "调整后的价格小于0，请减小幅度");
  return { ...facts, adult, child };
}

interface Tried {
  rows: Row[];
  asked: Asked[];
}
/** Each match judged against what holds; nothing is written. */
async function tried(ctx: Ctx, doors: PriceDoors, ask: Ask, why: Why): Promise<Tried> {
  const ids = [...new Set(ask.ids)];
  const matches = new Map((await storedMatches(ctx.db, ids, supplierScope(ctx))).map((m) => [m.id, m]));
  const all = [...matches.values()];
  const { before } = await standingAt(ctx, doors, all, [], atOf(why, ctx.now));
  const currencies = [...before.values()].map((c) => c.currency);
  const standing = await standingAt(ctx, doors, all, currencies, atOf(why, ctx.now));
  const made: Tried = { rows: [], asked: [] };
  for (const id of ids) {
    const match = matches.get(id);
    const cost = standing.before.get(id);
    const { value, fault } = await faultOf(async () => {
      if (!match) return refuse("not_found", NO_SUPPLIER);
      await assertFree(ctx, match);
      return judgePrice(match, moved(cost, ask, match), standing);
    });
    if (value) made.asked.push(value);
    made.rows.push({
      id,
      name: match ? matchName(match) : String(id),
      old_adult: cost?.adult ?? null,
      new_adult: value?.after.adult ?? null,
      currency: cost?.currency ?? null,
      fault,
      adjust_no: null,
    });
  }
  return made;
}

export const priceBatch =
  (doors: PriceDoors) =>
  async (ask: Ask, ctx: Ctx): Promise<Output<Api["supplier_price_batch"]>> => {
    checkAsk(ask);
    const why: Why = {
      effective_at: effectiveOf(ask.effective_at, ctx.now),
      reason_kind: ask.reason_kind,
      reason: ask.reason,
      source: "console",
    };
    const { rows, asked } = await tried(ctx, doors, ask, why);
    const { ids, by, amount, rate_bp, effective_at } = ask;
    const seen = trialMark([ids, by, by === "amount" ? amount : rate_bp, effective_at ?? null], rows, asked);
    if (ask.dry_run) {
      ctx.note({ noun: "supplier_price", reason: `试算 ${rows.length} 个匹配，未提交` });
      return { rows, seen, done: 0 };
    }
    if (ask.seen === undefined) throw badInput({ path: "seen", message: "请先预览" });
    assertReason(asked, why);
    refuseUnless(ask.seen === seen, "count_changed", "预览后内容或数据已变化，请重新预览");
    refuseUnless(asked.length > 0, "guard_failed", "没有可提交的匹配");
    const outcomes = new Map(rows.map((r) => [r.id, r]));
    for (const [i, made] of (await proposeAll(ctx, doors, asked, why)).entries()) {
      const match = asked[i]?.match;
      const row = match && outcomes.get(match.id);
      if (!row) continue;
      outcomes.set(row.id, { ...row, adjust_no: made.adjust_no, fault: made.fault?.message ?? null });
      if (!made.fault) noteProposed(ctx, match, made, why);
    }
    const told = [...outcomes.values()];
    return { rows: told, seen, done: told.filter((r) => r.fault === null).length };
  };
