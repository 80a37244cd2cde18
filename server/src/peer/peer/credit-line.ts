/** What a peer's terms say of its money: how far it may go into credit, whether differences are taken by themselves. */
import { blocks, blockText, type BlockFacts } from "@visadesk/contract/peer/peer/blocks.rules.ts";
import { effectiveLimit, type CreditTerms } from "@visadesk/contract/peer/peer/credit.rules.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";
import type { CreditOf } from "../../ledger/index.ts";

/** By its terms and its debts alone. */
export const creditOf: CreditOf = async (db, peerId, at, overdue_since) => {
  const terms = await row<CreditTerms & Pick<BlockFacts, "business_kind">>(
    db,
    q`select settle_mode, credit_limit, temp_limit, temp_until, business_kind from peers where id = ${peerId}`,
  );
  if (!terms) return { limit: 0, blocked: null };
  const standing = blocks({ business_kind: terms.business_kind, holds: [], waivers: [], papers: [], overdue_since }, at);
  return { limit: effectiveLimit(terms, at), blocked: blockText(standing, "credit") };
};

/** Are differences of its orders taken out of its accounts at once? */
export const autoDeduct = async (db: Db, peerId: number): Promise<boolean> =>
  (await row<{ auto_deduct: boolean }>(db, q`select auto_deduct from peers where id = ${peerId}`))?.auto_deduct === true;
