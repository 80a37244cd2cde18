/** 订单耗时: figures by stage, country, product, mission, supplier, expert or month, and the rows behind each of them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { stageSpanApi } from "@visadesk/contract/order/spend/stage-span.ts";
import { SPEND_NODES, SPEND_ROWS, SPEND_WITHOUT, type SpendNode, type SpendSplit } from "@visadesk/contract/order/spend/spend.words.ts";
import { PARTIES } from "@visadesk/contract/order/words.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import type { Ctx } from "#kit/call/context.ts";
import { capped, pageOf, placeOf, type Keyed, type ListDef, type PageAsked, type PageFound } from "#kit/db/page.ts";
import { and, q, raw, rows, type Sql } from "#kit/db/sql.ts";
import { countryNames, skuNames, supplierNames, workerNames } from "../applicant/names.sql.ts";
import { NODES, segWhere, spendSql, type Caller, type SpendAsked } from "./stage-span.sql.ts";

type Api = typeof stageSpanApi;
type Stat = Output<Api["stage_span_stat_get"]>;
type Row = Output<Api["stage_span_query"]>["list"][number];
type Names = "country_name" | "sku_name" | "district_name" | "supplier_name" | "expert_name" | "node";
type Listed = Omit<Row, Names> & { node: number };

const nodeAt = (at: number): SpendNode => NODES[at] ?? "total";
const MONTH = "to_char(g.until at time zone 'Asia/Shanghai', 'YYYY-MM')";
const KEYS: Readonly<Record<SpendSplit, string>> = {
  stage: "g.node::text",
  country: "g.country_id",
  sku: "g.sku_id::text",
  embassy: "coalesce(g.embassy_id::text, '')",
  supplier: "coalesce(g.supplier_id::text, '')",
  expert: "coalesce(g.expert_id::text, '')",
  month: MONTH,
};
const SUMS = keysOf(PARTIES)
  .map((p) => `sum(g.${p})::int8 as ${p}`)
  .join(", ");

const NONE = { done: 0, open: 0, late: 0, limited: 0, kept: 0, promised: 0 };
const NO_PARTY = { us: 0, customer: 0, embassy: 0, supplier: 0, courier: 0 };
const NOTHING = { ...NONE, ...NO_PARTY, mean: null, median: null, p90: null, longest: null };
type Counted = Omit<Stat["list"][number], "name" | "median" | "p90"> & { mids: number[] | null; of_all: number };
const countedRows = (ctx: Caller, head: Sql, by: SpendSplit): Promise<Counted[]> =>
  rows<Counted>(
    ctx.db,
    q`${head} select ${raw(KEYS[by])} as key, (count(*) filter (where not g.is_open))::int as done, (count(*) filter (where g.is_open))::int as open,
        round(avg(g.minutes))::int as mean, percentile_cont(array[0.5, 0.9]) within group (order by g.minutes) as mids, max(g.minutes) filter (where g.is_open) as longest,
        ${raw(SUMS)}, (count(*) filter (where g.is_late))::int as late, count(g.is_late)::int as limited, (count(*) filter (where g.is_kept))::int as kept, count(g.is_kept)::int as promised,
        (count(*) over ())::int as of_all
      from segs g group by 1 order by ${raw(by === "stage" || by === "month" ? "1" : "count(*) desc, 1")} limit ${raw(String(SPEND_ROWS))}`,
  );

/** What each row is called; a key that names nothing is blank. */
async function namesOf(ctx: Caller, by: SpendSplit, keys: readonly string[]): Promise<(key: string) => string> {
  const ids = keys.map(Number).filter((n) => n > 0);
  switch (by) {
    case "stage":
      return (key) => SPEND_NODES[nodeAt(Number(key))].label;
    case "month":
      return (key) => key;
    case "country": {
      const names = await countryNames(ctx.db, keys);
      return (key) => names.get(key)?.name_zh ?? key;
    }
    case "sku": {
      const names = await skuNames(ctx.db, ids);
      return (key) => names.get(Number(key))?.name ?? key;
    }
    case "supplier": {
      const names = await supplierNames(ctx.db, ids);
      return (key) => names.get(Number(key)) ?? SPEND_WITHOUT.supplier;
    }
    case "expert": {
      const names = await workerNames(ctx.db, ids);
      return (key) => (key === "" ? SPEND_WITHOUT.expert : (names.get(Number(key)) ?? "未命名"));
    }
    case "embassy": {
      const found = await rows<{ id: number; name: string }>(
        ctx.db,
        q`select id, coalesce(nullif(concat_ws(' ', nullif(short_name, ''), nullif(district_name, '')), ''), name) as name from embassies where id = any(${ids}::int8[])`,
      );
      const names = new Map(found.map((e) => [e.id, e.name]));
      return (key) => names.get(Number(key)) ?? SPEND_WITHOUT.embassy;
    }
  }
}

