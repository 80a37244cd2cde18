/** 资金追踪: any number leads to its papers, from them to their orders, and along those to every posting and paper of the chain. */
import {
  JOURNAL_KINDS,
  LEDGER_ACCOUNTS,
  TRACE_STAGES,
  type AccountCode,
  type JournalKind,
  type TraceStage,
} from "@visadesk/contract/finance/ledger.words.ts";
import { moneyTraceApi } from "@visadesk/contract/finance/books/money-trace.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { refuse } from "#kit/http/refuse.ts";
import { workerNames } from "../../setting/index.ts";
import { PAPERS, papersCalled, papersOf, readerOf, refKey, type PaperRef } from "../papers.ts";
import { journalsAlong, restsOf, type TracedJournal } from "./trace.sql.ts";

type Trace = Output<(typeof moneyTraceApi)["money_trace_get"]>;
type Caller = Pick<Ctx, "db" | "me">;
/** Postings that are drawn. */
const MOST = 200;
const NOT_FOUND = "未找到相关资金记录";

const STAGES = keysOf(TRACE_STAGES);
const stages = new Map<JournalKind, TraceStage>(STAGES.flatMap((s) => TRACE_STAGES[s].kinds.map((k) => [k, s] as const)));
const stageOf = (kind: JournalKind): TraceStage => stages.get(kind) ?? "other";

/** What the number names, as far as the caller sees it. */
async function named(ctx: Caller, typed: string): Promise<PaperRef[]> {
  const all = Map.groupBy(await papersCalled(ctx.db, typed), (r) => r.noun);
  const seen = await Promise.all(
    [...all].map(async ([noun, list]) => {
      const ids = list.map((r) => r.id);
      return ((await readerOf(noun)?.seen(ctx, ids)) ?? []).map((id) => ({ noun, id }));
    }),
  );
  return seen.flat();
}

async function ordersOf(ctx: Caller, refs: readonly PaperRef[]): Promise<number[]> {
  const found = await Promise.all(
    [...Map.groupBy(refs, (r) => r.noun)].map(async ([noun, list]) => {
      const ids = list.map((r) => r.id);
      return (await readerOf(noun)?.orders?.(ctx.db, ids)) ?? [];
    }),
  );
  const seen = (await readerOf("order")?.seen(ctx, [...new Set(found.flat())])) ?? [];
  return seen.toSorted((a, b) => a - b);
}
/** Papers of these orders that the caller sees. */
async function papersAlong(ctx: Caller, orders: readonly number[]): Promise<PaperRef[]> {
  if (orders.length === 0) return [];
  const found = await Promise.all(
    PAPERS.map(async (p) => {
      const ids = (await p.ofOrders?.(ctx.db, orders)) ?? [];
      return ids.length === 0 ? [] : (await p.seen(ctx, ids)).map((id) => ({ noun: p.noun, id }));
    }),
  );
  return [...orders.map((id) => ({ noun: "order", id })), ...found.flat()];
}
const unique = (refs: readonly PaperRef[]): PaperRef[] => [...new Map(refs.map((r) => [refKey(r), r])).values()];

const accountsText = (codes: readonly AccountCode[]): string => codes.map((c) => LEDGER_ACCOUNTS[c]).join(" → ");
const postingNode = (j: TracedJournal, source: string, names: ReadonlyMap<number, string>): Trace["nodes"][number] => ({
  key: `posting:${j.id}`,
  stage: stageOf(j.kind),
  title: JOURNAL_KINDS[j.kind],
  no: source,
  noun: j.source_noun,
  noun_id: j.source_id,
  amount: j.amount,
  on: j.booked_on,
  by_name: names.get(j.created_by ?? 0) ?? null,
  note: [accountsText(j.accounts), j.reason].filter(Boolean).join("；"),
  journal_id: j.id,
  journal_no: j.no,
  is_reversed: j.is_reversed,
});

async function nodesOf(ctx: Caller, refs: readonly PaperRef[], journals: readonly TracedJournal[]): Promise<Trace["nodes"]> {
  const sources = journals.map((j) => ({ noun: j.source_noun, id: j.source_id }));
  const papers = await papersOf(ctx.db, unique([...refs, ...sources]));
  const names = await workerNames(ctx.db, [...[...papers.values()].map((p) => p.by), ...journals.map((j) => j.created_by)]);
  // A voucher is drawn as its posting, people through their order.
  const drawn = unique([...refs, ...sources]).filter((r) => r.noun !== "journal" && r.noun !== "applicant");
  const own = drawn.flatMap((r) => {
    const p = papers.get(refKey(r));
    const stage = readerOf(r.noun)?.stage;
    if (!p || !stage) return [];
    const { id, by, ...told } = p;
    return [
      {
        ...told,
        key: refKey(r),
        stage,
        noun_id: id,
        by_name: names.get(by ?? 0) ?? null,
        journal_id: null,
        journal_no: null,
        is_reversed: false,
      },
    ];
  });
  const postings = journals.map((j) => postingNode(j, papers.get(refKey({ noun: j.source_noun, id: j.source_id }))?.no ?? "", names));
  const place = (n: Trace["nodes"][number]): number => STAGES.indexOf(n.stage);
  return [...own, ...postings].toSorted((a, b) => place(a) - place(b));
}

async function trace(typed: string, ctx: Caller): Promise<Trace> {
  const start = await named(ctx, typed.trim());
  if (start.length === 0) refuse("not_found", NOT_FOUND);
  const orders = await ordersOf(ctx, start);
  const refs = unique([...start, ...(await papersAlong(ctx, orders))]);
  const journals = await journalsAlong(ctx, { refs, orders, most: MOST + 1 });
  const rests = await restsOf(ctx.db, orders);
  return {
    subject: typed.trim(),
    nodes: await nodesOf(ctx, refs, journals.slice(0, MOST)),
    open: rests.map((r) => ({ label: LEDGER_ACCOUNTS[r.code], order_id: r.order_id, no: r.order_no, amount: r.amount })),
    is_cut: journals.length > MOST,
  };
}

export const moneyTraceServer = serve(moneyTraceApi, { money_trace_get: ({ no }, ctx) => trace(no, ctx) });
