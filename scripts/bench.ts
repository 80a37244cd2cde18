/**
 * `npm run bench [-- 10k 100k 1m] [--rounds 3] [--seconds 2] [--only key,key] [--check]`: our server against the bare
 * limit on a PostgreSQL of its own; prints the table and writes docs/bench.md. `--only plans` prints the plans alone, `--only posting` what a payment in the books takes. With --check a goal missed by more than
 * a fifth ends the run with an error.
 */
import { writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ensurePostgres, type Postgres } from "../server/src/testing/pg.ts";
import { measureExport } from "./bench/export.ts";
import { plansOf } from "./bench/plans.ts";
import { measurePosting } from "./bench/posting.ts";
import { GOALS, growthOf, markdown, missed, size, type Result, type SizeReport } from "./bench/report.ts";
import { scenarios, type Scenario } from "./bench/scenarios.ts";
import { prepare, residentMb, type Setting } from "./bench/setting.ts";
import { drive, once, type Round } from "./bench/wire.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "2" },
    only: { type: "string" },
    check: { type: "boolean", default: false },
  },
});
const CONNECTIONS = [8, 32] as const;
const say = (line: string): void => console.error(line);

const parseSize = (text: string): number => {
  const [, n, unit] = /^(\d+)(k|m)?$/i.exec(text) ?? [];
  if (!n) throw new Error(`not a size: ${text}`);
  return Number(n) * (unit?.toLowerCase() === "m" ? 1_000_000 : unit ? 1_000 : 1);
};
const median = (rounds: readonly Round[]): Round =>
  [...rounds].sort((a, b) => a.rate - b.rate)[Math.floor(rounds.length / 2)] ?? { rate: 0, p50: 0, p99: 0, answers: 0, fault: "no round" };

async function measure(s: Setting, scenario: Scenario, connections: number): Promise<Result> {
  const seconds = Number(options.seconds);
  const ours: Round[] = [];
  const bare: Round[] = [];
  const barePort = scenario.against === "ours" ? s.oursPort : s.barePort;
  for (let round = 0; round < Number(options.rounds); round++) {
    bare.push(await drive(barePort, connections, seconds, (n) => scenario.bare(s, n + round * 7)));
    ours.push(await drive(s.oursPort, connections, seconds, (n) => scenario.ours(s, n + round * 7)));
    const fault = ours.at(-1)?.fault ?? bare.at(-1)?.fault;
    if (fault) throw new Error(`${scenario.key}: ${fault}`);
  }
  const [a, b] = [median(ours), median(bare)];
  return { key: scenario.key, label: scenario.label, goal: scenario.goal, connections, ours: a, bare: b, ratio: a.rate / b.rate };
}

function told(r: Result): Result {
  console.log(
    `${r.label.padEnd(48)} ${String(r.connections).padStart(3)} conn  bare ${r.bare.rate.toFixed(0).padStart(6)}/s  ours ${r.ours.rate.toFixed(0).padStart(6)}/s  ratio ${r.ratio.toFixed(2).padStart(7)}  goal ≥ ${r.goal}  p50 ${r.ours.p50.toFixed(1)} p99 ${r.ours.p99.toFixed(1)} ms`,
  );
  return r;
}
/** Both servers and both caches warm before anything counts. */
async function warm(s: Setting, list: readonly Scenario[]): Promise<void> {
  for (const scenario of list) {
    for (let n = 0; n < 20; n++) {
      await once(scenario.against === "ours" ? s.oursPort : s.barePort, scenario.bare(s, n));
      await once(s.oursPort, scenario.ours(s, n));
    }
  }
}

async function measureSize(postgres: Postgres, orders: number, isLast: boolean): Promise<SizeReport> {
  say(`${size(orders)} orders: loading`);
  const s = await prepare(postgres, orders, (line) => (orders >= 100_000 ? say(`  ${line}`) : undefined));
  try {
    await sleep(1_000);
    const idleMb = residentMb(s.oursPid);
    const list = scenarios.filter((x) => !options.only || options.only.split(",").includes(x.key));
    await warm(s, list);
    const results: Result[] = [];
    for (const connections of CONNECTIONS) {
      for (const scenario of list) {
        results.push(told(await measure(s, scenario, connections)));
      }
    }
    const wantsPosting = isLast && (!options.only || options.only.split(",").includes("posting"));
    const posted = wantsPosting ? (await measurePosting(s.url, Number(options.rounds), Number(options.seconds))).map(told) : [];
    const exported = isLast && !options.only ? await measureExport(s) : null;
    if (exported)
      console.log(
        `export of ${exported.rows} rows: ${exported.oursS.toFixed(1)} s, bare ${exported.bareS.toFixed(1)} s, ratio ${(exported.oursS / exported.bareS).toFixed(1)} (goal ≤ ${GOALS.export}), full ÷ masked ${exported.fullRatio.toFixed(2)} (goal ≤ ${GOALS.fullExport}), memory +${exported.growthMb.toFixed(0)} MB`,
      );
    const wantsPlans = !options.only || options.only.split(",").includes("plans");
    const plans = isLast && wantsPlans ? await plansOf(s.url) : [];
    if (options.only)
      for (const p of plans)
        console.log(`${p.ms.toFixed(1).padStart(8)} ms ${String(p.blocks).padStart(7)} blocks  ${p.scans.join(",")}  ${p.label}`);
    return { orders, results, posted, exported, plans, startMs: s.startMs, idleMb };
  } finally {
    await s.stop();
  }
}

const sizes = (positionals.length > 0 ? positionals : ["10k", "100k", "1m"]).map(parseSize).sort((a, b) => a - b);
const postgres = await ensurePostgres({
  settings: {
    shared_buffers: "1GB",
    maintenance_work_mem: "512MB",
    max_wal_size: "8GB",
    work_mem: "16MB",
    effective_cache_size: "4GB",
    random_page_cost: "1.1",
  },
});
try {
  const reports: SizeReport[] = [];
  for (const [i, orders] of sizes.entries()) reports.push(await measureSize(postgres, orders, i === sizes.length - 1));
  const growth = growthOf(
    reports,
    scenarios.filter((x) => x.growth).map((x) => x.key),
  );
  const faults = missed(reports, growth);
  const about = `PostgreSQL ${Math.floor(postgres.version / 10_000)}, Node ${process.versions.node}, ${os.availableParallelism()} cores shared by database, server and client; ${options.rounds} rounds of ${options.seconds} s.`;
  if (!options.only) writeFileSync(path.resolve(import.meta.dirname, "../docs/bench.md"), markdown(reports, growth, about));
  for (const line of growth) console.log(`growth ${line.label}: ${line.ratio.toFixed(2)} (goal ≤ ${GOALS.growth})`);
  for (const line of faults) console.log(`missed: ${line}`);
  if (options.check && faults.length > 0) process.exitCode = 1;
} finally {
  await postgres.stop();
}
