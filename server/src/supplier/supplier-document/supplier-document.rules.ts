/** Which papers of a supplier hold on a day, and what follows from it. Pure; days are those of Shanghai. */
import {
  DOCUMENT_KINDS,
  EXPIRING_DAYS,
  MUST_HAVE,
  STOPPING_PAPERS,
  type DocumentKind,
  type SupplierKind,
  type VALIDITIES,
} from "@visadesk/contract/supplier/supplier.words.ts";

export type Validity = keyof typeof VALIDITIES;
export interface Paper {
  /** Later ones take the place of earlier ones of their kind, from the day they begin. */
  id: number;
  kind: DocumentKind;
  valid_from: string;
  /** Null: without end. */
  valid_to: string | null;
}
export interface PaperState {
  /** Papers it must have and has none of that holds. */
  missing: DocumentKind[];
  expired: DocumentKind[];
  /** End within the next days. */
  expiring: { kind: DocumentKind; valid_to: string }[];
  /** Why nothing new is given to it, or null; a contract never stops. */
  stopped: string | null;
}

const DAY_MS = 86_400_000;
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

export function validityOf(validTo: string | null, day: string): Validity {
  if (validTo === null) return "valid";
  if (validTo < day) return "expired";
  return daysBetween(day, validTo) <= EXPIRING_DAYS ? "expiring" : "valid";
}

/** The paper of a kind on a day: the last one registered that has begun. A renewal handed in early leaves the old one its days. */
export const paperOn = <P extends Paper>(papers: readonly P[], kind: DocumentKind, day: string): P | undefined =>
  papers.filter((p) => p.kind === kind && p.valid_from <= day).toSorted((a, b) => b.id - a.id)[0];

/** Of one supplier's papers the one in force of each kind, by its id: one registered for later leaves it there until it begins. */
export const inForce = (papers: readonly Paper[], day: string): ReadonlySet<number> =>
  new Set(papers.flatMap((p) => paperOn(papers, p.kind, day)?.id ?? []));

/** `papers`: all of one supplier, superseded ones too. */
export function paperState(supplierKind: SupplierKind, papers: readonly Paper[], day: string): PaperState {
  const held = MUST_HAVE[supplierKind].map((kind) => ({ kind, paper: paperOn(papers, kind, day) }));
  const missing = held.flatMap((h) => (h.paper ? [] : [h.kind]));
  const of = (validity: Validity) =>
    held.flatMap(({ kind, paper }) =>
      paper && validityOf(paper.valid_to, day) === validity ? [{ kind, valid_to: paper.valid_to ?? "" }] : [],
    );
  const expired = of("expired").map((p) => p.kind);
  const stops = (kind: DocumentKind): boolean => STOPPING_PAPERS.includes(kind);
  const [lacks, ended] = [missing.find(stops), expired.find(stops)];
  const stopped = lacks ? `缺少${DOCUMENT_KINDS[lacks]}` : ended ? `${DOCUMENT_KINDS[ended]}已过期` : null;
  return { missing, expired, expiring: of("expiring"), stopped };
}

/** What keeps a supplier from being worked with at all, in words; null when every paper it must have holds. */
export function paperFault(state: Pick<PaperState, "missing" | "expired">): string | null {
  const lacking = [...state.missing, ...state.expired].map((kind) => DOCUMENT_KINDS[kind]);
  return lacking.length > 0 ? `缺少有效的${lacking.join("、")}` : null;
}
