/** 退款政策: what a customer gets back at each stage. Published versions never change; orders pin the one in force. */
import { refundPolicy, refundPolicyApi } from "@visadesk/contract/base-data/refund-policy.ts";
import { GRID_LABELS, gridChanges, REFUND_STAGES, type RefundRow } from "@visadesk/contract/base-data/refund.rules.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { labelOf } from "@visadesk/contract/kit/field.ts";
import { richChange } from "@visadesk/contract/kit/rich-text.ts";
import { VISA_FORMS } from "@visadesk/contract/product/sku/sku.ts";
import { cellChanges, type Cell } from "#kit/call/changes.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { isoTimes } from "#kit/call/json-times.ts";
import { moveRow } from "#kit/noun/move.ts";
import { definedOf, only } from "#kit/files/objects.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serve, type Served } from "#kit/call/serve.ts";
import type { Doors } from "../doors.ts";
import { recordServer, replaceServer } from "../record/record.ts";
import { publishFault, startOf } from "./refund-policy.rules.ts";
import {
  insertDraft,
  isPolicyNamed,
  lockPolicy,
  policyList,
  policyOfVersion,
  policyPicks,
  policyView,
  replacedVersions,
  versionAt,
  versionsOf,
  versionView,
  type PolicyHead,
  type PolicyRow,
  type VersionRow,
} from "./refund-policy.sql.ts";
import { orderTrial, trial } from "./refund-trial.ts";
import { refundPolicyVersionNoun } from "./refund-policy.noun.ts";
import { lockRow, removeRow, saveRow } from "#kit/noun/save.ts";
import { refundPolicyNoun } from "./refund-policy.noun.ts";

type Api = typeof refundPolicyApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
const NO_POLICY = "退款政策不存在";
const NO_VERSION = "退款政策版本不存在";

const shown = (row: PolicyRow): PolicyRow => ({ ...row, in_force: isoTimes(row.in_force), next: isoTimes(row.next) });
const viewed = async (ctx: Ctx, doors: Doors, id: number): Promise<PolicyRow> =>
  shown(found(await policyView(ctx.db, id, doors.product, ctx.now), NO_POLICY));
const seen = async (ctx: Ctx, id: number): Promise<VersionRow> => found(await versionView(ctx.db, id, ctx.now), NO_VERSION);

const noteOf = (ctx: Ctx, policy: Pick<PolicyHead, "id" | "name">, changes: readonly FieldChange[], reason?: string): void =>
  ctx.note({ noun: "refund_policy", noun_id: policy.id, noun_no: policy.name, changes, ...(reason !== undefined && { reason }) });

async function assertFree(ctx: Ctx, name: string, except: number | null): Promise<void> {
  if (await isPolicyNamed(ctx.db, name, except)) refuse("duplicate", "名称已存在", { issues: [{ path: "name", message: "名称已存在" }] });
}

const formWords = (forms: readonly string[]): string => {
  const words: Readonly<Record<string, string>> = VISA_FORMS;
  return forms.map((form) => words[form] ?? form).join("、");
};
type Facts = Pick<PolicyHead, "name" | "forms" | "remark">;
const cells = (of: Facts): Cell[] =>
  (["name", "forms", "remark"] as const).map((field) => ({
    field,
    label: labelOf(refundPolicy, field),
    value: field === "forms" ? formWords(of.forms) : of[field],
  }));
const factChanges = (before: Facts | null, after: Facts): FieldChange[] => cellChanges(before && cells(before), cells(after));

