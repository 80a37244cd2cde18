/** What a configuration must be to be kept: said at its field. */
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import { formFault, type FormField } from "@visadesk/contract/peer/work-order/work-order.rules.ts";
import type { ConfigScope, HandlerKind } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { q, row } from "#kit/db/sql.ts";
import type { Db } from "#kit/db/db.ts";
import { badInput } from "#kit/http/refuse.ts";
import { workerMay } from "../../account/index.ts";
import { scopedNames } from "./work-order-config.sql.ts";
import type { EscalateStep } from "./work-order.sql.ts";

export interface ConfigFacts {
  scope: ConfigScope;
  scope_ids: readonly string[];
  fields: readonly FormField[];
  reply_minutes: number;
  resolve_minutes: number;
  handler: HandlerKind;
  team_id: number | null;
  escalate: readonly EscalateStep[];
}
const OF = { level: "等级", group: "分组", peer: "同行" } as const;

async function scopeFault(db: Db, f: ConfigFacts): Promise<string | null> {
  if (f.scope === "all") return f.scope_ids.length > 0 ? "适用全部同行时不用选择对象" : null;
  if (f.scope_ids.length === 0) return `请选择适用的${OF[f.scope]}`;
  if (new Set(f.scope_ids).size < f.scope_ids.length) return `适用的${OF[f.scope]}不能重复`;
  const names = await scopedNames(db, f.scope, f.scope_ids);
  return f.scope_ids.some((id) => !names.has(id)) ? `适用的${OF[f.scope]}不存在，请重新选择` : null;
}
async function teamFault(db: Db, f: ConfigFacts): Promise<string | null> {
  if (f.handler !== "team") return f.team_id === null ? null : "处理人为团队时才选择处理团队";
  if (f.team_id === null) return "请选择处理团队";
  return (await row(db, q`select id from teams where id = ${f.team_id} and status = 1`)) ? null : "处理团队已停用，请重新选择";
}
async function stepFault(db: Db, steps: readonly EscalateStep[]): Promise<string | null> {
  if (steps.some((s, i) => i > 0 && s.at_percent <= (steps[i - 1]?.at_percent ?? 0))) return "每级升级的占比须大于上一级";
  for (const { to, worker_id = null } of steps) {
    if (to !== "worker" && worker_id !== null) return "升级给指定员工时才选择员工";
    if (to === "worker" && worker_id === null) return "请选择升级给的员工";
    // He hears of matters of whichever peer: by number and title.
    if (to === "worker" && !(await workerMay(db, worker_id ?? 0, may.peer_work_order))) return "升级给的员工须在职，且有工单权限";
  }
  return null;
}

export async function configIssues(db: Db, f: ConfigFacts): Promise<Issue[]> {
  const faults: Readonly<Record<string, string | null>> = {
    reply_minutes: f.reply_minutes < f.resolve_minutes ? null : "首响时限须小于解决时限",
    fields: formFault(f.fields),
    scope_ids: await scopeFault(db, f),
    team_id: await teamFault(db, f),
    escalate: await stepFault(db, f.escalate),
  };
  return Object.entries(faults).flatMap(([path, message]) => (message === null ? [] : [{ path, message }]));
}
export async function checkConfig(db: Db, f: ConfigFacts): Promise<void> {
  const issues = await configIssues(db, f);
  if (issues.length > 0) throw badInput(...issues);
}
