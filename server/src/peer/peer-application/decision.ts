/** What whoever passes an application gives the peer: level, group, owners; what he leaves open is worked out. */
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { LevelCode } from "@visadesk/contract/peer/level/level.words.ts";
import type { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import { OWNER_ROLES, type OwnerRole } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { badInput } from "#kit/http/refuse.ts";
import { workerMay } from "../../account/index.ts";
import { loadOf, placeOwners, roomFault } from "../peer/place-owners.ts";
import type { StoredApplication } from "./application.sql.ts";

export type Asked = Omit<Parsed<typeof peerApplicationApi.peer_application_approve>, "rows" | "idempotency_key">;
export interface Decision {
  level_id: LevelCode;
  service_group_id: number | null;
  bd_owner_id: number | null;
  cs_owner_id: number | null;
}
const LOWEST: LevelCode = "V1";

async function ownerIssues(ctx: Ctx, role: OwnerRole, worker: number): Promise<Issue[]> {
  const path = `${role}_owner_id`;
  if (!(await workerMay(ctx.db, worker, may.peer))) return [{ path, message: `${OWNER_ROLES[role]}须为启用且有「同行列表」权限的员工` }];
  const load = (await loadOf(ctx.db, [worker])).get(worker);
  const fault = load ? roomFault(load) : null;
  return fault === null ? [] : [{ path, message: `${fault}，请选择其他人` }];
}

async function groupIssues(ctx: Ctx, group: number): Promise<Issue[]> {
  const there = await row(ctx.db, q`select g.id from peer_groups g where g.id = ${group} and g.kind = 'service' and g.status = 1`);
  return there ? [] : [{ path: "service_group_id", message: "服务分组不存在或已停用，请重新选择" }];
}
async function levelIssues(ctx: Ctx, level: LevelCode): Promise<Issue[]> {
  const there = await row(ctx.db, q`select l.code from peer_levels l where l.code = ${level} and l.status = 1`);
  return there ? [] : [{ path: "level_id", message: "该等级已停用，请重新选择" }];
}

/** Under `holdAdmission`: a manager's room is counted for one peer after the other. */
export async function decisionOf(ctx: Ctx, a: StoredApplication, asked: Asked): Promise<Decision> {
  const { level_id = LOWEST, service_group_id = null } = asked;
  const issues = [
    ...(await levelIssues(ctx, level_id)),
    ...(service_group_id === null ? [] : await groupIssues(ctx, service_group_id)),
    ...(asked.bd_owner_id ? await ownerIssues(ctx, "bd", asked.bd_owner_id) : []),
    ...(asked.cs_owner_id ? await ownerIssues(ctx, "cs", asked.cs_owner_id) : []),
  ];
  if (issues.length > 0) throw badInput(...issues);
  const place = await placeOwners(ctx, a.address);
  const ofPlace = (role: OwnerRole): number | null => place.find((o) => o.role === role)?.worker_id ?? null;
  return {
    level_id,
    service_group_id,
    bd_owner_id: asked.bd_owner_id === undefined ? ofPlace("bd") : asked.bd_owner_id,
    cs_owner_id: asked.cs_owner_id === undefined ? ofPlace("cs") : asked.cs_owner_id,
  };
}
