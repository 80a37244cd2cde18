/** Demo transfers: one that is done and may be undone, one that waits for its day, one of which a part went wrong. */
import { OWNER_CHANGED } from "@visadesk/contract/peer/transfer/transfer.words.ts";
import type { OwnerRole } from "@visadesk/contract/peer/peer/peer.words.ts";
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { numberOf } from "#kit/db/numbers.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { dayOf, dayStart } from "#kit/range.ts";
import { OWNER_COLUMN } from "./transfer.sql.ts";

interface Demo {
  role: OwnerRole;
  from: string;
  to: readonly string[];
  state: "done" | "scheduled" | "partial";
  reason_code: "leave" | "region" | "balance";
  reason: string;
  /** Days from now at which it takes effect. */
  day: number;
  /** Of its lines the last ones. */
  skipped: number;
  failed: number;
  count: number;
}
const DEMOS: readonly Demo[] = [
  {
    role: "cs",
    from: "service_1",
    to: ["service_2", "service_3"],
    state: "partial",
    reason_code: "balance",
    reason: "旺季前均衡客服负荷",
    day: -3,
    skipped: 1,
    failed: 1,
    count: 5,
  },
  {
    role: "bd",
    from: "business_3",
    to: ["business_1"],
    state: "done",
    reason_code: "region",
    reason: "华东并入一组",
    day: -2,
    skipped: 0,
    failed: 0,
    count: 3,
  },
  {
    role: "bd",
    from: "business_2",
    to: ["business_1", "business_3"],
    state: "scheduled",
    reason_code: "leave",
    reason: "月底离职，先交接一批",
    day: 4,
    skipped: 0,
    failed: 0,
    count: 4,
  },
];
const DAY_MS = 86_400_000;
const RUN_MS = 5 * 60_000;
const ORDERED_MS = 8 * 3_600_000;

interface Ground {
  now: Date;
  idOf: ReadonlyMap<string, number>;
  used: Set<number>;
}
interface Line {
  peer: number;
  to: number;
  result: "done" | "pending" | "skipped" | "failed";
}
const MESSAGES: Readonly<Record<Line["result"], string>> = {
  done: "",
  pending: "",
  skipped: OWNER_CHANGED,
  failed: "执行出错，请重试",
};

/** Peers of one person as they are now: of those that went, who has them is where they went. */
async function linesOf(tx: Tx, d: Demo, g: Ground): Promise<Line[]> {
  const id = (account: string): number => g.idOf.get(account) ?? 0;
  const column = raw(`p.${OWNER_COLUMN[d.role]}`);
  const owned = (owner: number, most: number): Promise<{ id: number }[]> =>
    rows(
      tx,
      q`select p.id from peers p where ${column} = ${owner} and p.peer_status = 'active' and p.approved_at < ${new Date(g.now.getTime() - 30 * DAY_MS)}
          and p.id <> all (${[...g.used]}::int8[]) order by p.id limit ${most}`,
    );
  const went = d.state === "scheduled" ? 0 : d.count - d.skipped - d.failed;
  const lines: Line[] = [];
  for (const [n, to] of d.to.entries())
    for (const p of went === 0 ? [] : await owned(id(to), Math.ceil((went - n) / d.to.length)))
      lines.push({ peer: p.id, to: id(to), result: "done" });
  for (const l of lines) g.used.add(l.peer);
  const rest = await owned(id(d.from), d.count - lines.length);
  for (const [n, p] of rest.entries()) {
    const result = d.state === "scheduled" ? "pending" : n < d.failed ? "failed" : "skipped";
    lines.push({ peer: p.id, to: id(d.to[n % d.to.length] ?? ""), result });
    g.used.add(p.id);
  }
  return lines;
}

/** Until the day of the transfer the peer was with whoever gave it. */
async function rewrite(tx: Tx, d: Demo, of: { id: number; at: Date; from: number; by: number }, lines: readonly Line[]): Promise<void> {
  const day = dayOf(of.at);
  const peers = lines.filter((l) => l.result === "done").map((l) => l.peer);
  await rows(
    tx,
    q`update peer_owners set worker_id = ${of.from}, to_date = ${day} where role = ${d.role} and to_date is null and peer_id = any(${peers}::int8[])`,
  );
  await rows(
    tx,
    q`insert into peer_owners (peer_id, role, worker_id, from_date, commission_from, by, transfer_id, created_by, created_at)
      select p.id, ${d.role}, p.${raw(OWNER_COLUMN[d.role])}, ${day}, ${day}, 'transfer', ${of.id}, ${of.by}, ${of.at} from peers p where p.id = any(${peers}::int8[])`,
  );
}

async function writeTransfer(tx: Tx, d: Demo, n: number, g: Ground): Promise<void> {
  const [from, by] = [g.idOf.get(d.from), g.idOf.get("admin")];
  if (from === undefined || by === undefined) return;
  const lines = await linesOf(tx, d, g);
  if (lines.length === 0) return;
  // Ordered in the afternoon before, run early in the morning as the job does.
  const at = new Date(dayStart(g.now, Math.min(d.day, 0)).getTime() + RUN_MS);
  const made_at = new Date(at.getTime() - ORDERED_MS);
  const ended = d.state === "scheduled" ? null : new Date(at.getTime() + 20_000);
  const { id } = await tx
    .insertInto("peer_transfers")
    .values({
      transfer_no: numberOf("ZY", made_at, n),
      role: d.role,
      from_worker_id: from,
      target_ids: d.to.flatMap((account) => g.idOf.get(account) ?? []),
      split: "even_gmv",
      selection: "ids",
      selected: JSON.stringify({ ids: lines.map((l) => l.peer) }),
      expected_count: lines.length,
      carry: ["orders", "work_orders"],
      effective_on: dayOf(g.now, d.day),
      commission_from: dayOf(g.now, d.day),
      reason_code: d.reason_code,
      reason: d.reason,
      transfer_status: d.state,
      started_at: ended && at,
      finished_at: ended,
      created_by: by,
      created_at: made_at,
      updated_at: ended ?? made_at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("peer_transfer_lines")
    .values(
      lines.map((l) => ({
        transfer_id: id,
        peer_id: l.peer,
        to_worker_id: l.to,
        result: l.result,
        message: MESSAGES[l.result],
        at: l.result === "pending" ? null : ended,
        by_id: l.result === "pending" ? null : by,
      })),
    )
    .execute();
  await rewrite(tx, d, { id, at, from, by }, lines);
}

/** Needs staff and peers; does nothing where there are transfers. */
export async function seedTransfers(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await row(tx, q`select id from peer_transfers limit 1`)) return;
    const list = await tx.selectFrom("workers").select(["id", "account"]).execute();
    const ground: Ground = { now, idOf: new Map(list.map((w) => [w.account, w.id])), used: new Set() };
    for (const [n, d] of DEMOS.entries()) await writeTransfer(tx, d, n + 1, ground);
    await rows(tx, q`select setval('number_zy', ${DEMOS.length})`);
  });
}
