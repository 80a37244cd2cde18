/** Pure decisions about papers: what is kept of a form, and what a change says in the log. */
import { isDeepStrictEqual } from "node:util";
import { paperFaults, type Fault } from "@visadesk/contract/base-data/paper/document.rules.ts";
import { paperForms, type PaperForm, type PaperNoun } from "@visadesk/contract/base-data/paper/document.ts";
import { metaOf, shapeOf, type z } from "@visadesk/contract/kit/field.ts";
import { richChange } from "@visadesk/contract/kit/rich-text.ts";
import type { FieldChange } from "#kit/call/context.ts";
import { cellOf } from "#kit/export/exported.ts";
import { issuesOf, judged } from "#kit/call/input.ts";

export type Values = Readonly<Record<string, unknown>>;

/** The fields of a kind out of a stored row or an input; what is absent stays so. */
export const fieldsOf = (noun: PaperNoun, from: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(paperForms[noun].shape).flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]] as const])),
  );

/** A stored paper with what was typed; made a single page, it has one. */
export const changed = (before: Values, typed: Values): Values => ({
  ...before,
  ...(typed["page_type"] === 0 && { max_pages: 1 }),
  ...typed,
});

/** Judges a whole paper as if it had been typed in. Sizes of a photo that `before` has already are not judged again. */
export function readPaper(noun: PaperNoun, values: Values, before?: Values): { form: PaperForm } | { faults: readonly Fault[] } {
  const parsed = judged(paperForms[noun], values);
  if (!parsed.success) return { faults: issuesOf(paperForms[noun], parsed.error.issues) };
  const form: PaperForm = parsed.data;
  const isSamePhoto = before !== undefined && isDeepStrictEqual(before["photo_rule"], form.photo_rule);
  const faults = paperFaults(isSamePhoto ? { ...form, photo_rule: null } : form);
  return faults.length > 0 ? { faults } : { form };
}

/** What a form leaves in the table: the fixed parts of its kind, and what products read out of a photo's rule. */
export function storedOf(noun: PaperNoun, form: PaperForm) {
  const { photo_rule, ...plain } = form;
  return {
    ...plain,
    ...(noun === "application" && { category: 2, sub_type: "application" }),
    ...(photo_rule && {
      photo_rule: JSON.stringify(photo_rule),
      formats: photo_rule.formats,
      copies: Math.max(1, photo_rule.paper_copies),
    }),
  };
}

/** Field by field, in the words of the screen; the sizes of a photo one by one. */
export function changesOf(type: z.core.$ZodType, before: Values | null, after: Values, under = ""): FieldChange[] {
  return Object.entries(shapeOf(type)).flatMap(([name, field]) => {
    const [was, is] = [before?.[name], after[name]];
    if (isDeepStrictEqual(was, is)) return [];
    const meta = metaOf(field);
    if (!meta || meta.kind === "object") return isValues(is) ? changesOf(field, isValues(was) ? was : null, is, `${name}.`) : [];
    const said =
      meta.kind === "rich_text"
        ? richChange(typeof was === "string" ? was : null, typeof is === "string" ? is : "")
        : { before: cellOf(meta, was), after: cellOf(meta, is) };
    const change = { field: under + name, label: meta.label, ...said };
    return (change.before ?? "") === (change.after ?? "") ? [] : [change];
  });
}
const isValues = (v: unknown): v is Values => typeof v === "object" && v !== null && !Array.isArray(v);

interface Known {
  countries: ReadonlySet<string>;
  reasons: ReadonlySet<number>;
  files: ReadonlySet<string>;
}
/** Files a paper shows to customers. */
export const filesOf = (f: PaperForm): string[] => [
  ...f.samples_good,
  ...f.samples_bad,
  ...[f.template_file, f.pdf_file].filter((k) => typeof k === "string"),
];

/** Records the paper names that there are not, or no more; what `before` named already may stay. */
export function unknownFaults(form: PaperForm, known: Known, before?: PaperForm): Fault[] {
  const kept = { reasons: new Set(before?.reason_ids), files: new Set(before && filesOf(before)) };
  const isFile = (key: string | null | undefined): boolean => !key || known.files.has(key) || kept.files.has(key);
  const faults: Fault[] = [];
  if (!form.country_ids.every((c) => known.countries.has(c))) faults.push({ path: "country_ids", message: "适用国家不存在，请重新选择" });
  if (!form.reason_ids.every((r) => known.reasons.has(r) || kept.reasons.has(r)))
    faults.push({ path: "reason_ids", message: "常见不合格原因已停用或不适用于此类资料，请重新选择" });
  for (const path of ["samples_good", "samples_bad"] as const)
    if (!form[path].every(isFile)) faults.push({ path, message: "样例文件不存在，请重新上传" });
  for (const path of ["template_file", "pdf_file"] as const)
    if (!isFile(form[path])) faults.push({ path, message: "文件不存在，请重新上传" });
  return faults;
}
