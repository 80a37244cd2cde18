/** What people write about a person in sheets, as the values we keep; null for what cannot be read. No zod. */
import { idCardBirth, idCardFault } from "../kit/patterns.ts";
import { IDENTITIES } from "../product/sku/sku.words.ts";

const DATE = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;

/** 2026/1/2, 2026.01.02, 2026年1月2日, 20260102 to 2026-01-02; null for a day that does not exist. */
export function readDay(text: string): string | null {
  const found = DATE.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (!found) return null;
  const day = `${found[1]}-${found[2]?.padStart(2, "0")}-${found[3]?.padStart(2, "0")}`;
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null;
}

export const readGender = (text: string): "male" | "female" | null =>
  /^(男|M|male)$/i.test(text) ? "male" : /^(女|F|female)$/i.test(text) ? "female" : null;

/** By its key, its label, or the beginning of one of the label's words: 在职, 无业. */
export const readIdentity = (text: string): string | null => {
  const isMeant = (key: string, label: string): boolean =>
    text === key || text === label || (text.length > 1 && label.split("/").some((part) => part.startsWith(text)));
  return Object.entries(IDENTITIES).find(([key, label]) => isMeant(key, label))?.[0] ?? null;
};

interface Identified {
  id_card_no?: string | null | undefined;
  birth_date?: string | null | undefined;
  gender?: string | null | undefined;
}
/** What an ID number says fills what is left empty; a wrong one fills nothing. */
export function withIdCard<P extends Identified>(person: P): P {
  const id = person.id_card_no;
  if (!id || id.length !== 18 || idCardFault(id)) return person;
  return {
    ...person,
    birth_date: person.birth_date ?? idCardBirth(id),
    gender: person.gender ?? (Number(id[16]) % 2 === 1 ? "male" : "female"),
  };
}
