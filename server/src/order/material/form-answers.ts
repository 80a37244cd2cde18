/** Answers of application forms: kept sealed as a whole, for people type numbers of themselves and their families into them. */
import { FILLS } from "@visadesk/contract/base-data/paper/application-fill.ts";
import { mask, SEALED_KINDS, type Personal, type SealedKind } from "@visadesk/contract/kit/mask.ts";
import { isFileKey } from "@visadesk/contract/kit/field.ts";
import { looksMasked } from "@visadesk/contract/kit/patterns.ts";
import { newestSealKey } from "#kit/seal/seal-keys.ts";
import { openText, sealText } from "#kit/seal/seal.ts";
import type { SealSource } from "#kit/seal/seal-move.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { badInput } from "#kit/http/refuse.ts";

export type FormAnswers = Record<string, unknown>;
const placeOf = (materialId: number) => ({ table: "applicant_materials", column: "form_answers", row: materialId });
const isRecord = (v: unknown): v is FormAnswers => typeof v === "object" && v !== null && !Array.isArray(v);

/** The value of the column `form_answers`; an empty form stays `{}`. */
export const sealAnswers = (materialId: number, answers: FormAnswers): FormAnswers =>
  Object.keys(answers).length === 0 ? {} : { sealed: sealText(placeOf(materialId), JSON.stringify(answers)) };

/** What `sealAnswers` made, or answers from before the sealing as they are. */
export function openAnswers(materialId: number, stored: unknown): FormAnswers {
  if (!isRecord(stored)) return {};
  const { sealed } = stored;
  if (typeof sealed !== "string" || !/^[0-9a-f]{8}\./.test(sealed)) return stored;
  const opened: unknown = JSON.parse(openText(placeOf(materialId), sealed));
  return isRecord(opened) ? opened : {};
}

const fills: Readonly<Record<string, { readonly label: string; readonly personal?: Personal }>> = FILLS;
const numberKind = (key: string): SealedKind | undefined =>
  Object.hasOwn(fills, key) ? SEALED_KINDS.find((k) => k === fills[key]?.personal) : undefined;

/** To whoever neither works with a person's papers nor may see them in full: every typed answer masked. */
export const veiledAnswers = (answers: FormAnswers): FormAnswers =>
  Object.fromEntries(Object.entries(answers).map(([key, v]) => [key, veiled(fills[key]?.personal ?? "latin", v)]));
function veiled(kind: Personal, v: unknown): unknown {
  if (typeof v === "string") return isFileKey(v) ? v : mask(kind, v);
  if (Array.isArray(v)) return v.map((x) => veiled("latin", x));
  return isRecord(v) ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, veiled("latin", x)])) : v;
}

/** As a page shows them: the person's own numbers masked, like everywhere else. */
export const shownAnswers = (answers: FormAnswers): FormAnswers =>
  Object.fromEntries(
    Object.entries(answers).map(([key, v]) => {
      const kind = numberKind(key);
      return [key, kind && typeof v === "string" ? mask(kind, v) : v];
    }),
  );

/** What is saved: a mask that comes back stands for the number that is kept; another one is no answer. */
export const savedAnswers = (given: FormAnswers, kept: FormAnswers): FormAnswers =>
  Object.fromEntries(Object.entries(given).map(([key, v]) => [key, savedAnswer(key, v, kept[key])]));
function savedAnswer(key: string, v: unknown, kept: unknown): unknown {
  const kind = numberKind(key);
  if (!kind || typeof v !== "string" || !looksMasked(v)) return v;
  if (typeof kept === "string" && mask(kind, kept) === v) return kept;
  throw badInput({ path: `form_answers.${key}`, message: "这是脱敏显示的内容，请输入完整内容" });
}

const FILLED = q`form_answers is not null and form_answers <> '{}'`;
/** Forms from before the sealing, or under an older key. */
export const formSeals: SealSource = {
  name: "applicant_materials",
  count: async (db) => (await row<{ n: number }>(db, q`select count(*)::int as n from applicant_materials where ${FILLED}`))?.n ?? 0,
  ids: async (db, after, limit) =>
    (
      await rows<{ id: number }>(db, q`select id from applicant_materials where id > ${after} and ${FILLED} order by id limit ${limit}`)
    ).map((r) => r.id),
  seal: async ({ db }, ids) => {
    const found = await rows<{ id: number; form_answers: FormAnswers }>(
      db,
      q`select id, form_answers from applicant_materials where id = any(${[...ids]}::int8[]) and coalesce(form_answers ->> 'sealed', '') not like ${`${newestSealKey().id}.%`}
        order by id for update`,
    );
    for (const m of found)
      await row(
        db,
        q`update applicant_materials set form_answers = ${JSON.stringify(sealAnswers(m.id, openAnswers(m.id, m.form_answers)))} where id = ${m.id}`,
      );
  },
};