async function statGet(input: Parsed<Api["stage_span_stat_get"]>, ctx: Ctx): Promise<Stat> {
  const { by = "stage", node = "total", ...f } = input;
  const { head, period } = await spendSql(f, by === "stage" ? NODES : [node], ctx);
  const counted = await countedRows(ctx, head, by);
  const nameOf = await namesOf(
    ctx,
    by,
    counted.map((c) => c.key),
  );
  const found = counted.map(({ mids, of_all: _all, ...c }) => ({
    ...c,
    key: by === "stage" ? nodeAt(Number(c.key)) : c.key,
    name: nameOf(c.key),
    median: mids ? Math.round(mids[0] ?? 0) : null,
    p90: mids ? Math.round(mids[1] ?? 0) : null,
  }));
  // Every stage has its row, whether somebody passed it or not.
  const list =
    by === "stage" ? NODES.map((n) => found.find((r) => r.key === n) ?? { ...NOTHING, key: n, name: SPEND_NODES[n].label }) : found;
  return { ...period, list, total: by === "stage" ? list.length : (counted[0]?.of_all ?? 0) };
}

/** One statement reckons the page and counts what matches. */
async function once({ db, def, order }: PageAsked): Promise<PageFound> {
  const list = await rows<Keyed & { _all: number }>(
    db,
    q`${def.from} select w.*, w._k::text as _key from (select ${def.select}, ${placeOf(def, order)}, (count(*) over ())::int as _all from segs g
        join applicants a on a.id = g.id join orders o on o.id = g.order_id where ${and([def.where, order.after])}) w order by ${order.text} ${order.limit}`,
  );
  const n = list[0]?._all ?? 0;
  return { list: list.map(({ _all, ...r }) => r), ...capped(n) };
}
const COLUMNS =
  raw(`g.id * 16 + g.node as id, g.order_id, o.order_no, g.id as applicant_id, a.applicant_no, a.name_cn as applicant_name, g.node, g.applicant_status, g.is_open,
  g.started_at, g.ended_at, g.minutes, ${keysOf(PARTIES)
    .map((p) => `g.${p}`)
    .join(", ")}, g.is_late, g.promised_date, g.is_kept, g.country_id, g.sku_id, g.supplier_id, g.expert_id`);
const BY_MINUTES = ["minutes", ...keysOf(PARTIES)] as const;

async function listOf(f: SpendAsked & { node?: SpendNode[] | undefined }, ctx: Caller): Promise<ListDef> {
  const { head } = await spendSql(f, f.node ? NODES.filter((n) => f.node?.includes(n)) : NODES, ctx);
  return {
    from: head,
    where: segWhere(f),
    id: "(g.id * 16 + g.node)",
    select: COLUMNS,
    sorts: {
      ...Object.fromEntries(BY_MINUTES.map((k) => [k, { by: `g.${k}`, order: "desc", keyset: true, type: "int4" } as const])),
      started_at: { by: "g.started_at", order: "desc", keyset: true },
    },
    sort: "minutes",
    read: once,
  };
}

async function shown(ctx: Caller, list: readonly Listed[]): Promise<Row[]> {
  const [countries, skus, suppliers, experts] = await Promise.all([
    countryNames(ctx.db, new Set(list.map((r) => r.country_id))),
    skuNames(ctx.db, new Set(list.map((r) => r.sku_id))),
    supplierNames(ctx.db, new Set(list.map((r) => r.supplier_id))),
    workerNames(ctx.db, new Set(list.map((r) => r.expert_id))),
  ]);
  return list.map((r) => ({
    ...r,
    node: nodeAt(r.node),
    country_name: countries.get(r.country_id)?.name_zh ?? r.country_id,
    sku_name: skus.get(r.sku_id)?.name ?? "",
    district_name: skus.get(r.sku_id)?.district_name ?? null,
    supplier_name: suppliers.get(r.supplier_id ?? 0) ?? null,
    expert_name: experts.get(r.expert_id ?? 0) ?? null,
  }));
}

export const spendServed = {
  stage_span_stat_get: statGet,
  stage_span_query: async (input: Parsed<Api["stage_span_query"]>, ctx: Ctx) => {
    const page = await pageOf<Listed>(ctx.db, input, await listOf(input, ctx));
    return { ...page, list: await shown(ctx, page.list) };
  },
};
