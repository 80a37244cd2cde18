/** Peers as an approval leaves them, without one: whole rows past every door. */
import type { Db } from "#kit/db/db.ts";
import { inTransaction } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";
import { writePeers, type MadePeer, type WholePeer } from "../../peer/peer/whole-peer.ts";
import { TEST_NOW } from "../business.ts";
import { creditCode, OFFICE } from "./supplier.ts";

const FILE = "private/5a/peerpaper000001.jpg";
let made = 0;

/** An agency in Shanghai, passed a year ago by whoever is the first of the staff; nobody looks after it unless it is said. */
function facts(n: number, decided_by: number, more: Partial<WholePeer>): WholePeer {
  return {
    name: `测试同行${n}旅行社有限公司`,
    short_name: `同行${n}`,
    credit_code: creditCode(700_000 + n),
    legal_person: "张建国",
    business_kind: "travel_agency",
    licence_no: `L-SH-${String(n).padStart(5, "0")}`,
    contact_name: "李联系",
    contact_mobile: `136${String(10_000_000 + n)}`,
    contact_email: `peer${n}@example.com`,
    address: OFFICE,
    source: "self",
    source_id: null,
    level_id: "V1",
    level_locked_until: null,
    level_lock_reason: "",
    service_group_id: null,
    bd_owner_id: null,
    cs_owner_id: null,
    settle_mode: "prepaid",
    credit_days: 0,
    credit_limit: 0,
    temp_limit: 0,
    temp_until: null,
    auto_deduct: false,
    allow_country_ids: [],
    note: "",
    approved_at: new Date("2025-11-20T02:00:00.000Z"),
    account: `peer_owner_${n}`,
    papers: [
      { kind: "business_licence", number: `YY${n}`, valid_from: "2020-01-01", valid_to: null },
      { kind: "travel_licence", number: `XK${n}`, valid_from: "2020-01-01", valid_to: "2030-12-31" },
    ],
    created_by: null,
    decided_by,
    ...more,
  };
}

/** One peer with its approved application, owner account, owners and papers. */
export async function makePeer(db: Db, more: Partial<WholePeer> = {}, now = new Date(TEST_NOW)): Promise<MadePeer> {
  made += 1;
  const first = await row<{ id: number }>(db, q`select min(id) as id from workers`);
  if (!first) throw new Error("a peer is passed by one of the staff");
  const of = facts(made, first.id, more);
  const [peer] = await inTransaction(db, (tx) => writePeers(tx, [of], FILE, now));
  if (!peer) throw new Error("no peer was made");
  return peer;
}

const CHUNK = 200;
/** Many alike, in few statements. */
export async function makePeers(db: Db, count: number, more: Partial<WholePeer> = {}, now = new Date(TEST_NOW)): Promise<MadePeer[]> {
  const first = await row<{ id: number }>(db, q`select min(id) as id from workers`);
  const all: MadePeer[] = [];
  while (all.length < count) {
    const several = Array.from({ length: Math.min(CHUNK, count - all.length) }, () => facts(++made, first?.id ?? 0, more));
    all.push(...(await inTransaction(db, (tx) => writePeers(tx, several, FILE, now))));
  }
  return all;
}

/** A group that serves peers. */
export async function makeGroup(db: Db, name: string, now = new Date(TEST_NOW)): Promise<number> {
  const group = await row<{ id: number }>(
    db,
    q`insert into peer_groups (name, kind, visible_mode, created_at, updated_at) values (${name}, 'service', 'all', ${now}, ${now}) returning id`,
  );
  if (!group) throw new Error("no group was made");
  return group.id;
}
