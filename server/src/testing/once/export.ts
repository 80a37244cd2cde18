/** Bodies for the keyed endpoints of exports. */
import type { InputOf } from "@visadesk/contract/index.ts";
import { q, row } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";

export function exportOnce(app: () => TestApp, admin: () => Client) {
  /** A full export that somebody else asked for and a second person has not seen. */
  const asked = async (): Promise<{ id: number; version: number }> => {
    const found = await row<{ id: number; version: number }>(
      app().db,
      q`insert into export_tasks (export_no, worker_id, endpoint, title, filter, columns, format, expected_count, is_masked, reason, status, created_at)
        select ${crypto.randomUUID()}, id, 'order_query', '订单列表', '{}', array['order_no'], 'csv', null, false, '核对联系方式', 'pending', ${app().clock.now()}
        from workers where account = 'finance' returning id, version`,
    );
    if (!found) throw new Error("no finance");
    return found;
  };
  const bodies = {
    export_add: (): Promise<Omit<InputOf<"export_add">, "idempotency_key">> =>
      Promise.resolve({ endpoint: "role_query", filter: {}, format: "csv" }),
    export_rerun: async () => {
      const made = await admin().call("export_add", {
        endpoint: "role_query",
        filter: {},
        format: "csv",
        idempotency_key: crypto.randomUUID(),
      });
      await admin().call("export_cancel", { id: made.id });
      return { id: made.id };
    },
    export_approve: asked,
    export_reject: async () => ({ ...(await asked()), reason: "用途不清楚" }),
  };
  const other = {
    export_add: { format: "xlsx" as const },
    export_rerun: { id: 1 },
    export_approve: { version: 99 },
    export_reject: { version: 99 },
  };
  return { bodies, other };
}
