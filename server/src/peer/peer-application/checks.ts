/** Checks of applications, of a page of them as cheaply as of one. */
import { PEER_EXPIRING_DAYS } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { dayOf } from "#kit/range.ts";
import { hashesOf, openField } from "#kit/seal/seal.ts";
import type { ActivityDoor } from "../doors.ts";
import { sealedApplication } from "../peer/peer-application.noun.ts";
import type { StoredApplication } from "./application.sql.ts";
import { checked, type Check } from "./checks.rules.ts";
import { accountsOf, alike, formerOf, invitersOf, peersOfCodes, peersOfPersons } from "./checks.sql.ts";

type Caller = Pick<Ctx, "db" | "now">;
/** The peer that invited it, by its code or named as its source. */
export async function inviterOf(
  { db }: Pick<Ctx, "db">,
  a: Pick<StoredApplication, "source" | "source_id" | "inviter_code">,
  activity: ActivityDoor,
) {
  const invited = a.inviter_code === "" ? null : await activity.inviteOf(db, a.inviter_code);
  return invited?.peer_id ?? (a.source === "fission" ? a.source_id : null);
}

/** By application. What was decided is not checked again. */
export async function checksOf(
  ctx: Caller,
  list: readonly StoredApplication[],
  activity: ActivityDoor,
): Promise<ReadonlyMap<number, Check[]>> {
  const open = list.filter((a) => a.application_status === "pending" || a.application_status === "returned");
  if (open.length === 0) return new Map();
  const codes = open.map((a) => a.credit_code);
  const mobiles = new Map(open.map((a) => [a.id, openField(sealedApplication, a, "contact_mobile") ?? ""]));
  const inviting = new Map<number, number | null>();
  for (const a of open) inviting.set(a.id, await inviterOf(ctx, a, activity));
  const [peers, former, accounts, persons, inviters] = await Promise.all([
    peersOfCodes(ctx.db, codes),
    formerOf(ctx.db, codes),
    accountsOf(ctx.db, [...mobiles.values()]),
    peersOfPersons(
      ctx.db,
      open.map((a) => a.legal_person),
    ),
    invitersOf(
      ctx.db,
      [...inviting.values()].filter((id) => id !== null),
    ),
  ]);
  const found = new Map<number, Check[]>();
  for (const a of open) {
    const hashes = hashesOf("mobile", mobiles.get(a.id) ?? "");
    const facts = {
      peer: peers.find((p) => p.credit_code === a.credit_code),
      former: former.filter((x) => x.credit_code === a.credit_code),
      accounts: accounts.filter((x) => hashes.includes(x.hash)),
      similar: (await alike(ctx.db, a.name)).filter(({ of: c }) => c.application_id !== a.id && c.credit_code !== a.credit_code),
      persons: persons.filter((p) => p.legal_person === a.legal_person && p.credit_code !== a.credit_code),
      inviter: inviters.find((i) => i.id === inviting.get(a.id)),
      hashes,
      today: dayOf(ctx.now),
      soon: dayOf(ctx.now, PEER_EXPIRING_DAYS),
    };
    found.set(a.id, checked(a, facts));
  }
  return found;
}

/** Checks that are not green, hints among them. */
export const notGreen = (checks: readonly Check[] | undefined): number => (checks ?? []).filter((c) => c.result !== "ok").length;
