/** Whether a peer is frozen is said twice: by the pure rule of the contract and by the list's condition. They agree. */
import { expect, test } from "vitest";
import { isBlocked } from "@visadesk/contract/peer/peer/blocks.rules.ts";
import { activityOf } from "@visadesk/contract/peer/peer/peer.rules.ts";
import { q, rows } from "#kit/db/sql.ts";
import { testDatabase } from "../../testing/database.ts";
import { TEST_NOW } from "../../testing/business.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { random } from "../../testing/make/rights.ts";
import { blocksOf } from "./peer-blocks.sql.ts";
import { activity, LAST_PAID, stateOf } from "./peer-state.sql.ts";

const { db } = await testDatabase({ seeded: true });
const now = new Date(TEST_NOW);
const PEERS = 60;
const pick = random(20_261_120);
const day = (ago: number): string => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
const at = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);
const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T;

/** Days around every limit, holds with and without an end, waivers of each cause, over and not. */
async function randomPeer(): Promise<number> {
  const { id } = await makePeer(db, { business_kind: one(["travel_agency", "ticket"]), approved_at: at(-24 * one([5, 30, 31, 400])) });
  await rows(
    db,
    q`update peer_documents set valid_to = ${one([null, day(-5), day(0), day(29), day(30), day(31), day(90)])} where peer_id = ${id} and id = (
    select id from peer_documents where peer_id = ${id} order by kind offset ${pick(2)} limit 1)`,
  );
  const due = one([null, null, day(1), day(30), day(31), day(45)]);
  await rows(
    db,
    q`insert into ledger_accounts (code, owner_id, kind, side, balance, gl_code, oldest_due_on) values ('peer_credit', ${id}, '', 'debit', 100, '1122', ${due})`,
  );
  for (let i = pick(3); i > 0; i--) {
    const released = one([null, null, at(-1), at(1)]);
    await rows(
      db,
      q`insert into peer_holds (peer_id, kind, blocks, reason, opened_at, released_at, release_reason) values (${id}, ${one(["risk", "manual"])},
      ${one([["order"], ["credit"], ["credit", "order", "login"]])}, '核查资料', ${at(one([-50, 1]))}, ${released}, ${released === null ? "" : "已核实"})`,
    );
  }
  if (pick(2))
    await rows(
      db,
      q`insert into peer_holds (peer_id, kind, reason, opened_at, cause, cause_id, turn, until)
      select ${id}, 'waiver', '临时放行', ${at(-10)}, x.cause, x.cause_id, 1, ${at(one([-1, 0, 1]))} from (
        select 'hold' as cause, h.id as cause_id from peer_holds h where h.peer_id = ${id} union all select 'licence', d.id from peer_documents d where d.peer_id = ${id}
        union all select 'overdue', to_char(${due}::date, 'YYYYMMDD')::int8 where ${due}::date is not null) x order by x.cause_id limit ${1 + pick(3)}`,
    );
  return id;
}

test("the list's state is that of the pure rule, its activity too, for peers around every limit", async () => {
  const ids: number[] = [];
  for (let i = 0; i < PEERS; i++) ids.push(await randomPeer());
  const blocks = await blocksOf(db, ids, now);
  const said = await rows<{ id: number; state: string; activity: string; approved_at: string; last: string | null }>(
    db,
    q`select p.id, ${stateOf(now)} as state, ${activity(now)} as activity, p.approved_at, ${LAST_PAID} as last from peers p where p.id = any(${ids}::int8[]) order by p.id`,
  );
  expect(said.map((p) => [p.id, p.state])).toEqual(ids.map((id) => [id, isBlocked(blocks.get(id) ?? [], "order") ? "frozen" : "active"]));
  expect(said.map((p) => p.activity)).toEqual(said.map((p) => activityOf(p.approved_at, p.last, now)));
  expect(new Set(said.map((p) => p.state)).size).toBe(2);
});
