/** The whole list as CSV: ours as a background export, masked and with its numbers opened, bare as a stream. */
import { get } from "node:http";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { residentMb, type Setting } from "./setting.ts";
import { once } from "./wire.ts";

export interface ExportResult {
  oursS: number;
  bareS: number;
  /** A full export's time ÷ that of the masked one before it: the median of the pairs. */
  fullRatio: number;
  rows: number;
  growthMb: number;
}

const bareExport = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const started = performance.now();
    get({ port, host: "127.0.0.1", path: "/export" }, (res) => {
      res.on("data", () => undefined);
      res.on("end", () => resolve((performance.now() - started) / 1000));
      res.on("error", reject);
    }).on("error", reject);
  });

const COLUMNS = [
  "order_no",
  "source",
  "contact_name",
  "contact_mobile",
  "order_status",
  "pay_status",
  "amount_payable",
  "amount_paid",
  "amount_refunded",
  "travel_date",
  "created_at",
  "paid_at",
];
interface Task {
  id: number;
  status: string;
  row_count: number | null;
  error: string | null;
}
async function ask(s: Setting, name: string, input: object): Promise<Task> {
  const answer = JSON.parse((await once(s.oursPort, s.ours(name, input))).text) as { ret: number; msg: string; body: Task };
  if (answer.ret !== 0) throw new Error(`${name}: ${answer.msg}`);
  return answer.body;
}

interface Made {
  seconds: number;
  rows: number;
  growthMb: number;
}
async function oursExport(s: Setting): Promise<Made> {
  const before = residentMb(s.oursPid);
  let peak = before;
  const started = performance.now();
  const { id } = await ask(s, "export_add", {
    endpoint: "order_query",
    filter: {},
    format: "csv",
    columns: COLUMNS,
    idempotency_key: randomUUID(),
  });
  for (;;) {
    await sleep(100);
    peak = Math.max(peak, residentMb(s.oursPid));
    const task = await ask(s, "export_get", { id });
    if (task.status === "done")
      return { seconds: (performance.now() - started) / 1000, rows: task.row_count ?? 0, growthMb: peak - before };
    if (task.status === "failed" || task.status === "cancelled") throw new Error(`export ${task.status}: ${task.error}`);
  }
}

/** No endpoint orders a full export: for the time of this one tasks are full by default. */
async function fullExport(s: Setting): Promise<Made> {
  const client = new pg.Client({ connectionString: s.url });
  await client.connect();
  const byDefault = (masked: boolean) => client.query(`alter table export_tasks alter column is_masked set default ${masked}`);
  try {
    await byDefault(false);
    return await oursExport(s);
  } finally {
    await byDefault(true);
    await client.end();
  }
}

const PAIRS = 3;
export async function measureExport(s: Setting): Promise<ExportResult> {
  const bareS = await bareExport(s.barePort);
  const first = await oursExport(s);
  const ratios: number[] = [];
  for (let masked = first; ; masked = await oursExport(s)) {
    ratios.push((await fullExport(s)).seconds / masked.seconds);
    if (ratios.length === PAIRS) break;
  }
  const fullRatio = ratios.sort((a, b) => a - b)[Math.floor(PAIRS / 2)] ?? 0;
  return { oursS: first.seconds, bareS, fullRatio, rows: first.rows, growthMb: first.growthMb };
}
