/**
 * Random money events on 32 connections of a process that is killed again and again: `npm run soak` takes a million of them and twenty
 * kills (`MONEY` says another number), the suite a few.
 */
import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { onEmbedded, testDatabase } from "../../testing/database.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { CLOSED_DAY, happen, LOAD_NOW, type Answer } from "../../testing/money-load/events.ts";
import { asWrite } from "../../testing/ctx.ts";
import { openPeerAccounts, postJournal, postTopUp } from "../../ledger/index.ts";
import { proveLedger } from "./ledger-proof.ts";

const CHILD = path.resolve(import.meta.dirname, "../../testing/money-load/child.ts");
const [EVENTS, KILLS, PEERS] = process.env["SOAK"] ? [Number(process.env["MONEY"] ?? 1_000_000), 20, 40] : [300, 1, 5];
const LANES = 32;
const { db, url } = await testDatabase({ seeded: true, max: 10 });

/** What the closed months hold. */
const closedSums = () =>
  rows(
    db,
    q`select to_char(j.booked_on, 'YYYY-MM') as month, l.account_id, count(*)::int as n, sum(l.amount)::int8 as sum
      from journals j join journal_lines l on l.journal_id = j.id where j.booked_on < '2026-10-01' group by 1, 2 order by 1, 2`,
  );
async function begun(): Promise<number[]> {
  const boss = await rows<{ id: number }>(db, q`select id from workers order by id limit 2`);
  await asWrite(db, null, LOAD_NOW, (ctx) =>
    postJournal(ctx, {
      kind: "opening",
      source_noun: "load",
      source_id: 0,
      booked_on: CLOSED_DAY,
      lines: [
        { account: { code: "cash", owner_id: 4 }, amount: 1_000_000 },
        { account: { code: "opening" }, amount: -1_000_000 },
      ],
    }),
  );
  await rows(
    db,
    q`update periods set period_status = 'closed', held_by = ${boss[0]?.id ?? null}, closed_by = ${boss[1]?.id ?? null} where month < '2026-10'`,
  );
  const peers: number[] = [];
  for (let i = 0; i < PEERS; i++) {
    const { id } = await makePeer(db);
    peers.push(id);
    await asWrite(db, null, LOAD_NOW, async (ctx) => {
      await openPeerAccounts(ctx, id);
      await postTopUp(ctx, { peer_id: id, amount: 300_000, way: "wechat", source_noun: "load_begin", source_id: id });
    });
  }
  return peers;
}

interface Told {
  answers: Map<number, string>;
  faults: string[];
  /** Waited for each other, and said again. */
  busy: number;
  kills: number;
}
/** Runs until `kill` more were told, or to the end; each connection goes on behind what it told last. */
async function run(peers: readonly number[], next: number[], kill: number, told: Told): Promise<void> {
  const args = ["--disable-warning=ExperimentalWarning", CHILD, url, String(EVENTS), peers.join(), next.join()];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((done) => child.once("exit", done));
  let seen = 0;
  if (child.stdout)
    for await (const line of createInterface({ input: child.stdout })) {
      const [word = "", ...rest] = line.split(" ");
      if (word === "busy") told.busy++;
      else take(Number(word), rest.join(" "), next, told);
      if (++seen === kill) {
        told.kills++;
        child.kill("SIGKILL");
      }
    }
  await ended;
}
function take(n: number, answer: string, next: number[], told: Told): void {
  if (answer.startsWith("!")) told.faults.push(`${n}: ${answer}`);
  told.answers.set(n, answer);
  next[n % LANES] = Math.max(next[n % LANES] ?? 0, n + LANES);
}
const isJournal = (answer: string): boolean => /^\d+$/.test(answer);

async function lost(ids: readonly number[]): Promise<number> {
  let gone = 0;
  for (let at = 0; at < ids.length; at += 20_000)
    gone +=
      (
        await row<{ n: number }>(
          db,
          q`select count(*)::int as n from unnest(${ids.slice(at, at + 20_000)}::int8[]) x where not exists (select from journals j where j.id = x)`,
        )
      )?.n ?? 0;
  return gone;
}

/** What papers say beside the books: these events come from none. */
const PAPERS: readonly string[] = ["withdrawals", "settle_lines"];
describe.skipIf(onEmbedded())("finance 4: a process that is killed under load", () => {
  test(
    `finance 4: ${EVENTS} random concurrent events, ${KILLS} kills, leave the ledger proof clean, no event posted twice, closed months as they were`,
    {
      timeout: 14_400_000,
    },
    async () => {
      const peers = await begun();
      const closed = await closedSums();
      const next = Array.from({ length: LANES }, (_, i) => i);
      const told: Told = { answers: new Map(), faults: [], busy: 0, kills: 0 };
      const each = Math.floor(EVENTS / (KILLS + 1));
      for (let k = 0; k < KILLS; k++) await run(peers, next, each - (k % 7), told);
      await run(peers, next, Infinity, told);
      expect([told.faults, told.kills, told.answers.size]).toEqual([[], KILLS, EVENTS]);
      const journals = [...told.answers.values()].filter(isJournal).map(Number);
      console.log(`${EVENTS} events: ${journals.length} answered a journal, ${told.busy} waited for each other, ${told.kills} kills`);
      expect(journals.length).toBeGreaterThan(EVENTS / 3);
      expect(await lost(journals)).toBe(0);
      // Said once more by their numbers they answer what they answered; what is earned already is nothing to do.
      const again = [...told.answers].filter(([, a]) => isJournal(a)).slice(-50);
      for (const [n, answer] of again) {
        const said: Answer = await happen(db, peers, n);
        expect([answer, "known", "refused", "null"]).toContain(String(said));
      }
      expect((await proveLedger(db)).filter((f) => !PAPERS.includes(f.check))).toEqual([]);
      const twice = await row<{ n: number }>(db, q`select (count(*) - count(distinct idempotency_key))::int as n from journals`);
      expect(twice?.n).toBe(0);
      expect(await closedSums()).toEqual(closed);
    },
  );
});
