/** Policies registered by the insurer's sheet, each row judged for itself; a dry run writes nothing. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { policyApi } from "@visadesk/contract/finance/insurance/policy.ts";
import { isDay } from "@visadesk/contract/kit/day.ts";
import type { Ctx } from "#kit/call/context.ts";
import { attempt } from "#kit/db/attempt.sql.ts";
import { raw, rows } from "#kit/db/sql.ts";
import { badInput, refuse, Refusal } from "#kit/http/refuse.ts";
import { dayTyped } from "../invoice/invoice-import.ts";
import { heldPolicy } from "./policy-held.ts";
import { assertPdf, registerIssued } from "./policy.moves.ts";
import { policyNoFault, policyNoOf } from "./policy.rules.ts";
import { policyOfApply } from "./policy.sql.ts";

type Endpoint = typeof policyApi.policy_sheet_import;
type Line = Parsed<Endpoint>["rows"][number];
type Told = Output<Endpoint>["rows"][number];
const HEAD_ROWS = 1;

function faultOf({ apply_no, policy_no }: Line, days: readonly string[]): string | null {
  if (apply_no === "") return "请填写投保编号";
  const fault = policyNoFault(policyNoOf(policy_no));
  if (fault !== null) return fault;
  return days.every(isDay) ? null : "起保日与止保日应为 2026-11-24 这样的日期";
}

/** Days that the sheet leaves out are those the policy was asked for with. */
async function register(ctx: Ctx, line: Line, file: string): Promise<void> {
  const seen = line.apply_no === "" ? undefined : await policyOfApply(ctx, line.apply_no);
  if (!seen) refuse("not_found", line.apply_no === "" ? "请填写投保编号" : "投保编号不存在或无权查看");
  const p = await heldPolicy(ctx, seen);
  if (p.policy_status !== "to_issue") refuse("state_changed", "只有待出单的保单可以登记");
  const start_on = dayTyped(line.start_on) || (p.start_on ?? "");
  const end_on = dayTyped(line.end_on) || (p.end_on ?? "");
  const fault = faultOf(line, [start_on, end_on]);
  if (fault !== null) throw new Refusal("bad_input", fault);
  await registerIssued(ctx, p, { policy_no: line.policy_no, start_on, end_on, file });
}

/** The same paper or number twice in one sheet: the second is wrong. */
function doubles(list: readonly Line[]): Map<number, string> {
  const seen = new Map<string, number>();
  const faults = new Map<number, string>();
  for (const [n, l] of list.entries())
    for (const key of [`投保编号 ${l.apply_no.toUpperCase()}`, `保单号 ${policyNoOf(l.policy_no)}`]) {
      const before = seen.get(key);
      if (before === undefined) seen.set(key, n);
      else faults.set(n, `与第${before + 1 + HEAD_ROWS}行的${key.split(" ")[0]}重复`);
    }
  return faults;
}

/** In order of papers, so that two sheets at once do not wait for each other in a ring. */
export async function sheetImport({ rows: list, file, dry_run }: Parsed<Endpoint>, ctx: Ctx): Promise<Output<Endpoint>> {
  if (file === undefined && !dry_run) throw badInput({ path: "file", message: "请上传保单文件" });
  if (file !== undefined) await assertPdf(ctx, file);
  const twice = doubles(list);
  const told: Told[] = [];
  const order = list.map((line, n) => ({ line, n })).toSorted((a, b) => a.line.apply_no.localeCompare(b.line.apply_no));
  if (dry_run) await rows(ctx.db, raw("savepoint sheet_trial"));
  for (const { line, n } of order) {
    const double = twice.get(n);
    const refusal = double === undefined ? await attempt(ctx.db, () => register(ctx, line, file ?? "trial")) : { message: double };
    told.push({ row: n + 1 + HEAD_ROWS, apply_no: line.apply_no, fault: refusal?.message ?? null });
  }
  if (dry_run) await rows(ctx.db, raw("rollback to savepoint sheet_trial"));
  const done = told.filter((r) => r.fault === null).length;
  return { rows: told.toSorted((a, b) => a.row - b.row), done: dry_run ? 0 : done };
}
