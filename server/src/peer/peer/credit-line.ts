/** What a peer's terms say of its money: how far it may go into credit, whether differences are taken by themselves. */
import { blockText } from "@visadesk/contract/peer/peer/blocks.rules.ts";
import { effectiveLimit, type CreditTerms } from "@visadesk/contract/peer/peer/credit.rules.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";
import type { CreditOf } from "../../ledger/index.ts";
import { factsOf, inForce } from "./peer-blocks.sql.ts";

/** By its terms, what people decided, its papers and its debts; these are handed in by whoever holds the account. */
export const creditOf: CreditOf = async (db, peerId, at, overdue_since) => {
  const terms = await row<CreditTerms & { peer_status: string }>(
    db,
    q`select settle_mode, credit_limit, temp_limit, temp_until, peer_status from peers where id = ${peerId}`,
  );
  const facts = (await factsOf(db, [peerId])).get(peerId);
  if (!terms || !facts) return { limit: 0, blocked: null };
  if (terms.peer_status === "closed") return { limit: 0, blocked: "同行已停用" };
  return { limit: effectiveLimit(terms, at), blocked: blockText(await inForce(db, { ...facts, overdue_since }, at), "credit") };
};

/** Are differences of its orders taken out of its accounts at once? */
export const autoDeduct = async (db: Db, peerId: number): Promise<boolean> =>
  (await row<{ auto_deduct: boolean }>(db, q`select auto_deduct from peers where id = ${peerId}`))?.auto_deduct === true;
