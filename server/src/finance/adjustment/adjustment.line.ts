/** What speaks against an adjustment about a line of a statement: another account or amount, or taken by others already. */
import type { RefusalCode } from "@visadesk/contract/kit/errors.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { storedLine } from "../bank/statement-line.sql.ts";
import type { Asked } from "./adjustment.rules.ts";
import { bankItemOf, claimedOf } from "./parked.sql.ts";

interface LineFault {
  code: RefusalCode;
  path: string;
  message: string;
}
const fault = (code: RefusalCode, message: string): LineFault[] => [{ code, path: "statement_line_id", message }];

export async function lineFaults(ctx: Pick<Ctx, "db">, a: Asked & { id?: number }): Promise<LineFault[]> {
  const { statement_line_id: id, id: own = 0 } = a;
  if (id === null) return [];
  if (!(await row(ctx.db, q`select 1 from statement_lines where id = ${id}`))) return fault("not_found", "流水不存在");
  const line = await storedLine(ctx.db, id);
  if (line.company_account_id !== a.company_account_id) return fault("guard_failed", "流水不属于所选的资金账户");
  if (a.kind === "bank_item") {
    const other = await bankItemOf(ctx.db, id, own);
    if (other !== null) return fault("duplicate", `该流水已有登记费息的调账单 ${other}`);
    if (line.line_status !== "open") return fault("taken", "该流水已被匹配");
    if (line.direction !== a.direction) return fault("guard_failed", "流水的收付方向与费息不一致");
    return line.amount === a.amount ? [] : fault("amount_mismatch", `流水金额为 ${money(line.amount)}，与费息不一致`);
  }
  if (line.line_status !== "parked") return fault("guard_failed", "该流水没有挂账");
  const left = line.amount - ((await claimedOf(ctx.db, [id], own)).get(id) ?? 0);
  return (a.amount ?? 0) <= left ? [] : fault("insufficient_balance", `该流水挂账只剩 ${money(left)}`);
}
