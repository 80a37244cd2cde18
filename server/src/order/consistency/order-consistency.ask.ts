/** How the people of an order fit together, by its facts, and what of it was accepted. */
import { isAddress } from "@visadesk/contract/kit/field.ts";
import { textHashes } from "#kit/seal/seal.ts";
import { addressText } from "../../base-data/index.ts";
import type { ConsistencyAccept, Facts, Person } from "../flow/facts.ts";
import { openAnswers, type FormAnswers } from "../material/form-answers.ts";
import { compared, type Companion, type ComparedRow, type Conflict, type Trip } from "./order-consistency.rules.ts";

const GONE: readonly string[] = ["cancelled", "refunded"];
/** A form that is still being filled in says nothing yet. */
const HANDED_IN: readonly (string | null)[] = ["submitted", "locked"];
function answersOf(p: Person): FormAnswers {
  const all: FormAnswers = {};
  for (const m of p.materials)
    if (m.kind === 5 && (HANDED_IN.includes(m.form_status) || m.material_status === "passed"))
      Object.assign(all, openAnswers(m.id, m.form_answers));
  return all;
}

type Asked = Pick<Facts, "order" | "people" | "today">;
export const tripOf = (f: Asked): Trip => ({
  travel_date: f.order.travel_date,
  return_date: f.order.return_date,
  today: f.today,
});
export const companionsOf = (f: Asked): Companion[] =>
  f.people
    .filter((p) => !GONE.includes(p.applicant_status))
    .map((p) => ({
      id: p.id,
      seq: p.seq,
      name_cn: p.name_cn,
      relation: p.relation,
      gender: p.gender,
      birth_date: p.birth_date,
      address: isAddress(p.address) ? addressText(p.address) : null,
      answers: answersOf(p),
    }));
export const comparedOf = (f: Asked): ComparedRow[] => compared(companionsOf(f), tripOf(f));

const placeOf = (orderId: number, c: Conflict, id: number): string => `order_consistencies ${orderId} ${c.rule} ${id}`;
/** What each person says, as it is kept with an acceptance. */
export const marksOf = (orderId: number, c: Conflict): Record<string, string> =>
  Object.fromEntries([...c.values].map(([id, value]) => [id, textHashes(placeOf(orderId, c, id), value)[0] ?? ""]));
/** The same as one word, for who accepts what he saw. */
export const seenOf = (marks: Readonly<Record<string, string>>): string =>
  textHashes(
    "order_consistencies seen",
    Object.keys(marks)
      .sort((a, b) => Number(a) - Number(b))
      .map((id) => `${id} ${marks[id]}`)
      .join("\n"),
  )[0] ?? "";

/** The newest acceptance that still says what these people say; one who left it takes nothing away. */
export const acceptedBy = (orderId: number, c: Conflict, accepts: readonly ConsistencyAccept[]): ConsistencyAccept | null =>
  accepts.find(
    (a) =>
      a.rule === c.rule &&
      a.applicant_id === c.applicant_id &&
      [...c.values].every(([id, value]) => textHashes(placeOf(orderId, c, id), value).includes(a.marks[id] ?? "")),
  ) ?? null;

/** What stands open of a person, as his review may not pass by it; null where nothing does. */
export function inconsistency(f: Asked & Pick<Facts, "accepts">, p: Pick<Person, "id">): string | null {
  const { accepts } = f;
  if (accepts === null) return null;
  const open = comparedOf(f)
    .flatMap((r) => r.conflicts)
    .filter((c) => c.values.has(p.id) && !acceptedBy(f.order.id, c, accepts));
  if (open.length === 0) return null;
  return `同行人有 ${open.length} 项不一致：${open.map((c) => c.text).join("；")}。请改正，或在「同行人」里填写原因接受`;
}
