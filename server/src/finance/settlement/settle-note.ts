/** The thread of a line that is argued about, and of the settlement as a whole. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierSettleApi } from "@visadesk/contract/finance/supplier-settle.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { workerNames } from "../../setting/index.ts";

export interface NewNote {
  settlement_id: number;
  line_id?: number | null | undefined;
  from_them?: boolean | undefined;
  text: string;
  files?: readonly string[] | undefined;
  offered?: number | null | undefined;
}
export const writeNote = (ctx: Ctx, n: NewNote): Promise<unknown> =>
  rows(
    ctx.db,
    q`insert into settle_notes (settlement_id, line_id, from_them, text, files, offered, created_by, created_at)
      values (${n.settlement_id}, ${n.line_id ?? null}, ${n.from_them ?? false}, ${n.text}, ${[...(n.files ?? [])]}::text[], ${n.offered ?? null}, ${ctx.me.worker_id}, ${ctx.now})`,
  );

type Note = Output<typeof supplierSettleApi.supplier_settle_note_query>["list"][number];
export async function notesOf(ctx: Pick<Ctx, "db">, settlementId: number): Promise<Note[]> {
  const list = await rows<Omit<Note, "author_name"> & { created_by: number | null }>(
    ctx.db,
    q`select id, line_id, from_them, text, files, offered, created_by, created_at from settle_notes where settlement_id = ${settlementId} order by id`,
  );
  const names = await workerNames(
    ctx.db,
    list.map((n) => n.created_by),
  );
  return list.map(({ created_by, ...n }) => ({ ...n, author_name: names.get(created_by ?? 0) ?? null }));
}
