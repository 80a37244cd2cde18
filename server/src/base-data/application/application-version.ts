/** 申请表版本: drafts are rewritten, what was published never changes, orders are judged by the version they were sold with. */
import { isDeepStrictEqual } from "node:util";
import { applicationVersionApi } from "@visadesk/contract/base-data/paper/application-version.ts";
import { diffSections, diffWords } from "@visadesk/contract/base-data/paper/application-diff.ts";
import { trial } from "@visadesk/contract/base-data/paper/application-fill.ts";
import { formFaults, keyFaults, type FormFault } from "@visadesk/contract/base-data/paper/application.rules.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { moveRow } from "#kit/noun/move.ts";
import { conflict, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { serve, type Served } from "#kit/call/serve.ts";
import {
  draftOf,
  formOf,
  liveOf,
  lockedForm,
  markTried,
  publishedVersions,
  startDraft,
  versionHeads,
  versionOf,
  type VersionHead,
  type VersionRow,
} from "./application-version.sql.ts";
import type { Doors } from "../doors.ts";
import { applicationVersionNoun } from "./application-version.noun.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";

type Api = typeof applicationVersionApi;
type Saved = Output<Api["application_version_save"]>;
const NO_FORM = "申请表不存在";
const NO_VERSION = "版本不存在";

/** What still keeps a version from being published; nothing does once it is. */
async function faultsOf(ctx: Ctx, v: VersionRow): Promise<FormFault[]> {
  return v.state === "draft"
    ? [...formFaults(v.sections), ...keyFaults(v.sections, await publishedVersions(ctx.db, v.application_id))]
    : [];
}
const shown = async (ctx: Ctx, id: number): Promise<Saved> => {
  const v = found(await versionOf(ctx.db, id), NO_VERSION);
  return { ...v, faults: await faultsOf(ctx, v) };
};

const noteVersion = (ctx: Ctx, form: { name: string }, v: VersionHead, changes: FieldChange[]): void =>
  ctx.note({ noun: "application_version", noun_id: v.id, noun_no: `${form.name} 第${v.version_no}版`, changes });

async function save(input: Parsed<Api["application_version_save"]>, ctx: Ctx): Promise<Saved> {
  const form = found(await lockedForm(ctx.db, input.application_id), NO_FORM);
  const text = { sections: JSON.stringify(input.sections), note: input.note, by: ctx.me.worker_id, now: ctx.now };
  const before = input.id === null ? null : found(await versionOf(ctx.db, input.id), NO_VERSION);
  if (before) {
    refuseUnless(before.application_id === form.id, "not_found", NO_VERSION);
    refuseUnless(before.state === "draft", "state_changed", "草稿已发布，请刷新后再修改");
    const { by: updated_by, now: updated_at, sections, note } = text;
    // Other questions than before have to be tried anew.
    const tried = isDeepStrictEqual(before.sections, input.sections) ? {} : { previewed_at: null };
    const set = { sections, note, updated_by, updated_at, ...tried };
    await saveRow(ctx, applicationVersionNoun, { id: before.id, version: input.version, set, current: before, told: true });
  } else {
    const other = await draftOf(ctx.db, form.id);
    if (other) throw conflict(TEXTS.conflict, await shown(ctx, other.id));
  }
  const after = await shown(ctx, before?.id ?? (await startDraft(ctx.db, form.id, text)));
  const base = before ?? (await liveOf(ctx.db, form.id));
  noteVersion(ctx, form, after, [
    { field: "sections", label: "题目", before: null, after: diffWords(diffSections(base?.sections ?? [], after.sections)) || "没有改动" },
  ]);
  return after;
}

/** One after another under the form's lock: who comes second finds no draft any more. */
async function publish(input: Parsed<Api["application_version_publish"]>, ctx: Ctx): Promise<VersionHead> {
  const at = found(await versionOf(ctx.db, input.id), NO_VERSION);
  const form = found(await lockedForm(ctx.db, at.application_id), NO_FORM);
  const draft = found(await versionOf(ctx.db, input.id), NO_VERSION);
  refuseUnless(draft.state === "draft", "state_changed");
  await lockRow(ctx, applicationVersionNoun, { ...input, current: draft });
  const [fault, ...rest] = await faultsOf(ctx, draft);
  if (fault) {
    const more = rest.length > 0 ? `（另有${rest.length}处）` : "";
    refuse(fault.code, `${fault.message}${more}`, { issues: [fault, ...rest].map(({ path, message }) => ({ path, message })) });
  }
  refuseUnless(draft.previewed_at !== null, "incomplete", "请先用历史申请人试填");
  const former = await liveOf(ctx.db, form.id);
  if (former)
    await moveRow(ctx, applicationVersionNoun, "retire", {
      id: former.id,
      to: "retired",
      set: { retired_at: ctx.now },
    });
  await moveRow(ctx, applicationVersionNoun, "publish", {
    id: draft.id,
    version: input.version,
    to: "published",
    set: { published_at: ctx.now, published_by: ctx.me.worker_id },
    missing: NO_VERSION,
  });
  noteVersion(ctx, form, draft, [
    { field: "state", label: "状态", before: "草稿", after: "已发布" },
    {
      field: "sections",
      label: "题目",
      before: null,
      after: diffWords(diffSections(former?.sections ?? [], draft.sections)) || "没有改动",
    },
  ]);
  return found(await versionOf(ctx.db, draft.id), NO_VERSION);
}

/** Fills a version with a past applicant; a draft of these very questions may be published afterwards. */
async function preview(
  doors: Doors,
  input: Parsed<Api["application_version_preview"]>,
  ctx: Ctx,
): Promise<Output<Api["application_version_preview"]>> {
  const v = found(await versionOf(ctx.db, input.id), NO_VERSION);
  const form = found(await formOf(ctx.db, v.application_id), NO_FORM);
  const person = found(
    await doors.forms.trialPerson(ctx, { application_id: form.id, applicant_id: input.applicant_id }),
    "申请人不存在或无权查看",
  );
  const { facts, answers, ...applicant } = person;
  if (v.state === "draft") await markTried(ctx.db, v, ctx.now);
  noteVersion(ctx, form, v, [{ field: "applicant_id", label: "试填申请人", before: null, after: applicant.applicant_no }]);
  return {
    lines: trial(v.sections, facts, answers),
    applicant,
    previewed_at: v.state === "draft" ? ctx.now.toISOString() : v.previewed_at,
    version: v.version,
  };
}

export const applicationVersionServer = (doors: Doors): { readonly [K in keyof Api]: Served } =>
  serve(applicationVersionApi, {
    application_version_query: async ({ application_id }, ctx) => {
      found(await formOf(ctx.db, application_id), NO_FORM);
      return { list: await versionHeads(ctx.db, application_id) };
    },
    application_version_get: ({ id }, ctx) => shown(ctx, id),
    application_version_save: save,
    application_version_publish: publish,
    application_version_preview: (input, ctx) => preview(doors, input, ctx),
    application_trial_pick: async (input, ctx) => {
      const form = found(await formOf(ctx.db, input.application_id), NO_FORM);
      return {
        list: await doors.forms.trialApplicants(ctx, { application_id: form.id, country_ids: form.country_ids, keyword: input.keyword }),
      };
    },
  });
