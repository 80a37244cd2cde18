/** What of a person's papers a product's list of today would change. What was approved or waived by staff stays. */
import type { PaperImpactRow, Slot } from "../../product/index.ts";
import type { Material } from "../flow/facts.ts";
import { NOT_NEEDED } from "../material/material-slots.ts";
import { UNAPPROVED } from "../material/material.rules.ts";

/** Why a paper is not asked for any more; it comes back when the list has it again. */
export const NOT_LISTED = "商品资料清单已调整，不再需要";
const BY_RULE: readonly (string | null)[] = [NOT_LISTED, NOT_NEEDED];
/** A form is filled by the version the order was sold with: lists of later do not touch it. */
export const FORM_KIND = 5;

export type HeldPaper = Pick<
  Material,
  "id" | "document_id" | "kind" | "name" | "material_status" | "waive_reason" | "copies" | "owner" | "group_key" | "need_n"
>;
export interface PaperChange {
  kind: PaperImpactRow["changes"][number]["kind"];
  /** The paper as the list has it; null for one that leaves. */
  slot: Slot | null;
  /** What the person has; null for one that is new. */
  held: HeldPaper | null;
}

type Asked = Pick<HeldPaper, "owner" | "group_key" | "need_n">;
const sameRule = (a: Asked, b: Asked): boolean => a.owner === b.owner && a.group_key === b.group_key && a.need_n === b.need_n;

function changesOf(slot: Slot, held: HeldPaper | undefined): PaperChange[] {
  if (!held) return [{ kind: "add", slot, held: null }];
  if (held.material_status === "waived") return BY_RULE.includes(held.waive_reason) ? [{ kind: "add", slot, held }] : [];
  if (!UNAPPROVED.includes(held.material_status)) return [];
  return [
    ...(held.copies === slot.copies ? [] : [{ kind: "copies" as const, slot, held }]),
    ...(sameRule(held, slot) ? [] : [{ kind: "rule" as const, slot, held }]),
  ];
}

/** `due`: the papers of this person by the list of today. */
export function paperChanges(held: readonly HeldPaper[], due: readonly Slot[]): PaperChange[] {
  const wanted = due.filter((s) => s.kind !== FORM_KIND);
  const listed = new Set(wanted.map((s) => s.document_id));
  const mine = held.filter((m) => m.document_id !== null && m.kind !== FORM_KIND);
  const known = new Map(mine.map((m) => [m.document_id, m]));
  const gone = mine.filter((m) => !listed.has(m.document_id ?? 0) && UNAPPROVED.includes(m.material_status));
  return [
    ...wanted.flatMap((s) => changesOf(s, known.get(s.document_id))),
    ...gone.map((m) => ({ kind: "cancel" as const, slot: null, held: m })),
  ];
}

const OWNERS: Readonly<Record<string, string>> = { must: "必交", optional: "建议", ours: "我方凭证" };
const ruleText = (a: Asked): string => `${OWNERS[a.owner] ?? a.owner}${a.group_key ? `，同组任选${a.need_n}` : ""}`;
const copiesText = (n: number): string => `${n}份`;

/** A change as people read it. */
export function changeWords({ kind, slot, held }: PaperChange): {
  kind: PaperChange["kind"];
  name: string;
  before: string | null;
  after: string | null;
} {
  const name = slot?.name ?? held?.name ?? "";
  if (kind === "copies") return { kind, name, before: copiesText(held?.copies ?? 0), after: copiesText(slot?.copies ?? 0) };
  if (kind === "rule") return { kind, name, before: held && ruleText(held), after: slot && ruleText(slot) };
  return { kind, name, before: null, after: kind === "add" && slot ? ruleText(slot) : null };
}

/** One sentence of everything that changed. */
export function changeSentence(changes: readonly PaperChange[]): string {
  const of = (kind: PaperChange["kind"]): string[] => changes.filter((c) => c.kind === kind).map((c) => changeWords(c).name);
  const moved = changes
    .map(changeWords)
    .filter((c) => c.kind === "copies" || c.kind === "rule")
    .map((c) => `${c.name}由${c.before ?? ""}改为${c.after ?? ""}`);
  const [added, gone] = [of("add"), of("cancel")];
  return [added.length > 0 && `新增${added.join("、")}`, gone.length > 0 && `取消${gone.join("、")}`, ...moved].filter(Boolean).join("；");
}

/** What the customer has to hand in because of it; optional papers are no request. */
export const toHandIn = (changes: readonly PaperChange[]): string[] =>
  changes.flatMap(({ kind, slot, held }) => {
    if (slot?.owner !== "must") return [];
    if (kind === "add") return [slot.copies > 1 ? `${slot.name}（${slot.copies}份）` : slot.name];
    return kind === "copies" && slot.copies > (held?.copies ?? 0) ? [`${slot.name}（共${slot.copies}份）`] : [];
  });
