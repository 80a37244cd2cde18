import { PAPER_NOUNS, papers, type PaperNoun } from "@visadesk/contract/base-data/paper/document.ts";
import { noun, type Noun } from "#kit/noun/noun.ts";

/** Papers of all kinds lie in one table, each with fields of its own. */
const paper = (name: PaperNoun): Noun<"documents"> =>
  noun(name, {
    table: "documents",
    shape: Object.values(papers),
    title: "name",
    parts: ["document_stats"],
    internal: ["kind", "verified_by", "verify_months", "text_at"],
  });

export const paperNouns: Readonly<Record<PaperNoun, Noun<"documents">>> = {
  elec: paper("elec"),
  mail: paper("mail"),
  bring: paper("bring"),
  photo: paper("photo"),
  application: paper("application"),
};
export const allPaperNouns = PAPER_NOUNS.map((name) => paperNouns[name]);