/** Disabled until it has a version in force: nothing can be sold under a policy that says nothing. */
async function insertPolicy(ctx: Ctx, facts: Facts): Promise<number> {
  await assertFree(ctx, facts.name, null);
  const { id } = await ctx.db
    .insertInto("refund_policies")
    .values({ ...facts, status: 0, created_by: ctx.me.worker_id, created_at: ctx.now, updated_at: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  noteOf(ctx, { id, name: facts.name }, factChanges(null, facts));
  return id;
}

async function policyUpdate({ id, version, ...set }: In<"refund_policy_update">, ctx: Ctx): Promise<void> {
  const policy = found(await lockPolicy(ctx.db, id), NO_POLICY);
  await lockRow(ctx, refundPolicyNoun, { id, version, current: policy });
  const facts: Facts = only({ ...policy, ...definedOf(set) }, ["name", "forms", "remark"]);
  await assertFree(ctx, facts.name, id);
  await saveRow(ctx, refundPolicyNoun, { id, version, set: { ...facts, updated_at: ctx.now }, told: true });
  noteOf(ctx, { id, name: facts.name }, factChanges(policy, facts));
}

/** A new policy whose draft is what the other one says now, or would say. */
async function policyCopy({ id, name }: In<"refund_policy_copy">, ctx: Ctx): Promise<number> {
  const policy = found(await lockPolicy(ctx.db, id), NO_POLICY);
  const versions = await versionsOf(ctx.db, id, ctx.now);
  const copy = await insertPolicy(ctx, { name, forms: policy.forms, remark: policy.remark });
  const source = versions.find((v) => v.is_in_force) ?? versions[0];
  if (source) await insertDraft(ctx.db, { policy_id: copy, clause: source.clause, grid: source.grid }, ctx.me.worker_id, ctx.now);
  return copy;
}

/** What a version says against another one, as the log keeps it. */
const versionChanges = (before: { clause: string; grid: readonly RefundRow[] } | null, after: VersionRow): FieldChange[] => [
  ...(before?.clause === after.clause || (!before && after.clause === "")
    ? []
    : [{ field: "clause", label: "条款", ...richChange(before?.clause ?? null, after.clause) }]),
  ...gridChanges(before?.grid ?? [], after.grid).map((c) => ({
    field: `grid.${c.stage}.${c.field}`,
    label: `${REFUND_STAGES[c.stage]} ${GRID_LABELS[c.field]}`,
    before: c.before,
    after: c.after,
  })),
];

async function versionSave(input: In<"refund_policy_version_save">, ctx: Ctx): Promise<VersionRow> {
  const policy = found(await lockPolicy(ctx.db, input.policy_id), NO_POLICY);
  const before = input.id === undefined ? null : await seen(ctx, input.id);
  const id = before ? await draftUpdate(ctx, policy, before, input) : await draftAdd(ctx, policy, input);
  const after = await seen(ctx, id);
  noteOf(ctx, policy, versionChanges(before, after), `第${after.version_no}版草稿`);
  return after;
}

async function draftAdd(ctx: Ctx, policy: PolicyHead, { clause, grid }: In<"refund_policy_version_save">): Promise<number> {
  const versions = await versionsOf(ctx.db, policy.id, ctx.now);
  const other = versions.find((v) => v.state === "draft");
  if (other) refuse("duplicate", `${other.created_by_name ?? "其他同事"}已起草第${other.version_no}版，请刷新后在该草稿上修改`);
  return found(await insertDraft(ctx.db, { policy_id: policy.id, clause, grid }, ctx.me.worker_id, ctx.now)).id;
}

async function draftUpdate(ctx: Ctx, policy: PolicyHead, before: VersionRow, input: In<"refund_policy_version_save">): Promise<number> {
  refuseUnless(before.policy_id === policy.id, "not_found", NO_VERSION);
  refuseUnless(before.state === "draft", "state_changed", `第${before.version_no}版已发布，不能再修改，请重新起草`);
  const set = { clause: input.clause, grid: JSON.stringify(input.grid) };
  await saveRow(ctx, refundPolicyVersionNoun, { id: before.id, version: input.version ?? 0, set, current: before, told: true });
  return before.id;
}

/** The version with its policy locked, as it is behind whoever held the lock before. */
async function lockedVersion(ctx: Ctx, id: number): Promise<{ policy: PolicyHead; version: VersionRow }> {
  const { policy_id } = found(await policyOfVersion(ctx.db, id), NO_VERSION);
  const policy = found(await lockPolicy(ctx.db, policy_id), NO_POLICY);
  return { policy, version: await seen(ctx, id) };
}

async function versionRemove(input: In<"refund_policy_version_remove">, ctx: Ctx): Promise<{ ok: true }> {
  const { policy, version } = await lockedVersion(ctx, input.id);
  refuseUnless(version.state === "draft", "state_changed");
  await removeRow(ctx, refundPolicyVersionNoun, { ...input, current: version });
  noteOf(ctx, policy, [{ field: "draft", label: "草稿", before: `第${version.version_no}版`, after: null }]);
  return { ok: true };
}

async function versionPublish(input: In<"refund_policy_version_publish">, ctx: Ctx): Promise<VersionRow> {
  const { policy, version } = await lockedVersion(ctx, input.id);
  // Before the version: whoever comes second hears that it is published, not that somebody edited it.
  refuseUnless(version.state === "draft", "state_changed");
  await lockRow(ctx, refundPolicyVersionNoun, { ...input, current: version });
  const fault = publishFault(version);
  if (fault) refuse(fault.code, fault.message);
  const at = startOf(input.effective_from ?? null, ctx.now);
  if (!at) throw badInput({ path: "effective_from", message: "生效时间须晚于现在" });
  const same = await versionAt(ctx.db, policy.id, at);
  if (same) refuse("overlap", `第${same.version_no}版也在这一时刻生效，请换一个时间`);
  await moveRow(ctx, refundPolicyVersionNoun, "publish", {
    id: version.id,
    version: input.version,
    to: "published",
    set: { effective_from: at, published_by: ctx.me.worker_id, published_at: ctx.now },
  });
  const former = (await versionsOf(ctx.db, policy.id, at)).find((v) => v.state !== "draft" && v.id !== version.id);
  await retireReplaced(ctx, policy);
  const after = await seen(ctx, version.id);
  noteOf(ctx, policy, versionChanges(former ?? null, after), `发布第${after.version_no}版`);
  return after;
}

/** Former versions end where a later one is in force. */
export async function retireReplaced(ctx: Ctx, policy: Pick<PolicyHead, "id" | "name">): Promise<number> {
  const former = await replacedVersions(ctx.db, policy.id, ctx.now);
  for (const { id, version_no } of former) {
    await moveRow(ctx, refundPolicyVersionNoun, "retire", { id, to: "retired" });
    noteOf(ctx, policy, [{ field: "state", label: `第${version_no}版`, before: "已发布", after: "已停用" }]);
  }
  return former.length;
}

export const refundPolicyServer = (doors: Doors): { readonly [K in keyof Api]: Served } =>
  serve(refundPolicyApi, {
    refund_policy_query: async (input, ctx) => {
      const page = await pageOf<PolicyRow>(ctx.db, input, policyList(input, doors.product, ctx.now));
      return { ...page, list: page.list.map(shown) };
    },
    refund_policy_get: async ({ id }, ctx): Promise<Output<Api["refund_policy_get"]>> => ({
      ...(await viewed(ctx, doors, id)),
      versions: await versionsOf(ctx.db, id, ctx.now),
    }),
    refund_policy_pick: async ({ keyword }, ctx) => ({ list: await policyPicks(ctx.db, keyword, ctx.now) }),
    refund_policy_add: async (input, ctx) => viewed(ctx, doors, await insertPolicy(ctx, input)),
    refund_policy_update: async (input, ctx) => {
      await policyUpdate(input, ctx);
      return viewed(ctx, doors, input.id);
    },
    refund_policy_copy: async (input, ctx) => viewed(ctx, doors, await policyCopy(input, ctx)),
    refund_policy_version_save: versionSave,
    refund_policy_version_remove: versionRemove,
    refund_policy_version_publish: versionPublish,
    refund_policy_trial: trial,
    refund_policy_order_trial: (input, ctx) => orderTrial(doors, input, ctx),
    ...recordServer(
      {
        noun: "refund_policy",
        label: "退款政策",
        notReady: async ({ id }, ctx) =>
          (await viewed(ctx, doors, Number(id))).in_force === null ? "还没有生效的版本，请先发布一个版本" : null,
      },
      doors,
    ),
    ...replaceServer({ noun: "refund_policy", label: "退款政策" }, doors),
  });
