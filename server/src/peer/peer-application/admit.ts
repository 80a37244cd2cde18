/** A peer made of its application, step by step: the peer, its owner account, its papers, its accounts in the ledger, whose it is. */
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { only } from "#kit/files/objects.ts";
import { refuse } from "#kit/http/refuse.ts";
import { dayOf } from "#kit/range.ts";
import { openField, sealFields } from "#kit/seal/seal.ts";
import { openPeerAccounts } from "../../ledger/index.ts";
import { setOwner } from "../peer/owners.ts";
import { sealedAccount } from "../peer/peer-account.noun.ts";
import { sealedApplication } from "../peer/peer-application.noun.ts";
import { sealedPeer } from "../peer/peer.noun.ts";
import { searchOf } from "../peer/search.ts";
import { MOBILE_TAKEN } from "./application.guards.ts";
import { shortName } from "./application.rules.ts";
import type { StoredApplication } from "./application.sql.ts";
import type { Decision } from "./decision.ts";

export interface Admitted {
  id: number;
  peer_no: string;
  short_name: string;
  /** Its owner's login. */
  owner: { id: number; account: string; mobile: string };
}
const mobileOf = (a: StoredApplication): string => openField(sealedApplication, a, "contact_mobile") ?? "";

async function insertPeer(ctx: Ctx, a: StoredApplication, d: Decision): Promise<Omit<Admitted, "owner">> {
  const next = await row<{ no: string }>(ctx.db, q`select 'TY' || lpad(nextval('number_ty')::text, 6, '0') as no`);
  const peer_no = next?.no ?? "";
  const named = { peer_no, ...only(a, ["name", "credit_code"]), short_name: shortName(a.name), former_names: [] };
  const { id } = await ctx.db
    .insertInto("peers")
    .values({
      ...named,
      ...only(a, ["legal_person", "business_kind", "licence_no", "contact_name", "contact_email", "source", "source_id", "note"]),
      ...sealFields(sealedPeer, peer_no, { contact_mobile: mobileOf(a) }),
      address: JSON.stringify(a.address),
      application_id: a.id,
      level_id: d.level_id,
      service_group_id: d.service_group_id,
      search_text: searchOf(named),
      approved_at: ctx.now,
      // Who handed it in: whoever passes it does not see it for that.
      created_by: a.created_by,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, peer_no, short_name: named.short_name };
}

/** PostgreSQL's word for a value that another row has, and the rule of one enabled account per mobile. */
const isMobileTaken = (e: unknown): boolean =>
  e instanceof Error && "code" in e && e.code === "23505" && "constraint" in e && e.constraint === "peer_accounts_mobile";

/** The first login is called by the peer's number, unless somebody is already. Its password comes by a link alone. */
async function insertAccount(ctx: Ctx, a: StoredApplication, peer: Pick<Admitted, "id" | "peer_no">): Promise<Admitted["owner"]> {
  const plain = peer.peer_no.toLowerCase();
  const taken = await row(ctx.db, q`select id from peer_accounts where account = ${plain}`);
  const account = taken ? `${plain}_${peer.id}` : plain;
  const mobile = mobileOf(a);
  const { id } = await ctx.db
    .insertInto("peer_accounts")
    .values({
      peer_id: peer.id,
      account,
      name: a.contact_name,
      ...sealFields(sealedAccount, account, { mobile }),
      role: "owner",
      can_pay: true,
      created_by: ctx.principal?.worker_id ?? null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow()
    .catch((e: unknown) => (isMobileTaken(e) ? refuse("duplicate", MOBILE_TAKEN) : Promise.reject(e)));
  return { id, account, mobile };
}

async function insertPapers(ctx: Ctx, a: StoredApplication, peer_id: number): Promise<void> {
  const paper = (kind: "business_licence" | "travel_licence", number: string) =>
    a[kind].length === 0
      ? []
      : [
          {
            peer_id,
            kind,
            number,
            row_key: crypto.randomUUID(),
            valid_from: a[`${kind}_from`] ?? dayOf(ctx.now),
            valid_to: a[`${kind}_to`],
            files: [...a[kind]],
            created_by: a.created_by,
            created_at: ctx.now,
          },
        ];
  const papers = [...paper("business_licence", a.credit_code), ...paper("travel_licence", a.licence_no)];
  await ctx.db.insertInto("peer_documents").values(papers).execute();
}

/** All of it in the caller's transaction; the application itself is moved by the caller, last. */
export async function admit(ctx: Ctx, a: StoredApplication, d: Decision): Promise<Admitted> {
  const peer = await insertPeer(ctx, a, d);
  const owner = await insertAccount(ctx, a, peer);
  const today = dayOf(ctx.now);
  const how = { from: today, by: "application", commission_from: today, transfer_id: null } as const;
  await setOwner(ctx, peer.id, "bd", d.bd_owner_id, how);
  await setOwner(ctx, peer.id, "cs", d.cs_owner_id, how);
  await insertPapers(ctx, a, peer.id);
  await openPeerAccounts(ctx, peer.id);
  ctx.note({
    noun: "peer",
    noun_id: peer.id,
    noun_no: peer.short_name,
    changes: [{ field: "application_no", label: "申请号", before: null, after: a.application_no }],
  });
  return { ...peer, owner };
}
