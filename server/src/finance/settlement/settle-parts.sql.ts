/** What hangs on settlements: what they were settled with, and their files. */
import { keysOf } from "#kit/files/objects.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { SettleKind } from "@visadesk/contract/finance/settle.words.ts";
import type { supplierSettleApi } from "@visadesk/contract/finance/supplier-settle.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { heldIn } from "#kit/files/file-keys.ts";
import { and, or, q, row, rows, type Sql } from "#kit/db/sql.ts";
import type { FileAccess } from "../../files/index.ts";
import { settleScope } from "./settlement.sql.ts";

type Caller = Pick<Ctx, "db" | "me">;
export const allocationsOf = (db: Db, id: number) =>
  rows<Output<typeof supplierSettleApi.supplier_settle_allocation_query>["list"][number]>(
    db,
    q`select x.id, x.source, coalesce(j.no, '') as ref_no, x.amount, x.undone_at is not null as is_undone, x.created_at from settle_allocations x
      left join journals j on j.id = x.journal_id where x.settlement_id = ${id} order by x.id`,
  );

/** Kinds by the screens somebody holds. */
const CODES: Readonly<Record<SettleKind, number>> = {
  supplier: may.supplier_settle,
  insurer: may.supplier_settle,
  carrier: may.express_settle,
  peer: may.peer_settle,
};
/** Settlements `s` that the caller may open, of whatever kind. */
export function seenSettlements(ctx: Pick<Ctx, "me">): Sql {
  const own = keysOf(CODES).filter((k) => ctx.me.codes.has(CODES[k]));
  const peers = own.filter((k) => k === "peer");
  const others = own.filter((k) => k !== "peer");
  return or([settleScope(ctx, others), ...(peers.length > 0 ? [settleScope(ctx, peers)] : [])]);
}
export async function mayReadSettleFile(ctx: Caller, id: number, key: string): Promise<FileAccess | null> {
  const found = await row<{ settle_no: string }>(
    ctx.db,
    q`select s.settle_no from settlements s where ${and([
      q`s.id = ${id}`,
      seenSettlements(ctx),
      q`(${key} = any(s.files || s.confirm_proof) or exists (select 1 from settle_notes n where n.settlement_id = s.id and ${key} = any(n.files)))`,
    ])}`,
  );
  return found ? { noun_no: found.settle_no, label: "结算凭据", is_identity: false, filename: null } : null;
}
export const settleFilesInUse = async (db: Db, keys: readonly string[]): Promise<string[]> =>
  (
    await rows<{ key: string }>(
      db,
      q`select distinct a.key from (select unnest(files || confirm_proof) as key from settlements union all select unnest(files) from settle_notes) a
        where a.key = any(${[...keys]}::text[])`,
    )
  ).map((r) => r.key);
export const heldFiles = heldIn("settlements", "files", "confirm_proof");
