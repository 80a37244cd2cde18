/** The proof that the books hold together: walked every night and on demand, kept, and told to those who close months. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, type Sql } from "#kit/db/sql.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { holdersOf } from "../../account/index.ts";
import { CHECKS, type ProofCheck } from "./proof.checks.ts";

export interface ProofFault {
  check: string;
  label: string;
  text: string;
}
/** How the last proof ended. A month is closed by a clean one alone. */
export interface Proof {
  proved_at: string;
  faults: ProofFault[];
}
/** Told of one check; more of the same says nothing new. */
const MOST = 20;

const lastId = async (db: Db, last: Sql): Promise<number> => (await row<{ id: number | null }>(db, last))?.id ?? 0;

async function faultsOf(db: Db, check: ProofCheck, stop: () => Promise<void>): Promise<ProofFault[]> {
  const told: string[] = [];
  const end = check.over ? await lastId(db, check.over.last) : 1;
  const step = check.over?.step ?? 1;
  for (let from = 0; from < end && told.length < MOST; from += step) {
    await stop();
    told.push(...(await check.faults(db, { from, to: Math.min(end, from + step) })));
  }
  return told.slice(0, MOST).map((text) => ({ check: check.key, label: check.label, text }));
}

/** Everything that does not hold; empty: the books are clean. `stop` throws where it has to end. */
export async function proveLedger(db: Db, stop: () => Promise<void> = () => Promise.resolve(), checks = CHECKS): Promise<ProofFault[]> {
  const all: ProofFault[] = [];
  for (const check of checks) all.push(...(await faultsOf(db, check, stop)));
  return all;
}

/** Keeps how it ended, and tells who closes months what does not hold. */
export async function keepProof(ctx: Pick<Ctx, "db" | "now">, faults: readonly ProofFault[]): Promise<void> {
  const kept = await row<{ id: number }>(
    ctx.db,
    q`insert into ledger_proofs (faults, checks, journals, proved_at)
      values (${JSON.stringify(faults)}::jsonb, ${CHECKS.length}, (select coalesce(max(id), 0) from journals), ${ctx.now}) returning id`,
  );
  const [first] = faults;
  if (!first) return;
  for (const holder of await holdersOf(ctx.db, may.period_close))
    await sendMessage(ctx, {
      channel: "in_app",
      template: "ledger_proof",
      receiver: holder.account,
      receiver_worker_id: holder.id,
      content: `账务核对发现 ${faults.length} 处不符，结账已停止：${first.label}，${first.text}`,
      ref_noun: "ledger_proof",
      ...(kept && { ref_id: kept.id }),
    });
}

/** The last proof; null: none was made yet. */
export async function lastProof(db: Db): Promise<Proof | null> {
  return (await row<Proof>(db, q`select proved_at, faults from ledger_proofs order by proved_at desc, id desc limit 1`)) ?? null;
}
