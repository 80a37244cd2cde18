/** Plans of every list, tab, sort, search and counter at the bench's size: what each reads, and whether it walks a whole table. */
import pg from "pg";
import { APPLICANT_TABS, ORDER_TABS } from "@visadesk/contract/order/words.ts";
import { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { orderListApi } from "@visadesk/contract/order/order-list.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "../../server/src/kit/call/context.ts";
import { openDb } from "../../server/src/kit/db/db.ts";
import { plainDriver } from "../../server/src/kit/db/driver.ts";
import { pgTypes } from "../../server/src/kit/db/pg-types.ts";
import { pageOf } from "../../server/src/kit/db/page.ts";
import { q, rememberRoot, rows } from "../../server/src/kit/db/sql.ts";
import { stageSpanApi } from "@visadesk/contract/order/spend/stage-span.ts";
import { parseInput } from "../../server/src/kit/call/input.ts";
import { spendServed } from "../../server/src/order/spend/stage-span.ts";
import { applicantReads } from "../../server/src/order/applicant/applicant.read.ts";
import { orderReads } from "../../server/src/order/list/order.read.ts";
import { matchCounts, matchList } from "../../server/src/supplier/supplier-product/supplier-product-list.sql.ts";
import { supplierScope } from "../../server/src/supplier/supplier/supplier-scope.sql.ts";
import { supplierAssignmentApi } from "@visadesk/contract/supplier/supplier-assignment.ts";
import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { supplierParcelApi } from "@visadesk/contract/supplier/supplier-parcel.ts";
import { supplierExpress } from "../../server/src/order/express/supplier-express.ts";
import { exposures, originalList, sourceList } from "../../server/src/supplier/supplier-original/supplier-original.sql.ts";
import { parcelReads } from "../../server/src/supplier/supplier-parcel/parcel.read.ts";
import { endFacts } from "../../server/src/supplier/supplier/figures.sql.ts";
import { assignmentList } from "../../server/src/supplier/supplier-assignment/supplier-assignment.sql.ts";
import { supplierReads } from "../../server/src/supplier/supplier/supplier.read.ts";
import { financeCases } from "./plans-finance.ts";
import { peerCases } from "./plans-peers.ts";
import { queueCounts, taskPage } from "../../server/src/workbench/task.sql.ts";
import { principalFor, readCtx } from "../../server/src/testing/ctx.ts";
import { plainPerson } from "../../server/src/testing/loops/parts/plain.ts";

export interface PlanRow {
  label: string;
  /** Of its dearest statement: milliseconds in the database, 8 kB blocks touched. */
  ms: number;
  blocks: number;
  /** Large tables read from end to end. */
  scans: string[];
}
interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Node[];
}
interface Asked {
  text: string;
  values: unknown[];
}
const MATCHES = ["all", "unmatched", "single", "no_price", "in_review", "disabled"] as const;
const LARGE = new Set([
  "orders",
  "applicants",
  "applicant_materials",
  "stage_spans",
  "expresses",
  "express_items",
  "supplier_assignments",
  "supplier_parcel_items",
  "work_orders",
  "work_order_messages",
  "journals",
  "journal_lines",
  "statement_lines",
  "settle_lines",
  "payouts",
  "invoices",
  "embassy_payments",
]);
const scansOf = (n: Node): string[] => [
  ...(n["Node Type"] === "Seq Scan" && LARGE.has(n["Relation Name"] ?? "") ? [n["Relation Name"] ?? ""] : []),
  ...(n.Plans ?? []).flatMap(scansOf),
];

