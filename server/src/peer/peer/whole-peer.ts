/** Peers as an approval leaves them, many at once and past every door: for the demo business and for tests. */
import type { LevelCode } from "@visadesk/contract/peer/level/level.words.ts";
import type { BusinessKind, PeerDocumentKind, PeerSource, SettleMode } from "@visadesk/contract/peer/peer/peer.words.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { q, rows } from "#kit/db/sql.ts";
import type { Tx } from "#kit/db/db.ts";
import { nextNumbers, numberOf } from "#kit/db/numbers.ts";
import { sealFields } from "#kit/seal/seal.ts";
import { sealedAccount } from "./peer-account.noun.ts";
import { sealedApplication } from "./peer-application.noun.ts";
import { sealedPeer } from "./peer.noun.ts";
import { searchOf } from "./search.ts";

export interface PeerPaper {
  kind: Exclude<PeerDocumentKind, "legal_id">;
  number: string;
  valid_from: string;
  valid_to: string | null;
}
export interface WholePeer {
  name: string;
  short_name: string;
  credit_code: string;
  legal_person: string;
  business_kind: BusinessKind;
  licence_no: string;
  contact_name: string;
  contact_mobile: string;
  contact_email: string;
  address: { province_code: string; city_code: string; county_code: string; detail: string };
  source: PeerSource;
  source_id: number | null;
  level_id: LevelCode;
  level_locked_until: string | null;
  level_lock_reason: string;
  service_group_id: number | null;
  bd_owner_id: number | null;
  cs_owner_id: number | null;
  settle_mode: SettleMode;
  credit_days: number;
  credit_limit: number;
  temp_limit: number;
  temp_until: string | null;
  auto_deduct: boolean;
  allow_country_ids: readonly string[];
  note: string;
  approved_at: Date;
  /** Of the owner account, by the contact's name and mobile. */
  account: string;
  papers: readonly PeerPaper[];
  /** Who handed it in, null: the company itself; and who passed it. */
  created_by: number | null;
  decided_by: number;
}
export interface MadePeer {
  id: number;
  peer_no: string;
  application_id: number;
  /** Its owner account. */
  account_id: number;
}
type Numbered = WholePeer & { application_no: string; peer_no: string };

const DIGITS = 6;
/** A number of the day that it was applied for, not of the day that it was made up. */
const numberedOn = (no: string, at: Date): string => numberOf("RZ", at, Number(no.slice(-DIGITS)));

export async function writePeers(tx: Tx, peers: readonly WholePeer[], file: string, now: Date): Promise<MadePeer[]> {
  if (peers.length === 0) return [];
  const applications = await nextNumbers(tx, "RZ", now, peers.length);
  const taken = await rows<{ no: string }>(
    tx,
    q`select 'TY' || lpad(nextval('number_ty')::text, 6, '0') as no from generate_series(1, ${peers.length}::int)`,
  );
  const numbered = peers.map((p, i): Numbered => ({
    ...p,
    application_no: numberedOn(applications[i] ?? "", p.approved_at),
    peer_no: taken[i]?.no ?? "",
  }));
  const asked = await writeApplications(tx, numbered, file, now);
  const made = await tx
    .insertInto("peers")
    .values(numbered.map((p) => peerRow(p, asked.get(p.application_no) ?? 0, now)))
    .returning(["id", "peer_no", "application_id"])
    .execute();
  const ids = new Map(made.map((m) => [m.peer_no, m.id]));
  const of = (p: Numbered): number => ids.get(p.peer_no) ?? 0;
  const accounts = await writeParts(tx, numbered, of, file, now);
  await rows(
    tx,
    q`update peer_applications a set application_status = 'approved', peer_id = p.id from peers p
      where p.application_id = a.id and p.id = any(${[...ids.values()]}::int8[])`,
  );
  return made.map((m) => ({ ...m, account_id: accounts.get(m.id) ?? 0 }));
}

const facts = (p: WholePeer) => ({
  name: p.name,
  credit_code: p.credit_code,
  legal_person: p.legal_person,
  business_kind: p.business_kind,
  licence_no: p.licence_no,
  contact_name: p.contact_name,
  contact_email: p.contact_email,
  address: JSON.stringify(p.address),
  source: p.source,
  source_id: p.source_id,
  level_id: p.level_id,
  service_group_id: p.service_group_id,
  bd_owner_id: p.bd_owner_id,
  cs_owner_id: p.cs_owner_id,
  note: p.note,
  created_by: p.created_by,
});
const paperOf = (p: WholePeer, kind: PeerPaper["kind"]): PeerPaper | undefined => p.papers.find((d) => d.kind === kind);

