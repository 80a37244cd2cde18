/** Exhibitions planned, mended, ended and called off. */
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { peerExhibitionFlow } from "@visadesk/contract/peer/exhibition/exhibition.flow.ts";
import { peerExhibitionApi } from "@visadesk/contract/peer/exhibition/peer-exhibition.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serveHolding } from "#kit/call/serve.ts";
import { q, rows } from "#kit/db/sql.ts";
import type { HeldFiles } from "#kit/files/file-keys.ts";
import { definedOf } from "#kit/files/objects.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import { addRow, lockRow, saveRow } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import { workerMay } from "../../account/index.ts";
import { peerExhibitionNoun } from "./exhibition.noun.ts";
import { byDates } from "./exhibition.jobs.ts";
import { closeFault, exhibitionReads, exhibitionShown, type ExhibitionDoors } from "./exhibition.read.ts";
import { exhibitionFiles } from "./exhibition-files.sql.ts";
import { NO_EXHIBITION } from "./exhibition-scope.sql.ts";
import { heldExhibition, notInvitable, type ExhibitionRow, type StoredExhibition } from "./exhibition.sql.ts";

type Api = typeof peerExhibitionApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Facts = Omit<In<"peer_exhibition_add">, "idempotency_key">;
const DONE = { ok: true } as const;
const NO_HOLDER = "须在职，且有展会管理权限";

export const mayFollow = (ctx: Pick<Ctx, "db">, worker: number): Promise<boolean> => workerMay(ctx.db, worker, may.peer_exhibition);

/** Of what was typed anew; what stands already is not judged again. */
async function peopleIssues(ctx: Ctx, after: Facts, before: Facts | null): Promise<Issue[]> {
  const issues: Issue[] = [];
  if (after.owner_id !== before?.owner_id && !(await mayFollow(ctx, after.owner_id)))
    issues.push({ path: "owner_id", message: `负责人${NO_HOLDER}` });
  const joined = after.staff_ids.filter((id) => !before?.staff_ids.includes(id));
  const atWork = new Set(
    (await rows<{ id: number }>(ctx.db, q`select id from workers where id = any(${joined}::int8[]) and status = 1`)).map((w) => w.id),
  );
  if (joined.some((id) => !atWork.has(id))) issues.push({ path: "staff_ids", message: "参展人员须为启用的账号" });
  const asked = after.invited_peer_ids.filter((id) => !before?.invited_peer_ids.includes(id));
  if ((await notInvitable(ctx.db, asked)).length > 0) issues.push({ path: "invited_peer_ids", message: "邀请名单只能选合作中的同行" });
  return issues;
}
/** Codes and coupons are of those who keep them. */
async function linkIssues(ctx: Ctx, doors: ExhibitionDoors, after: Facts, before: Facts | null): Promise<Issue[]> {
  const newly = <K extends "qrcode_id" | "gift_coupon_id">(name: K): number[] => {
    const id = after[name];
    return id === null || id === before?.[name] ? [] : [id];
  };
  const [qrcode_ids, coupon_ids] = [newly("qrcode_id"), newly("gift_coupon_id")];
  if (qrcode_ids.length + coupon_ids.length === 0) return [];
  const names = await doors.activity.names(ctx.db, { qrcode_ids, coupon_ids });
  return [
    ...qrcode_ids.flatMap((id) => (names.has(`qrcode:${id}`) ? [] : [{ path: "qrcode_id", message: "渠道码不存在" }])),
    ...coupon_ids.flatMap((id) => (names.has(`coupon:${id}`) ? [] : [{ path: "gift_coupon_id", message: "礼品券不存在" }])),
  ];
}
/** Its days moved it already. */
function dateIssues(after: Facts, before: StoredExhibition | null, today: string): Issue[] {
  if (after.end_on < after.start_on) return [{ path: "end_on", message: "结束日期不能早于开始日期" }];
  if (before === null || before.exhibition_status === "preparing") return [];
  if (after.start_on !== before.start_on) return [{ path: "start_on", message: "展会已开始，开始日期不能修改" }];
  const isOver = before.exhibition_status === "reviewing" && after.end_on !== before.end_on;
  if (isOver) return [{ path: "end_on", message: "展会已闭展，结束日期不能修改" }];
  return after.end_on < today && after.end_on !== before.end_on ? [{ path: "end_on", message: "结束日期不能早于今天" }] : [];
}
async function checkFacts(ctx: Ctx, doors: ExhibitionDoors, after: Facts, before: StoredExhibition | null): Promise<void> {
  const issues = [
    ...dateIssues(after, before, dayOf(ctx.now)),
    ...(await peopleIssues(ctx, after, before)),
    ...(await linkIssues(ctx, doors, after, before)),
  ];
  if (issues.length > 0) throw badInput(...issues);
}

