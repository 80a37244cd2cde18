/** Bodies of once.test.ts for statements. */
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { fileOf, importLines, waitingRemittance } from "../make/statement.ts";

const key = () => ({ idempotency_key: crypto.randomUUID() });
let day = 0;
/** A day of its own for each line. */
const nextDay = (): string => `2026-10-${String((day++ % 28) + 1).padStart(2, "0")}`;
export function bankOnce(app: () => TestApp, admin: () => Client) {
  async function line(): Promise<{ id: number; version: number }> {
    // The import of another body may still wait.
    await app().runJobs();
    const [id] = await importLines(app(), admin(), [{ at: nextDay(), income: "3000.00", ref: crypto.randomUUID() }]);
    if (id === undefined) throw new Error("nothing was imported");
    const { version } = await admin().call("statement_line_get", { id });
    return { id, version };
  }
  return {
    bodies: {
      statement_import: async () => {
        const file = fileOf([{ at: nextDay(), income: "12.34", ref: crypto.randomUUID() }]);
        return { ...file, file_name: "一次.csv", new_count: 1, fault_count: 0, ...key() };
      },
      statement_line_match: async () => {
        const r = await waitingRemittance(app(), { amount: 300_000, on: "2026-10-09" });
        return { ...(await line()), targets: [{ target_noun: "remittance" as const, target_id: r.id, amount: 300_000 }], ...key() };
      },
      statement_line_park: async () => ({ ...(await line()), ...key() }),
    },
    other: {
      statement_import: { file_name: "另一份.csv" },
      statement_line_match: { version: 99 },
      statement_line_park: { version: 99 },
    },
  };
}
