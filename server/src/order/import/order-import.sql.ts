/** Imports of orders as they are kept: sealed groups that wait, and what became of those that are made. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { orderImportApi } from "@visadesk/contract/order/import/order-import.ts";
import { z } from "@visadesk/contract/kit/field.ts";
import { orderApi } from "@visadesk/contract/order/order.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, type Sql } from "#kit/db/sql.ts";
import { openText, sealText } from "#kit/seal/seal.ts";
import type { ReadyGroup } from "./import-judge.ts";

export type Import = Output<typeof orderImportApi.order_import>;
export type Result = Import["results"][number];

/** As they went through JSON. */
const waitingGroups = z.array(z.object({ lines: z.array(z.int()), entry: orderApi.order_add.input.omit({ idempotency_key: true }) }));
const place = (row_key: string) => ({ table: "order_imports", column: "waiting", row: row_key });

const SHOWN = q`id, import_status, group_count, done_count, results, created_at`;
const one = (db: Db, where: Sql): Promise<Import | undefined> => row<Import>(db, q`select ${SHOWN} from order_imports where ${where}`);

/** Of whoever imported it, nobody else's. */
export const ownImport = (db: Db, id: number, worker: number): Promise<Import | undefined> =>
  one(db, q`id = ${id} and created_by = ${worker}`);
export const ownRunning = (db: Db, worker: number): Promise<Import | undefined> =>
  one(db, q`import_status = 'running' and created_by = ${worker}`);

/** Undefined while another import of the same worker runs. */
export const addImport = (db: Db, of: { worker: number; groups: readonly ReadyGroup[]; now: Date }): Promise<Import | undefined> => {
  const row_key = crypto.randomUUID();
  return row<Import>(
    db,
    q`insert into order_imports (row_key, waiting, group_count, created_by, created_at)
      values (${row_key}, ${sealText(place(row_key), JSON.stringify(of.groups))}, ${of.groups.length}, ${of.worker}, ${of.now})
      on conflict (created_by) where import_status = 'running' do nothing returning ${SHOWN}`,
  );
};

interface Running {
  row_key: string;
  waiting: string;
  done_count: number;
  group_count: number;
  created_by: number;
}
/** What of a running import is still to be made, locked where a group is made of it. */
export async function runningImport(
  db: Db,
  id: number,
): Promise<(Pick<Running, "done_count" | "group_count" | "created_by"> & { groups: readonly ReadyGroup[] }) | null> {
  const r = await row<Running>(
    db,
    q`select row_key, waiting, done_count, group_count, created_by from order_imports where id = ${id} and import_status = 'running' for update`,
  );
  return r ? { ...r, groups: waitingGroups.parse(JSON.parse(openText(place(r.row_key), r.waiting))) } : null;
}

/** Only if no other runner was quicker. */
export const keepResult = (db: Db, id: number, at: number, result: Result): Promise<{ id: number } | undefined> =>
  row<{ id: number }>(
    db,
    q`update order_imports set done_count = done_count + 1, results = results || ${JSON.stringify([result])}::jsonb
      where id = ${id} and import_status = 'running' and done_count = ${at} returning id`,
  );

export const endImport = (db: Db, id: number, to: "done" | "failed", now: Date): Promise<unknown> =>
  row(
    db,
    q`update order_imports set import_status = ${to}, waiting = null, finished_at = ${now} where id = ${id} and import_status = 'running'`,
  );
