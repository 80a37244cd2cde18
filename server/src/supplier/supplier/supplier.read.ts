/** Suppliers as they are read: list, counts, page, picker. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { allows } from "@visadesk/contract/permissions.ts";
import { supplierFlow } from "@visadesk/contract/supplier/supplier.flow.ts";
import type { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { found } from "#kit/http/refuse.ts";
import { typedAs } from "#kit/pinyin.ts";
import { dayOf } from "#kit/range.ts";
import { paperState } from "../supplier-document/supplier-document.rules.ts";
import { papersOf } from "../supplier-document/supplier-document.sql.ts";
import { workerNames } from "./names.sql.ts";
import { NO_SUPPLIER } from "./supplier-scope.sql.ts";
import { shownSuppliers } from "./shown.ts";
import { GUARDS } from "./supplier.guards.ts";
import type { FinanceDoor } from "../doors.ts";
import { warningsOf } from "./supplier.rules.ts";
import {
  allPicks,
  countSuppliers,
  readinessOf,
  storedDetail,
  supplierList,
  type StoredDetail,
  type StoredRow,
  type SupplierRow,
} from "./supplier.sql.ts";

type Detail = Output<typeof supplierApi.supplier_get>;
const MAX_PICKS = 50;

/** A supplier as a row of its list. */
export async function supplierShown(ctx: Pick<Ctx, "db" | "me" | "now">, id: number): Promise<SupplierRow> {
  const [shown] = await shownSuppliers(ctx, [found(await storedDetail(ctx, id), NO_SUPPLIER)]);
  return found(shown, NO_SUPPLIER);
}

/** What the reader may do next, with what is missing. */
async function movesOf(ctx: Ctx, s: StoredDetail): Promise<Detail["moves"]> {
  const legal = Object.entries(supplierFlow.moves).filter(
    ([, m]) => m.from.some((state) => state === s.supplier_status) && m.may !== "system" && allows(m.may, ctx.me.codes),
  );
  return Promise.all(
    legal.map(async ([move]) => {
      const fault = (await GUARDS[move]?.(ctx, s)) ?? null;
      return { move, ok: fault === null, missing: fault?.message ?? null };
    }),
  );
}

async function detail(id: number, ctx: Ctx, finance: FinanceDoor): Promise<Detail> {
  const stored = found(await storedDetail(ctx, id), NO_SUPPLIER);
  const [[shown], papers, ready, makers, moves] = await Promise.all([
    shownSuppliers(ctx, [stored]),
    papersOf(ctx.db, id),
    readinessOf(ctx.db, id),
    workerNames(ctx.db, [stored.created_by]),
    movesOf(ctx, stored),
  ]);
  const s = found(shown, NO_SUPPLIER);
  const today = dayOf(ctx.now);
  const prepaid = s.prepaid_floor === 0 ? 0 : await finance.prepaidLeft(ctx.db, id);
  const facts = { ...ready, ...s, prepaid, today, is_paused: s.supplier_status === "paused", papers: paperState(s.kind, papers, today) };
  return { ...s, created_by_name: makers.get(stored.created_by ?? 0) ?? null, warnings: warningsOf(facts), moves };
}

export const supplierGet =
  (finance: FinanceDoor) =>
  ({ id }: { id: number }, ctx: Ctx): Promise<Detail> =>
    detail(id, ctx, finance);

export const supplierReads = {
  supplier_query: async (input, ctx) => {
    const page = await pageOf<StoredRow>(ctx.db, input, supplierList(input, ctx));
    return { ...page, list: await shownSuppliers(ctx, page.list) };
  },
  supplier_stat_get: async (input, ctx) => ({ ...(await countSuppliers(input, ctx)) }),
  supplier_pick: async ({ keyword, kind, is_active, ids }, ctx) => {
    const list = (await allPicks(ctx.db)).filter(
      (s) =>
        (!keyword || typedAs(keyword, s.name, s.short_name, s.supplier_no)) &&
        (!kind || kind.includes(s.kind)) &&
        (!ids || ids.includes(s.id)) &&
        (!is_active || s.supplier_status === "active"),
    );
    return { list: list.slice(0, MAX_PICKS) };
  },
} satisfies Partial<Handlers<typeof supplierApi>>;