async function writeApplications(tx: Tx, peers: readonly Numbered[], file: string, now: Date): Promise<Map<string, number>> {
  const made = await tx
    .insertInto("peer_applications")
    .values(
      peers.map((p) => ({
        ...facts(p),
        ...sealFields(sealedApplication, p.application_no, { contact_mobile: p.contact_mobile }),
        application_no: p.application_no,
        business_licence: [file],
        business_licence_from: paperOf(p, "business_licence")?.valid_from ?? null,
        business_licence_to: paperOf(p, "business_licence")?.valid_to ?? null,
        travel_licence: p.business_kind === "travel_agency" ? [file] : [],
        travel_licence_from: paperOf(p, "travel_licence")?.valid_from ?? null,
        travel_licence_to: paperOf(p, "travel_licence")?.valid_to ?? null,
        submitted_at: p.approved_at,
        due_at: p.approved_at,
        decided_by: p.decided_by,
        decided_at: p.approved_at,
        search_text: searchOf({ ...p, peer_no: p.application_no, former_names: [] }),
        created_at: p.approved_at,
        updated_at: now,
      })),
    )
    .returning(["id", "application_no"])
    .execute();
  return new Map(made.map((m) => [m.application_no, m.id]));
}

const peerRow = (p: Numbered, application_id: number, now: Date) => ({
  ...facts(p),
  ...sealFields(sealedPeer, p.peer_no, { contact_mobile: p.contact_mobile }),
  application_id,
  peer_no: p.peer_no,
  short_name: p.short_name,
  level_locked_until: p.level_locked_until,
  level_lock_reason: p.level_lock_reason,
  settle_mode: p.settle_mode,
  credit_days: p.credit_days,
  credit_limit: p.credit_limit,
  temp_limit: p.temp_limit,
  temp_until: p.temp_until,
  auto_deduct: p.auto_deduct,
  allow_country_ids: [...p.allow_country_ids],
  approved_at: p.approved_at,
  search_text: searchOf({ ...p, former_names: [] }),
  created_at: p.approved_at,
  updated_at: now,
});

/** Owner account, owners and papers of each; answers the accounts. */
async function writeParts(tx: Tx, peers: readonly Numbered[], of: (p: Numbered) => number, file: string, now: Date) {
  const accounts = await tx
    .insertInto("peer_accounts")
    .values(
      peers.map((p) => ({
        peer_id: of(p),
        account: p.account,
        name: p.contact_name,
        ...sealFields(sealedAccount, p.account, { mobile: p.contact_mobile }),
        role: "owner" as const,
        can_pay: true,
        created_at: p.approved_at,
        updated_at: now,
      })),
    )
    .returning(["id", "peer_id"])
    .execute();
  const owners = peers.flatMap((p) => {
    const from_date = shanghaiDate(p.approved_at);
    return (["bd", "cs"] as const).flatMap((role) => {
      const worker_id = role === "bd" ? p.bd_owner_id : p.cs_owner_id;
      const row = { peer_id: of(p), role, from_date, commission_from: from_date, by: "application" as const, created_at: p.approved_at };
      return worker_id === null ? [] : [{ ...row, worker_id }];
    });
  });
  if (owners.length > 0) await tx.insertInto("peer_owners").values(owners).execute();
  const managers = [...new Set(owners.map((o) => o.worker_id))].map((worker_id) => ({ worker_id, created_at: now, updated_at: now }));
  if (managers.length > 0)
    await tx
      .insertInto("peer_managers")
      .values(managers)
      .onConflict((c) => c.doNothing())
      .execute();
  const papers = peers.flatMap((p) =>
    p.papers.map((d) => ({ ...d, peer_id: of(p), row_key: crypto.randomUUID(), files: [file], created_at: p.approved_at })),
  );
  if (papers.length > 0) await tx.insertInto("peer_documents").values(papers).execute();
  return new Map(accounts.map((a) => [a.peer_id, a.id]));
}