/** Runs each case once to warm and once explained. */
export async function plansOf(url: string, wanted: (label: string) => boolean = () => true): Promise<PlanRow[]> {
  const open = openDb({ url, max: 2 });
  const { db } = open;
  const pool = new pg.Pool({ connectionString: url, max: 2, types: pgTypes, options: "-c jit=off" });
  let seen: { ms: number; blocks: number; scans: string[] }[] = [];
  const explained = async ({ text, values }: Asked): Promise<pg.QueryResult> => {
    const answer = await pool.query({ text, values });
    const [plan] =
      (
        await pool.query<{ "QUERY PLAN": [{ Plan: Node; "Execution Time": number }] }>({
          text: `explain (analyze, buffers, format json) ${text}`,
          values,
        })
      ).rows[0]?.["QUERY PLAN"] ?? [];
    if (plan)
      seen.push({
        ms: plan["Execution Time"],
        blocks: plan.Plan["Shared Hit Blocks"] + plan.Plan["Shared Read Blocks"],
        scans: scansOf(plan.Plan),
      });
    return answer;
  };
  // Stands for the pool: a named statement comes as the driver's own object and is answered by its callback.
  const client = {
    connection: { stream: { writableCorked: 1 } },
    query: (s: Asked & { callback(e: unknown, rows?: unknown[]): void }) =>
      void explained(s).then(
        (r) => s.callback(null, r.rows as unknown[]),
        (e: unknown) => s.callback(e),
      ),
    release: () => undefined,
  };
  rememberRoot(db, {
    driver: plainDriver,
    pool: { options: {}, query: explained, connect: () => Promise.resolve(client) } as unknown as pg.Pool,
  });
  const worker =
    (await pool.query<{ id: number }>("select expert_id as id from orders where expert_id is not null order by id desc limit 1")).rows[0]
      ?.id ?? 0;
  const out: PlanRow[] = [];
  try {
    for (const [label, run] of cases(db, worker, await keywordsOf(db))) {
      if (!wanted(label)) continue;
      await run();
      seen = [];
      await run();
      const dearest = [...seen].sort((a, b) => b.ms - a.ms)[0];
      out.push({
        label,
        ms: dearest?.ms ?? 0,
        blocks: Math.max(0, ...seen.map((s) => s.blocks)),
        scans: [...new Set(seen.flatMap((s) => s.scans))],
      });
    }
  } finally {
    await pool.end();
    await open.close();
  }
  return out;
}

const ORDER_SORTS = ["due_at", "created_at", "paid_at", "travel_date"] as const;
const APPLICANT_SORTS = ["status_due_at", "status_at", "created_at"] as const;
const KEYWORDS = ["王", "张伟", "zhang", "V2611", "000123", "1234"];
/** Keywords by what they are called; numbers are of somebody who is there. */
async function keywordsOf(db: Ctx["db"]): Promise<[string, string][]> {
  const { mobile, passport_no } = await plainPerson(db, 1);
  return [
    ...KEYWORDS.map((k): [string, string] => [k, k]),
    ["a mobile", mobile],
    ["a mobile's last four", mobile.slice(-4)],
    ["a passport", passport_no],
    ["a passport's last four", passport_no.slice(-4)],
  ];
}

const PAGE = { page: 1, page_size: 100 };
/** Suppliers with what hangs on them, and the parcels that go to them. */
function suppliers(ctx: Ctx, label: string): [string, () => Promise<unknown>][] {
  const parcels = parcelReads(supplierExpress);
  const first: Promise<{ id: number }[]> = rows(ctx.db, q`select id from suppliers order by id limit 1`);
  const of = async (): Promise<number> => (await first)[0]?.id ?? 0;
  const parcelsOf = (filter: object) => async () =>
    parcels.supplier_parcel_query(supplierParcelApi.supplier_parcel_query.input.parse(filter), ctx);
  return [
    [`supplier_query ${label}`, async () => supplierReads.supplier_query(supplierApi.supplier_query.input.parse({ page_size: 100 }), ctx)],
    [`supplier_stat_get ${label}`, async () => supplierReads.supplier_stat_get({}, ctx)],
    [`supplier_exposure_query ${label}`, () => exposures(ctx)],
    [
      `supplier_assignment_query ${label}`,
      async () =>
        pageOf(ctx.db, PAGE, assignmentList(supplierAssignmentApi.supplier_assignment_query.input.parse({ supplier_id: await of() }), ctx)),
    ],
    [`supplier_end ${label}`, async () => endFacts(ctx.db, await of())],
    [`supplier_original_query ${label}`, async () => pageOf(ctx.db, PAGE, originalList({ ...PAGE, supplier_id: await of() }, ctx))],
    [`supplier_parcel_source_query ${label}`, async () => pageOf(ctx.db, PAGE, sourceList(await of(), null))],
    [`supplier_parcel_query ${label}`, parcelsOf({ page_size: 100 })],
    [`supplier_parcel_query ${label} by sent_at`, parcelsOf({ sort: "sent_at" })],
    [`supplier_parcel_due_query ${label}`, async () => parcels.supplier_parcel_due_query({}, ctx)],
    [`supplier_parcel_stat_get ${label}`, async () => parcels.supplier_parcel_stat_get({}, ctx)],
  ];
}

