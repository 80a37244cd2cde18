/** A configuration goes live in place of the one before it, or ends. Whoever publishes one of a code waits for the others of it. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { workOrderConfigApi } from "@visadesk/contract/peer/work-order/work-order-config.ts";
import { workOrderConfigFlow } from "@visadesk/contract/peer/work-order/work-order.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { found, refuse } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import type { SetOf } from "#kit/noun/noun.ts";
import { lockRow } from "#kit/noun/save.ts";
import { configIssues } from "./work-order-config.check.ts";
import { scopeTexts, storedConfig, type StoredConfigDetail } from "./work-order-config.sql.ts";
import { workOrderConfigNoun } from "./work-order.noun.ts";

type In<K extends keyof typeof workOrderConfigApi> = Parsed<(typeof workOrderConfigApi)[K]>;
export const NO_CONFIG = "工单配置不存在";
const DONE = { ok: true } as const;
const WORDS = workOrderConfigFlow.states;

async function moved(
  ctx: Ctx,
  c: { id: number; name: string; version?: number },
  move: "publish" | "retire" | "replace",
  set: SetOf<"work_order_configs">,
  reason?: string,
): Promise<void> {
  const [to, before] = move === "publish" ? (["live", "draft"] as const) : (["retired", "live"] as const);
  await moveRow(ctx, workOrderConfigNoun, move, {
    id: c.id,
    version: c.version,
    to,
    set: { ...set, updated_at: ctx.now },
    missing: NO_CONFIG,
  });
  ctx.note({
    noun: "work_order_config",
    noun_id: c.id,
    noun_no: c.name,
    ...(reason !== undefined && { reason }),
    changes: [{ field: "config_status", label: "状态", before: WORDS[before].label, after: WORDS[to].label }],
  });
}

interface Live {
  id: number;
  name: string;
  scope_ids: string[];
  config_version: number;
}
/** Live ones of the scope that share somebody with the draft. */
const liveBeside = (ctx: Ctx, c: StoredConfigDetail): Promise<Live[]> =>
  rows(
    ctx.db,
    q`
    select id, name, scope_ids, config_version from work_order_configs
    where code = ${c.code} and scope = ${c.scope} and config_status = 'live' and id <> ${c.id}
      and (id = ${c.based_on}::int8 or scope = 'all' or scope_ids && ${[...c.scope_ids]}::text[]) order by id`,
  );
/** The same people, or the version it was drafted from; one that only overlaps is somebody else's. */
const isBefore = (c: StoredConfigDetail, l: Live): boolean =>
  l.id === c.based_on || [...l.scope_ids].sort().join() === [...c.scope_ids].sort().join();

export async function publish({ id, version }: In<"work_order_config_publish">, ctx: Ctx): Promise<typeof DONE> {
  const { code } = found(await row<{ code: string }>(ctx.db, q`select code from work_order_configs where id = ${id}`), NO_CONFIG);
  // In one order for everybody: two drafts of a code are published one after the other.
  await rows(ctx.db, q`select id from work_order_configs where code = ${code} order by id for update`);
  const c = found(await storedConfig(ctx.db, id), NO_CONFIG);
  if (c.config_status === "draft" && c.version === version) {
    const [issue] = await configIssues(ctx.db, c);
    if (issue) refuse("guard_failed", issue.message);
  }
  const beside = c.config_status === "draft" ? await liveBeside(ctx, c) : [];
  const other = beside.find((l) => !isBefore(c, l));
  if (other) refuse("overlap", `「${other.name}」已对其中一部分同行发布，请先停用，或改适用范围`);
  const set = {
    published_at: ctx.now,
    published_by: ctx.me.worker_id,
    based_on: c.based_on ?? beside[0]?.id ?? null,
    config_version: Math.max(c.config_version, ...beside.map((l) => l.config_version + 1)),
  };
  // The old one first: two live ones of one place are refused by the table.
  for (const l of beside) await moved(ctx, l, "replace", { retired_at: ctx.now }, `由新版本替换：${(await scopeTexts(ctx.db, [c]))(c)}`);
  await moved(ctx, { id, name: c.name, version }, "publish", set);
  return DONE;
}

export const retireFault = (c: { is_system: boolean; scope: string }): string | null =>
  c.is_system && c.scope === "all" ? "系统规则正在使用" : null;
export async function retire({ id, version, reason }: In<"work_order_config_retire">, ctx: Ctx): Promise<typeof DONE> {
  const c = await lockRow(ctx, workOrderConfigNoun, { id, version, missing: NO_CONFIG });
  const fault = c.config_status === "live" ? retireFault(c) : null;
  if (fault) refuse("in_use", fault);
  await moved(ctx, { id, name: c.name, version }, "retire", { retired_at: ctx.now }, reason);
  return DONE;
}
