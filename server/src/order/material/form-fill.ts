/** What the passport and the order answer in a form by themselves, and with whom base data may try one. */
import type { FillFacts } from "@visadesk/contract/base-data/paper/application-fill.ts";
import { isAddress } from "@visadesk/contract/kit/field.ts";
import { GENDERS, MARITALS, RELATIONS } from "@visadesk/contract/order/words.ts";
import { IDENTITIES } from "@visadesk/contract/product/sku/sku.ts";
import { addressText, type FormDoor } from "../../base-data/index.ts";
import { latestApplicants, trialFactsOf, type TrialFacts, type TrialRow } from "./form-trial.sql.ts";

const wordIn = (words: Readonly<Record<string, string>>, key: string | null): string | null =>
  key !== null && Object.hasOwn(words, key) ? (words[key] ?? null) : null;

type Person = Omit<TrialFacts, keyof TrialRow | "answers" | keyof Trip> & Pick<TrialFacts, "name_cn">;
type Trip = Pick<TrialFacts, "travel_date" | "return_date">;

/** An applicant's own data under the keys of questions. */
export const fillFacts = (p: Person, trip: Trip): FillFacts => ({
  surname: p.surname_en,
  given_name: p.given_name_en,
  name_cn: p.name_cn,
  gender: wordIn(GENDERS, p.gender),
  birth_date: p.birth_date,
  birth_place: p.birth_place,
  nationality: p.nationality,
  passport_no: p.passport_no,
  passport_issue_date: p.passport_issue_date,
  passport_expiry_date: p.passport_expiry_date,
  passport_issue_place: p.passport_issue_place,
  id_card_no: p.id_card_no,
  arrival_date: trip.travel_date,
  leave_date: trip.return_date,
  mobile: p.mobile,
  email: p.email,
  address: isAddress(p.address) ? addressText(p.address) : null,
  identity: wordIn(IDENTITIES, p.identity),
  marital: wordIn(MARITALS, p.marital),
  relation: wordIn(RELATIONS, p.relation),
  refused_before: p.refused_before,
  refused_detail: p.refused_note,
});

export const forms: FormDoor = {
  trialApplicants: latestApplicants,
  trialPerson: async (ctx, ask) => {
    const found = await trialFactsOf(ctx, ask);
    if (!found) return undefined;
    const { id, applicant_no, name_cn, sku_name, has_answers, created_at, answers } = found;
    return { id, applicant_no, name_cn, sku_name, has_answers, created_at, answers, facts: fillFacts(found, found) };
  },
};
