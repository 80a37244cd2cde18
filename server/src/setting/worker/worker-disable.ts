/** 停用员工: the preview for anybody at any time, and disabling that leaves nothing without an owner. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { refusalText } from "@visadesk/contract/kit/errors.ts";
import { isSensitive, may, permissionLabel } from "@visadesk/contract/permissions.ts";
import { workerDisableApi } from "@visadesk/contract/setting/worker-disable.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import type { Holding } from "#kit/seal/holding.ts";
import { Refusal, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serve } from "#kit/call/serve.ts";
import { sessionsEnd, type WorkerFacts, workerNoun } from "../../account/index.ts";
import { assertAdminLeft, assertGrant, assertRank, authority, rights, type Authority } from "../grant/authority.ts";
import { handOver, hashOf, inHand, previewRow, receiptChanges, type InHand } from "./hand-over.ts";
import { heldByOthers, itemsHeld, lockExpert } from "./hand-over.sql.ts";
import { isAdmin } from "../role/role.rules.ts";
import { adminCount } from "../setting.sql.ts";
import { managed, visible } from "./worker.managed.ts";
import { workerHead } from "./worker.sql.ts";
import { statusWord } from "./team.rules.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";

type Api = typeof workerDisableApi;
type Preview = Output<Api["worker_disable_preview"]>;
const DONE = { ok: true } as const;
const NOT_MYSELF = "不能停用自己";
const NOTHING_LEFT = "该员工已停用，没有待交接的工作";

const sentenceOf = (check: () => void): string | null => {
  try {
    check();
    return null;
  } catch (e) {
    if (e instanceof Refusal) return e.message;
    throw e;
  }
};

/** Why I could not disable him now, or null. */
async function whyNot(ctx: Ctx, me: Authority, target: WorkerFacts, held: readonly InHand[]): Promise<string | null> {
  if (target.id === me.worker_id) return NOT_MYSELF;
  if (target.status === 0 && held.length === 0) return NOTHING_LEFT;
  const above = sentenceOf(() => assertRank(me, target));
  if (above !== null) return above;
  return target.status === 1 && isAdmin(target.codes) && (await adminCount(ctx.db)) === 1 ? refusalText("last_admin") : null;
}

/** Codes that nobody else holds by an ordinary role. */
async function soleCodes(ctx: Ctx, target: WorkerFacts): Promise<Preview["sole_codes"]> {
  if (target.status === 0) return [];
  const others = await heldByOthers(ctx.db, target.id);
  return target.codes
    .filter((c) => !others.codes.includes(c))
    .map((code) => ({ code, label: permissionLabel(code), is_sensitive: isSensitive(code), is_admin_left: others.has_admin }));
}

async function preview({ id }: { id: number }, ctx: Ctx, holdings: readonly Holding[]): Promise<Preview> {
  const me = await rights(ctx, may.worker);
  const target = await visible(ctx, me, id);
  const held = await inHand(ctx.db, holdings, id, ctx.now);
  const rows: Preview["rows"] = [];
  for (const one of held) rows.push(await previewRow(ctx.db, one, target, ctx.now));
  return {
    ...(await workerHead(ctx.db, id)),
    rows,
    sole_codes: await soleCodes(ctx, target),
    refusal: await whyNot(ctx, me, target, held),
    hash: hashOf(held),
  };
}

/** Sets the status; the row is held by `managed`. */
async function setStatus(ctx: Ctx, target: WorkerFacts, status: 0 | 1, reason: string | null, also: FieldChange[] = []): Promise<void> {
  refuseUnless(target.status !== status, "state_changed");
  const set = { status, updated_at: ctx.now, ...(status === 1 && { must_change: true }) };
  await saveRow(ctx, workerNoun, { id: target.id, version: target.version, set, told: true });
  noteWorker(ctx, target, reason, [
    { field: "status", label: "状态", before: statusWord(target.status), after: statusWord(status) },
    ...also,
  ]);
}

