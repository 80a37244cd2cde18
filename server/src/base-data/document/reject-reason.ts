import { DOCUMENT_KINDS } from "@visadesk/contract/base-data/base-data.ts";
import { rejectReasonApi } from "@visadesk/contract/base-data/paper/reject-reason.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { cellChanges, type Cell } from "#kit/call/changes.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { definedOf } from "#kit/files/objects.ts";
import { pageOf } from "#kit/db/page.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serve, type Served } from "#kit/call/serve.ts";
import type { Doors } from "../doors.ts";
import { insertReason, isReasonText, lockedReasons, mergeReason, onlyReasonFor, reasonList, type ReasonRow } from "./reject-reason.sql.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import { rejectReasonNoun } from "./reject-reason.noun.ts";

type Api = typeof rejectReasonApi;
type Form = Pick<ReasonRow, "text" | "advice" | "kinds">;

const DONE = { ok: true } as const;
const DAYS_90 = 90 * 86_400_000;
const KIND_WORDS = new Map<number, string>(Object.entries(DOCUMENT_KINDS).map(([kind, word]) => [Number(kind), word]));
const kindsText = (kinds: readonly number[]): string => kinds.map((k) => KIND_WORDS.get(k) ?? "").join("、");

const shown = (r: Form): Cell[] => [
  { field: "text", label: "原因", value: r.text },
  { field: "advice", label: "给客户的建议", value: r.advice },
  { field: "kinds", label: "适用资料", value: kindsText(r.kinds) },
];
const changesOf = (before: Form | null, after: Form): FieldChange[] => cellChanges(before && shown(before), shown(after));
const note = (ctx: Ctx, r: { id: number; text: string }, changes: FieldChange[]): void =>
  ctx.note({ noun: "reject_reason", noun_id: r.id, noun_no: r.text, changes });

const formOf = ({ text, advice, kinds }: Form): Form => ({ text, advice, kinds: [...new Set(kinds)].sort((a, b) => a - b) });

async function locked(ctx: Ctx, { id, version }: { id: number; version: number }): Promise<ReasonRow> {
  const [row] = await lockedReasons(ctx.db, [id]);
  const reason = found(row, "不合格原因不存在");
  await lockRow(ctx, rejectReasonNoun, { id, version, current: reason });
  return reason;
}
const assertFree = async (ctx: Ctx, text: string, except: number | null): Promise<void> =>
  refuseUnless(!(await isReasonText(ctx.db, text, except)), "duplicate", "原因已存在，可直接使用或编辑原有的一条");

async function add(input: Parsed<Api["reject_reason_add"]>, ctx: Ctx): Promise<{ id: number }> {
  const form = formOf(input);
  await assertFree(ctx, form.text, null);
  const id = await insertReason(ctx.db, form, ctx);
  note(ctx, { id, text: form.text }, changesOf(null, form));
  return { id };
}

async function update(input: Parsed<Api["reject_reason_update"]>, ctx: Ctx): Promise<typeof DONE> {
  const reason = await locked(ctx, input);
  const { id: _id, version: _version, ...set } = input;
  const form = formOf({ ...reason, ...definedOf(set) });
  await assertFree(ctx, form.text, reason.id);
  const lost = (await onlyReasonFor(ctx.db, reason.id)).filter((k) => !form.kinds.includes(k));
  refuseUnless(lost.length === 0, "guard_failed", `${kindsText(lost)}资料将没有可选的原因，请先新增`);
  await saveRow(ctx, rejectReasonNoun, { id: reason.id, version: input.version, set: { ...form, updated_at: ctx.now }, told: true });
  note(ctx, { id: reason.id, text: form.text }, changesOf(reason, form));
  return DONE;
}

async function setStatus(input: Parsed<Api["reject_reason_enable"]>, ctx: Ctx, status: 0 | 1): Promise<typeof DONE> {
  const reason = await locked(ctx, input);
  refuseUnless(reason.status !== status, "state_changed");
  refuseUnless(reason.merged_into === null, "guard_failed", "已并入另一条原因，不能启用，请直接使用那一条");
  if (status === 0) {
    const lost = await onlyReasonFor(ctx.db, reason.id);
    refuseUnless(lost.length === 0, "guard_failed", `${kindsText(lost)}资料将没有可选的原因，请先新增`);
  }
  await saveRow(ctx, rejectReasonNoun, { id: reason.id, version: input.version, set: { status, updated_at: ctx.now }, told: true });
  const [before, after] = status === 1 ? ["禁用", "启用"] : ["启用", "禁用"];
  note(ctx, reason, [{ field: "status", label: "状态", before, after }]);
  return DONE;
}

async function merge(input: Parsed<Api["reject_reason_merge"]>, ctx: Ctx): Promise<{ papers: number }> {
  refuseUnless(input.id !== input.into_id, "guard_failed", "请选择另一条原因");
  const both = await lockedReasons(ctx.db, [input.id, input.into_id]);
  const from = found(
    both.find((r) => r.id === input.id),
    "不合格原因不存在",
  );
  const into = found(
    both.find((r) => r.id === input.into_id),
    "并入的原因不存在",
  );
  await lockRow(ctx, rejectReasonNoun, { ...input, current: from });
  refuseUnless(from.merged_into === null, "state_changed", "该原因已并入另一条，请刷新后再试");
  if (into.status === 0) refuse("guard_failed", `「${into.text}」已禁用，请选择启用的原因`);
  const gone = { status: 0, merged_into: into.id, updated_at: ctx.now } as const;
  await saveRow(ctx, rejectReasonNoun, { id: from.id, version: input.version, set: gone, told: true });
  const papers = await mergeReason(ctx, from, into);
  note(ctx, from, [{ field: "merged_into", label: "并入", before: null, after: into.text }]);
  return { papers };
}

export const rejectReasonServer = (doors: Doors): { readonly [K in keyof Api]: Served } =>
  serve(rejectReasonApi, {
    reject_reason_query: (input, ctx) =>
      pageOf(ctx.db, input, reasonList(input, doors.order.rejectCounts(new Date(ctx.now.getTime() - DAYS_90)))),
    reject_reason_add: add,
    reject_reason_update: update,
    reject_reason_merge: merge,
    reject_reason_enable: (input, ctx) => setStatus(input, ctx, 1),
    reject_reason_disable: (input, ctx) => setStatus(input, ctx, 0),
  });