async function add(input: In<"peer_exhibition_add">, ctx: Ctx, doors: ExhibitionDoors): Promise<ExhibitionRow> {
  const { idempotency_key: _, ...facts } = input;
  await checkFacts(ctx, doors, facts, null);
  const { id } = await addRow(ctx, peerExhibitionNoun, { ...facts, costs: JSON.stringify(facts.costs ?? []) });
  await byDates(ctx, id);
  return exhibitionShown(ctx, doors, id);
}

async function update({ id, version, ...input }: In<"peer_exhibition_update">, ctx: Ctx, doors: ExhibitionDoors): Promise<ExhibitionRow> {
  const before = found(await heldExhibition(ctx, id), NO_EXHIBITION);
  await lockRow(ctx, peerExhibitionNoun, { id, version, current: before });
  const isOver = before.exhibition_status === "closed" || before.exhibition_status === "cancelled";
  refuseUnless(!isOver, "locked", `展会${peerExhibitionFlow.states[before.exhibition_status].label}，不能修改`);
  const { costs, ...set } = definedOf(input);
  await checkFacts(ctx, doors, { ...before, ...set }, before);
  const written = { ...set, ...(costs && { costs: JSON.stringify(costs) }), updated_at: ctx.now };
  await saveRow(ctx, peerExhibitionNoun, { id, version, set: written });
  return exhibitionShown(ctx, doors, id);
}

type Move = "close" | "cancel";
const TO = { close: "closed", cancel: "cancelled" } as const;
async function move(ctx: Ctx, name: Move, { id, version }: { id: number; version: number }, reason?: string): Promise<typeof DONE> {
  const e = found(await heldExhibition(ctx, id), NO_EXHIBITION);
  const words = peerExhibitionFlow.states;
  expectUnmoved(e, version, () => `现在是「${words[e.exhibition_status].label}」`);
  refuseUnless(
    peerExhibitionFlow.moves[name].from.some((s) => s === e.exhibition_status),
    "state_changed",
  );
  const fault = name === "close" ? closeFault(e) : null;
  if (fault !== null) refuse("guard_failed", fault);
  const set = { ...(reason !== undefined && { cancel_reason: reason }), updated_at: ctx.now };
  await moveRow(ctx, peerExhibitionNoun, name, { id, version, to: TO[name], set });
  const change = { field: "exhibition_status", label: "状态", before: words[e.exhibition_status].label, after: words[TO[name]].label };
  ctx.note({ noun: "peer_exhibition", noun_id: id, noun_no: e.name, changes: [change], ...(reason !== undefined && { reason }) });
  return DONE;
}

const heldFiles: HeldFiles = async (ctx, input, keys) => exhibitionFiles(ctx.db, Number(input["id"] ?? 0), keys);
export const peerExhibitionServer = (doors: ExhibitionDoors) =>
  serveHolding(peerExhibitionApi, heldFiles, {
    ...exhibitionReads(doors),
    peer_exhibition_add: (input, ctx) => add(input, ctx, doors),
    peer_exhibition_update: (input, ctx) => update(input, ctx, doors),
    peer_exhibition_close: (input, ctx) => move(ctx, "close", input),
    peer_exhibition_cancel: ({ reason, ...seen }, ctx) => move(ctx, "cancel", seen, reason),
  });
