/** What stands against companies: peers, accounts and applications that share something with them. */
import { nameIndex } from "@visadesk/contract/peer/peer/peer.rules.ts";
import type { Db } from "#kit/db/db.ts";
import { known } from "#kit/db/known.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { hashesOf } from "#kit/seal/seal.ts";
import { isOpen } from "./application.sql.ts";

export interface Company {
  peer_id: number | null;
  application_id: number | null;
  no: string;
  name: string;
  credit_code: string;
}
/** Active peers and open applications by their names. */
const companies = known<"all", ReturnType<typeof nameIndex<Company>>>(["peers", "peer_applications"], async (db) => {
  const list = await rows<Company>(
    db,
    q`
    select p.id as peer_id, null::int8 as application_id, p.peer_no as no, p.name, p.credit_code from peers p where p.peer_status = 'active'
    union all select null, a.id, a.application_no, a.name, a.credit_code from peer_applications a where ${isOpen("a")} order by 3`,
  );
  return [["all", nameIndex(list)]];
});
/** Companies that are called much like one, the likest first. */
export async function alike(db: Db, name: string): Promise<{ of: Company; likeness: number }[]> {
  return (await companies(db, ["all"])).get("all")?.(name) ?? [];
}

export interface NamedPeer {
  id: number;
  short_name: string;
}
export const peerOfCode = (db: Db, code: string): Promise<NamedPeer | undefined> =>
  row(db, q`select p.id, p.short_name from peers p where p.credit_code = ${code} and p.peer_status = 'active'`);
export const openOfCode = (db: Db, code: string, except: number | null): Promise<{ id: number; application_no: string } | undefined> =>
  row(
    db,
    q`select a.id, a.application_no from peer_applications a where a.credit_code = ${code} and ${isOpen("a")} and a.id is distinct from ${except}::int8`,
  );

export interface UsedAccount extends NamedPeer {
  account_id: number;
  hash: string;
}
/** Enabled accounts with one of these mobiles, whichever key they were sealed under. */
export const accountsOf = (db: Db, mobiles: readonly string[]): Promise<UsedAccount[]> =>
  rows(
    db,
    q`
    select c.id as account_id, c.mobile_hash as hash, p.id, p.short_name from peer_accounts c join peers p on p.id = c.peer_id
    where c.status = 1 and c.mobile_hash = any(${mobiles.flatMap((m) => hashesOf("mobile", m))}::text[])`,
  );

export const peersOfCodes = (db: Db, codes: readonly string[]): Promise<(NamedPeer & { credit_code: string })[]> =>
  rows(
    db,
    q`select p.id, p.short_name, p.credit_code from peers p where p.credit_code = any(${[...codes]}::text[]) and p.peer_status = 'active'`,
  );
export const peersOfPersons = (
  db: Db,
  persons: readonly string[],
): Promise<(NamedPeer & { legal_person: string; credit_code: string })[]> =>
  rows(
    db,
    q`select p.id, p.short_name, p.legal_person, p.credit_code from peers p where p.legal_person = any(${[...persons]}::text[]) and p.peer_status = 'active'`,
  );
export interface FormerApplication {
  id: number;
  application_no: string;
  application_status: string;
  credit_code: string;
}
/** Applications of these codes that came to nothing. */
export const formerOf = (db: Db, codes: readonly string[]): Promise<FormerApplication[]> =>
  rows(
    db,
    q`
    select a.id, a.application_no, a.application_status, a.credit_code from peer_applications a
    where a.credit_code = any(${[...codes]}::text[]) and a.application_status in ('rejected', 'withdrawn') order by a.id desc`,
  );

/** What is compared of a peer that invites. */
export interface Inviter extends NamedPeer {
  credit_code: string;
  legal_person: string;
  device: string | null;
  /** Hashes of its contact's and its accounts' mobiles. */
  hashes: string[];
}
export const invitersOf = (db: Db, ids: readonly number[]): Promise<Inviter[]> =>
  rows(
    db,
    q`
    select p.id, p.short_name, p.credit_code, p.legal_person, a.device,
      array_remove(array_append(array(select c.mobile_hash from peer_accounts c where c.peer_id = p.id), p.contact_mobile_hash), null) as hashes
    from peers p join peer_applications a on a.id = p.application_id where p.id = any(${[...ids]}::int8[])`,
  );