/** 订单耗时: all stages and one stage by country over the last month, and the rows of two numbers. */
function spends(ctx: Ctx, label: string): [string, () => Promise<unknown>][] {
  const { stage_span_stat_get: stat, stage_span_query: query } = stageSpanApi;
  const figures = (input: object) => () => spendServed.stage_span_stat_get(parseInput(stat, input) as Parsed<typeof stat>, ctx);
  const rowsOf = (input: object) => () => spendServed.stage_span_query(parseInput(query, input) as Parsed<typeof query>, ctx);
  return [
    [`stage_span_stat_get ${label}`, figures({})],
    [`stage_span_stat_get ${label} country`, figures({ by: "country" })],
    [`stage_span_query ${label} t3 open`, rowsOf({ node: ["t3"], state: "open" })],
    [`stage_span_query ${label} total`, rowsOf({ node: ["total"] })],
  ];
}

function cases(db: Ctx["db"], worker: number, keywords: readonly [string, string][]): [string, () => Promise<unknown>][] {
  const codes = ["order_view", "order_process", "workbench"] as const;
  const now = new Date();
  const everybody = { label: "all", ctx: readCtx(db, principalFor({ worker_id: worker, codes }), now) };
  const own = { label: "own", ctx: readCtx(db, principalFor({ worker_id: worker, codes, data_scope: "own", scope_ids: [worker] }), now) };
  if (!everybody.ctx.has(may.order_view)) throw new Error("the measuring worker sees nothing");
  return [everybody, own].flatMap(({ label, ctx }): [string, () => Promise<unknown>][] => {
    const o = (name: string, filter: object): [string, () => Promise<unknown>] => [
      `order_query ${label} ${name}`,
      async () => orderReads.order_query(orderListApi.order_query.input.parse(filter), ctx),
    ];
    const a = (name: string, filter: object): [string, () => Promise<unknown>] => [
      `applicant_query ${label} ${name}`,
      async () => applicantReads.applicant_query(applicantApi.applicant_query.input.parse(filter), ctx),
    ];
    return [
      ...ORDER_SORTS.flatMap((sort) => Object.keys(ORDER_TABS).map((tab) => o(`${tab} by ${sort}`, { tab, sort }))),
      ...APPLICANT_SORTS.flatMap((sort) => Object.keys(APPLICANT_TABS).map((tab) => a(`${tab} by ${sort}`, { tab, sort }))),
      ...keywords.flatMap(([name, keyword]) => [o(`keyword ${name}`, { keyword }), a(`keyword ${name}`, { keyword })]),
      o("country", { country_id: ["JP"] }),
      o("overdue", { flag: ["overdue"] }),
      o("on hold", { flag: ["on_hold"] }),
      o("expert", { expert_id: [worker] }),
      a("mine", { scope: "mine" }),
      a("mine pre_review", { scope: "mine", tab: "pre_review" }),
      a("queue submission", { queue: "submission" }),
      a("overdue", { due: "overdue" }),
      ...MATCHES.map((tab): [string, () => Promise<unknown>] => [
        `supplier_product_query ${label} ${tab}`,
        () => pageOf(db, PAGE, matchList({ tab }, { me: ctx.me, scope: supplierScope(ctx), now, seesMargin: true })),
      ]),
      [`supplier_product_stat_get ${label}`, () => matchCounts(db, {}, { me: ctx.me, scope: supplierScope(ctx), now })],
      ...suppliers(ctx, label),
      ...peerCases(db, { label, worker, scope_ids: label === "own" ? [worker] : null }, now),
      ...financeCases(db, { label, worker, scope_ids: label === "own" ? [worker] : null }, now),
      ...spends(ctx, label),
      [`order_total_get ${label}`, async () => orderReads.order_total_get({}, ctx)],
      [`applicant_stat_get ${label}`, async () => applicantReads.applicant_stat_get({}, ctx)],
      [`order_stat_query ${label}`, () => queueCounts(ctx, "mine")],
      [`task_query ${label} mine`, () => taskPage(ctx, {}, now, { page: 1, page_size: 20 })],
    ];
  });
}
