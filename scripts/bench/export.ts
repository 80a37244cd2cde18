/** The whole list as CSV: ours as a background export with masking, bare as a stream. */
import { get } from "node:http";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { residentMb, type Setting } from "./setting.ts";
import { once } from "./wire.ts";

export interface ExportResult {
  oursS: number;
  bareS: number;
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

export async function measureExport(s: Setting): Promise<ExportResult> {
  const bareS = await bareExport(s.barePort);
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
      return { oursS: (performance.now() - started) / 1000, bareS, rows: task.row_count ?? 0, growthMb: peak - before };
    if (task.status === "failed" || task.status === "cancelled") throw new Error(`export ${task.status}: ${task.error}`);
  }
}
