/** The table in docs/bench.md and on the screen. Only ratios hold: machines and their load differ. */
import type { ExportResult } from "./export.ts";
import type { PlanRow } from "./plans.ts";
import type { Round } from "./wire.ts";

export interface Result {
  key: string;
  label: string;
  goal: number;
  connections: number;
  ours: Round;
  bare: Round;
  ratio: number;
}
export interface SizeReport {
  orders: number;
  results: Result[];
  /** Payments of orders in the books, in this process. */
  posted: Result[];
  exported: ExportResult | null;
  plans: PlanRow[];
  startMs: number;
  idleMb: number;
}

export const GOALS = { export: 6, fullExport: 1.5, exportMb: 64, idleMb: 130, startMs: 800, growth: 1.5, tail: 8 } as const;
/** A goal counts as missed when it is missed by more than a fifth. */
const SLACK = 0.2;
export const size = (n: number): string => (n >= 1_000_000 ? `${n / 1_000_000} M` : `${n / 1_000} k`);
const two = (v: number): string => (v >= 100 ? v.toFixed(0) : v >= 10 ? v.toFixed(1) : v.toFixed(2));

export interface Growth {
  label: string;
  ratio: number;
}
/** How much a question costs more at the largest size than at the smallest, by median time at 8 connections. */
export function growthOf(reports: readonly SizeReport[], keys: readonly string[]): Growth[] {
  const [small, large] = [reports[0], reports.at(-1)];
  if (!small || !large || small === large) return [];
  return keys.flatMap((key) => {
    const [a, b] = [small, large].map((r) => r.results.find((x) => x.key === key && x.connections === 8));
    return a && b ? [{ label: b.label, ratio: b.ours.p50 / a.ours.p50 }] : [];
  });
}

/** Goals missed by more than the slack, in words. */
export function missed(reports: readonly SizeReport[], growth: readonly Growth[]): string[] {
  const last = reports.at(-1);
  if (!last) return [];
  const over = (what: string, value: number, goal: number): string[] =>
    value > goal * (1 + SLACK) ? [`${what}: ${two(value)}, goal at most ${goal}`] : [];
  return [
    ...[...last.results, ...last.posted]
      .filter((r) => r.connections === 8 && r.ratio < r.goal * (1 - SLACK))
      .map((r) => `${r.label}: ${two(r.ratio)}, goal at least ${r.goal}`),
    ...last.results
      .filter((r) => r.connections > 8)
      .flatMap((r) => over(`${r.label}: p99 ÷ p50 at ${r.connections} connections`, r.ours.p99 / r.ours.p50, GOALS.tail)),
    ...(last.exported
      ? [
          ...over("export time ÷ bare", last.exported.oursS / last.exported.bareS, GOALS.export),
          ...over("full export time ÷ masked", last.exported.fullRatio, GOALS.fullExport),
          ...over("growth of memory during export, MB", last.exported.growthMb, GOALS.exportMb),
        ]
      : []),
    ...over("idle memory, MB", last.idleMb, GOALS.idleMb),
    ...over("start, ms", last.startMs, GOALS.startMs),
    ...growth.flatMap((g) =>
      over(`${g.label}: cost at ${size(last.orders)} ÷ cost at ${size(reports[0]?.orders ?? 0)}`, g.ratio, GOALS.growth),
    ),
  ];
}

const HEAD = ["| question | connections | bare /s | ours /s | ours ÷ bare | goal | p50 ms | p99 ms |", "|---|---|---|---|---|---|---|---|"];
const line = (x: Result): string =>
  `| ${x.label} | ${x.connections} | ${two(x.bare.rate)} | ${two(x.ours.rate)} | ${two(x.ratio)} | ≥ ${x.goal} | ${two(x.ours.p50)} | ${two(x.ours.p99)} |`;

function postedTable(r: SizeReport): string[] {
  if (r.posted.length === 0) return [];
  return [
    "## Payments in the books",
    "",
    "Posting one payment of an order (key, month, accounts held and judged, journal with its lines) ÷ a bare transaction that inserts the same rows and moves the same balances.",
    "",
    ...HEAD,
    ...r.posted.map(line),
    "",
  ];
}

function sizeTable(r: SizeReport): string[] {
  const e = r.exported;
  return [
    `## ${size(r.orders)} orders`,
    "",
    ...HEAD,
    ...r.results.map(line),
    "",
    `Idle memory ${r.idleMb.toFixed(0)} MB (goal ≤ ${GOALS.idleMb}); start on an existing database ${(r.startMs / 1000).toFixed(2)} s (goal ≤ ${GOALS.startMs / 1000}).`,
    ...(e
      ? [
          `Export of ${e.rows} rows as masked CSV in the background: ${e.oursS.toFixed(1)} s, bare stream ${e.bareS.toFixed(1)} s, ratio ${two(e.oursS / e.bareS)} (goal ≤ ${GOALS.export}); memory grew by ${e.growthMb.toFixed(0)} MB (goal ≤ ${GOALS.exportMb}). A full export, its numbers opened, takes ${two(e.fullRatio)} of that time (goal ≤ ${GOALS.fullExport}).`,
        ]
      : []),
    "",
  ];
}

const PLANS_SHOWN = 25;
function planTable(r: SizeReport): string[] {
  if (r.plans.length === 0) return [];
  const dear = [...r.plans].sort((a, b) => b.ms - a.ms).slice(0, PLANS_SHOWN);
  const sorted = r.plans.map((p) => p.ms).sort((a, b) => a - b);
  const scans = r.plans.filter((p) => p.scans.length > 0);
  return [
    `## Plans at ${size(r.orders)} orders`,
    "",
    `${r.plans.length} lists, searches and counters explained; the dearest statement of each: median ${two(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms in the database. ${scans.length === 0 ? "None reads a large table from end to end." : `${scans.length} read a large table from end to end.`} The slowest:`,
    "",
    "| call | ms | blocks of 8 kB | full scan |",
    "|---|---|---|---|",
    ...dear.map((p) => `| ${p.label} | ${two(p.ms)} | ${p.blocks} | ${p.scans.join(", ")} |`),
    "",
  ];
}

export function markdown(reports: readonly SizeReport[], growth: readonly Growth[], about: string): string {
  return [
    "# Bench",
    "",
    "Written by `npm run bench`; read ratios, not seconds. bare = `node:http` + `pg` with SQL by hand, without sign-in, checks and log: the fair limit of one Node process.",
    "Ours is measured with signature, session, permission, scope, validation, masking and operation log. Lists are asked for the columns the bare query answers (`fields`). Rounds of both alternate in one run; figures are medians. Of the two rows about scope, both sides are ours: what the scope costs.",
    "",
    about,
    "",
    ...reports.flatMap(sizeTable),
    ...(growth.length > 0
      ? [
          "## Growth",
          "",
          `Median time at 8 connections, ${size(reports.at(-1)?.orders ?? 0)} ÷ ${size(reports[0]?.orders ?? 0)} orders (goal ≤ ${GOALS.growth}):`,
          "",
          "| question | ratio |",
          "|---|---|",
          ...growth.map((g) => `| ${g.label} | ${two(g.ratio)} |`),
          "",
        ]
      : []),
    ...reports.slice(-1).flatMap(postedTable),
    ...reports.slice(-1).flatMap(planTable),
  ].join("\n");
}
