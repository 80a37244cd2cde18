/** What is wrong with person data beyond the form of its fields, and which papers a person needs. */
import { idCardBirth, idCardFault, passportFault, patterns } from "@visadesk/contract/kit/patterns.ts";
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import type { Address } from "@visadesk/contract/kit/field.ts";
import type { SnapshotBody } from "@visadesk/contract/product/snapshot.ts";
import { accepts, type Acceptance } from "../../base-data/index.ts";
import type { ApplicantRow } from "../flow/facts.ts";
import { ageOn, documentsFor, type Slot } from "../../product/index.ts";

export interface PersonData {
  name_cn?: string | null | undefined;
  surname_en?: string | null | undefined;
  given_name_en?: string | null | undefined;
  gender?: string | null | undefined;
  birth_date?: string | null | undefined;
  nationality?: string | undefined;
  id_card_no?: string | null | undefined;
  passport_no?: string | null | undefined;
  passport_issue_date?: string | null | undefined;
  passport_expiry_date?: string | null | undefined;
}
const LATIN = /^[A-Z][A-Z ]*$/;

/** Faults with the field they belong to; `prefix` stands before the field's name. */
export function personFaults(p: PersonData, today: string, prefix = ""): Issue[] {
  const faults: Issue[] = [];
  const add = (field: string, message: string | null | false | undefined): void =>
    void (message && faults.push({ path: `${prefix}${field}`, message }));
  add("surname_en", p.surname_en && !LATIN.test(p.surname_en) && "填写大写拼音，与护照一致");
  add("given_name_en", p.given_name_en && !LATIN.test(p.given_name_en) && "填写大写拼音，与护照一致");
  add("birth_date", p.birth_date && p.birth_date >= today && "出生日期须早于今天");
  add(
    "passport_no",
    p.passport_no &&
      (passportFault(p.passport_no, p.nationality ?? "CN") ?? (patterns.code.re.test(p.passport_no) ? null : "请输入正确的护照号")),
  );
  add(
    "passport_expiry_date",
    p.passport_issue_date && p.passport_expiry_date && p.passport_expiry_date <= p.passport_issue_date && "有效期须晚于签发日",
  );
  if (p.id_card_no) add("id_card_no", idCardFault(p.id_card_no) ?? idCardMismatch(p.id_card_no, p));
  return faults;
}

function idCardMismatch(no: string, p: PersonData): string | null {
  if (p.birth_date && idCardBirth(no) !== p.birth_date) return "身份证号与出生日期不一致";
  const odd = Number(no.length === 18 ? no[16] : no[14]) % 2 === 1;
  return p.gender && (p.gender === "male") !== odd ? "身份证号与性别不一致" : null;
}

export interface HomeData {
  household_province: string | null;
  household_city: string | null;
  address?: Partial<Address> | null;
  relation: string;
}
const RELATIONS = ["self", "spouse", "child", "parent", "other"] as const;

/** Whether the post takes this person; `main` is the first person of the order, whom relatives may follow. */
export function acceptanceOf(snapshot: Pick<SnapshotBody, "cover">, person: HomeData, main: HomeData | null): Acceptance {
  const home = (h: HomeData, main_accepted: boolean): Acceptance =>
    accepts(snapshot.cover, {
      household: { province_code: h.household_province, city_code: h.household_city },
      residence: { province_code: h.address?.province_code ?? null, city_code: h.address?.city_code ?? null },
      relation: RELATIONS.find((r) => r === h.relation) ?? "other",
      main_accepted,
    });
  return home(person, main !== null && main !== person && home(main, false).ok);
}

export interface SlotPerson extends HomeData {
  identity: SnapshotBody["identities"][number] | null;
  birth_date: string | null;
  marital: "single" | "married" | "divorced" | "widowed" | null;
}
/** The facts of a person that select papers. */
export const slotPerson = (
  p: Pick<ApplicantRow, "household_province" | "household_city" | "relation" | "birth_date" | "address" | "identity" | "marital">,
): SlotPerson => ({
  household_province: p.household_province,
  household_city: p.household_city,
  relation: p.relation,
  birth_date: p.birth_date,
  address: isAddress(p.address) ? p.address : null,
  identity: identityFrom(p.identity),
  marital: maritalFrom(p.marital),
});
const isAddress = (v: unknown): v is Address => typeof v === "object" && v !== null && "province_code" in v;
const IDENTITY_KEYS = ["employed", "freelance", "retired", "student", "preschool", "general"] as const;
const MARITAL_KEYS = ["single", "married", "divorced", "widowed"] as const;
const identityFrom = (v: string | null) => IDENTITY_KEYS.find((k) => k === v) ?? null;
const maritalFrom = (v: string | null) => MARITAL_KEYS.find((k) => k === v) ?? null;

/** The papers a person of an order needs on the travel date. */
export function slotsOf(
  snapshot: Pick<SnapshotBody, "cover" | "papers" | "identities" | "application">,
  p: SlotPerson,
  main: HomeData | null,
  day: string,
): Slot[] {
  const taken = acceptanceOf(snapshot, p, main);
  return documentsFor(snapshot, {
    identity: p.identity,
    age: p.birth_date ? ageOn(p.birth_date, day) : null,
    marital: p.marital,
    out_of_district: taken.ok && taken.residence_paper,
  });
}
