import type {
  DocumentKind,
  DocumentOwner,
  Identity,
  ProtectionTerms,
  SnapshotBody,
  SnapshotPaper,
} from "@visadesk/contract/product/snapshot.ts";

/** Full years on a day; a birthday counts from its first hour. */
export function ageOn(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5) < birth.slice(5) ? years - 1 : years;
}

/** Child = younger than the line on the travel date, or on the day of ordering when none is known. */
export const isChild = (childAge: number, birth: string | null | undefined, day: string): boolean =>
  childAge > 0 && !!birth && ageOn(birth, day) < childAge;

/** What selects the papers of a person. Unknown facts select nothing conditional. */
export interface PaperPerson {
  identity: Identity | null;
  /** Full years on the travel date, or null while the birth date is unknown. */
  age: number | null;
  marital: "single" | "married" | "divorced" | "widowed" | null;
  /** The mission takes this person by residence, so the residence paper is due. */
  out_of_district: boolean;
}
/** One paper a person has to bring; the columns of an applicant's material. */
export interface Slot {
  document_id: number;
  kind: DocumentKind;
  name: string;
  category: number | null;
  sub_type: string | null;
  requirement: string;
  owner: DocumentOwner;
  group_key: string;
  need_n: number;
  page_type: number;
  max_pages: number;
  copies: number;
  is_original: boolean;
  max_age_days: number;
  application_version_id: number | null;
  sort: number;
}

function applies(paper: SnapshotPaper, person: PaperPerson): boolean {
  if (paper.when === "under_18") return person.age !== null && person.age < 18;
  if (paper.when === "married") return person.marital === "married";
  if (paper.when === "out_of_district") return person.out_of_district;
  return true;
}

/** Identity whose list counts: the person's own when the product has it, else the general one, else the first. */
export function identityOf(snapshot: Pick<SnapshotBody, "identities">, identity: Identity | null): Identity {
  const { identities } = snapshot;
  if (identity && identities.includes(identity)) return identity;
  return identities.includes("general") ? "general" : (identities[0] ?? "general");
}

/** The papers of one person, from what the product was when it was sold. */
export function documentsFor(snapshot: Pick<SnapshotBody, "papers" | "identities" | "application">, person: PaperPerson): Slot[] {
  const identity = identityOf(snapshot, person.identity);
  return snapshot.papers
    .filter((p) => p.identity === identity && applies(p, person))
    .toSorted((a, b) => a.sort - b.sort)
    .map((p) => ({
      document_id: p.document_id,
      kind: p.kind,
      name: p.name,
      category: p.category,
      sub_type: p.sub_type,
      requirement: p.requirement,
      owner: p.owner,
      group_key: p.group_key,
      need_n: p.need_n,
      page_type: p.page_type,
      max_pages: p.max_pages,
      copies: p.copies,
      is_original: p.is_original,
      max_age_days: p.max_age_days,
      application_version_id:
        p.kind === 5 && snapshot.application?.application_id === p.document_id ? snapshot.application.version_id : null,
      sort: p.sort,
    }));
}

type Handed = { owner: DocumentOwner; group_key: string; need_n: number; done: boolean; name: string };
/** Names of what is still due: must papers, and of a group as many as it needs. `ours` never counts. */
export function missingPapers(slots: readonly Handed[]): string[] {
  const must = slots.filter((s) => s.owner === "must");
  const missing = must.filter((s) => !s.group_key && !s.done).map((s) => s.name);
  for (const key of new Set(must.map((s) => s.group_key).filter(Boolean))) {
    const group = must.filter((s) => s.group_key === key);
    const need = Math.min(Math.max(1, ...group.map((s) => s.need_n)), group.length);
    if (group.filter((s) => s.done).length < need) missing.push(`${group.map((s) => s.name).join("/")}（任选${need}项）`);
  }
  return missing;
}

export interface ProtectionPerson {
  identity: Identity | null;
  age: number | null;
  refused_before: boolean | null;
  refused_on: string | null;
}
/** Why a person may not buy a protection, or null. */
export function protectionExcludes(terms: Pick<ProtectionTerms, "exclusions">, person: ProtectionPerson, today: string): string | null {
  const { identities = [], age_below = 0, age_above = 0, refusal_within_years = 0 } = terms.exclusions;
  if (person.identity && identities.includes(person.identity)) return "该身份不可购买拒签无忧";
  if (person.age !== null && age_below > 0 && person.age < age_below) return `未满${age_below}岁，不可购买拒签无忧`;
  if (person.age !== null && age_above > 0 && person.age > age_above) return `超过${age_above}岁，不可购买拒签无忧`;
  if (refusal_within_years > 0 && person.refused_before && (!person.refused_on || ageOn(person.refused_on, today) < refusal_within_years))
    return "有拒签史，不可购买拒签无忧";
  return null;
}

/** Price of a protection for one person: fixed, or a share of the order price with a floor. */
export const protectionPrice = (
  terms: Pick<ProtectionTerms, "pricing" | "price" | "price_rate" | "price_min">,
  orderPrice: number,
  override: number | null = null,
): number =>
  override ??
  (terms.pricing === "fixed" ? terms.price : Math.max(terms.price_min, Math.floor((orderPrice * terms.price_rate + 5_000) / 10_000)));

/** What a passed claim pays: the covered fees by rate, at most the cap. */
export function protectionPayout(
  terms: Pick<ProtectionTerms, "scope" | "rate" | "cap">,
  fees: { service: number; embassy: number; centre: number },
): number {
  const official = fees.embassy + fees.centre;
  const covered = terms.scope === "service" ? fees.service : terms.scope === "embassy" ? official : fees.service + official;
  const amount = Math.floor((covered * terms.rate + 50) / 100);
  return terms.cap > 0 ? Math.min(amount, terms.cap) : amount;
}
