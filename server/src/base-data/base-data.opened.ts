import { PAPERS, type PaperNoun } from "@visadesk/contract/base-data/paper/document.ts";
import type { Opened } from "#kit/call/opened.ts";
import { q } from "#kit/db/sql.ts";

/** Papers of all kinds lie in one table. */
const paper = (noun: PaperNoun): Opened => ({
  may: PAPERS[noun].code,
  from: "documents d",
  id: "d.id",
  where: () => q`d.kind = ${PAPERS[noun].kind}`,
});

export const baseDataOpened = {
  elec: paper("elec"),
  mail: paper("mail"),
  bring: paper("bring"),
  photo: paper("photo"),
  application: paper("application"),
} satisfies Record<string, Opened>;