const noteWorker = (ctx: Ctx, target: WorkerFacts, reason: string | null, changes: FieldChange[]): void =>
  ctx.note({ noun: "worker", noun_id: target.id, noun_no: target.account, reason, changes });

/** No further cases, no further calls. */
async function shutOut(ctx: Ctx, target: WorkerFacts): Promise<void> {
  await ctx.db.updateTable("experts").set({ accept_new: false, updated_at: ctx.now }).where("worker_id", "=", target.id).execute();
  await sessionsEnd(ctx, target.id, "disabled");
}

/**
 * Locks in the order in which everybody takes them: orders and the like, the expert's row, the worker himself. From then
 * on nothing new can become his, because a row that names him must first see his.
 */
async function lockAll(ctx: Ctx, me: Authority, id: number, holdings: readonly Holding[]): Promise<WorkerFacts> {
  await visible(ctx, me, id);
  for (const h of holdings) {
    const items = await itemsHeld(ctx.db, h, id, ctx.now);
    await h.lock(
      ctx.db,
      items.map((i) => i.id),
    );
  }
  await lockExpert(ctx.db, id);
  return managed(ctx, me, id);
}

async function disable(
  input: Parsed<Api["worker_disable"]>,
  ctx: Ctx,
  holdings: readonly Holding[],
): Promise<Output<Api["worker_disable"]>> {
  const me = await authority(ctx, may.worker);
  const target = await lockAll(ctx, me, input.id, holdings);
  refuseUnless(target.id !== me.worker_id, "not_allowed", NOT_MYSELF);
  await lockRow(ctx, workerNoun, { id: target.id, version: input.version, current: target });
  const held = await inHand(ctx.db, holdings, target.id, ctx.now);
  if (target.status === 0 && held.length === 0) refuse("state_changed", NOTHING_LEFT);
  if (hashOf(held) !== input.hash) refuse("count_changed", "在手数据已变化，请重新预览");
  const rows = await handOver(ctx, held, target, input);
  if (target.status === 1) await setStatus(ctx, target, 0, input.reason, receiptChanges(rows));
  else noteWorker(ctx, target, input.reason, receiptChanges(rows));
  if (isAdmin(target.codes)) await assertAdminLeft(ctx);
  await shutOut(ctx, target);
  return { rows };
}

async function disableNow(input: Parsed<Api["worker_disable_now"]>, ctx: Ctx): Promise<{ ok: true }> {
  const me = await authority(ctx, may.worker);
  const target = await managed(ctx, me, input.id);
  refuseUnless(target.id !== me.worker_id, "not_allowed", NOT_MYSELF);
  await lockRow(ctx, workerNoun, { id: target.id, version: input.version, current: target });
  await setStatus(ctx, target, 0, input.reason);
  if (isAdmin(target.codes)) await assertAdminLeft(ctx);
  await shutOut(ctx, target);
  return DONE;
}

/** A disabled team has no enabled members; it is disabled and he is enabled under the same lock. */
async function assertTeamOn(ctx: Ctx, { team_id }: WorkerFacts): Promise<void> {
  if (team_id === null) return;
  const team = await ctx.db.selectFrom("teams").select(["name", "status"]).where("id", "=", team_id).executeTakeFirst();
  if (team?.status === 0) refuse("guard_failed", `他的团队“${team.name}”已停用，请先给他换团队或启用该团队`);
}

async function enable(input: Parsed<Api["worker_enable"]>, ctx: Ctx): Promise<{ ok: true }> {
  const me = await authority(ctx, may.worker);
  const target = await managed(ctx, me, input.id);
  await lockRow(ctx, workerNoun, { id: target.id, version: input.version, current: target });
  assertGrant(me, target);
  await assertTeamOn(ctx, target);
  await setStatus(ctx, target, 1, null);
  return DONE;
}

export const workerDisableServer = (holdings: readonly Holding[]) =>
  serve(workerDisableApi, {
    worker_disable_preview: (input, ctx) => preview(input, ctx, holdings),
    worker_disable: (input, ctx) => disable(input, ctx, holdings),
    worker_disable_now: disableNow,
    worker_enable: enable,
  });
