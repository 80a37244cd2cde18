/** Applications handed in and mended: by staff for a company, or by the company itself. */
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { and, q, row } from "#kit/db/sql.ts";
import { definedOf, only } from "#kit/files/objects.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { addRow, differenceOf, lockRow, saveRow } from "#kit/noun/save.ts";
import { openField, sealFields } from "#kit/seal/seal.ts";
import { worker } from "../../account/index.ts";
import { addressCheck } from "../../base-data/index.ts";
import type { ActivityDoor, PeerOffers } from "../doors.ts";
import { exhibitionScope, NO_EXHIBITION } from "../exhibition/exhibition-scope.sql.ts";
import { holdAdmission } from "../peer/owners.ts";
import { peerApplicationNoun, sealedApplication } from "../peer/peer-application.noun.ts";
import { codeFault } from "./application.guards.ts";
import { dueOf, withHand } from "./application.moves.ts";
import { factIssues, type Facts } from "./application.rules.ts";
import { NO_APPLICATION } from "./application-scope.sql.ts";
import { lockedApplication, searchOf, type ApplicationRow } from "./application.sql.ts";
import { alike } from "./checks.sql.ts";
import { leadBack, linkLead } from "./lead-link.ts";
import { shownApplications } from "./shown.ts";

type Api = typeof peerApplicationApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
const SIMILAR_SHOWN = 5;
export const FACTS = [
  "name",
  "credit_code",
  "legal_person",
  "business_kind",
  "licence_no",
  "contact_name",
  "contact_mobile",
  "contact_email",
  "address",
  "business_licence",
  "business_licence_from",
  "business_licence_to",
  "travel_licence",
  "travel_licence_from",
  "travel_licence_to",
  "source",
  "source_id",
  "inviter_code",
  "note",
] as const;

const plain = (v: unknown): string => JSON.stringify(v);
/** A fair in the sight of whoever names it: its leads are joined by their numbers. A company that hands itself in sees none. */
async function fairIssue(ctx: Ctx, id: number): Promise<Issue[]> {
  const seen = ctx.principal ? exhibitionScope(ctx) : null;
  const fair = await row(ctx.db, q`select e.id from peer_exhibitions e where ${and([q`e.id = ${id}`, seen])}`);
  return fair ? [] : [{ path: "source_id", message: NO_EXHIBITION }];
}
async function sourceIssue(ctx: Ctx, f: Facts, before: Facts | null): Promise<Issue[]> {
  if (f.source_id === null || (before?.source === f.source && before.source_id === f.source_id)) return [];
  if (f.source === "exhibition") return fairIssue(ctx, f.source_id);
  if (f.source !== "bd") return [];
  const bd = await worker(ctx.db, f.source_id);
  return bd?.status === 1 ? [] : [{ path: "source_id", message: "商务须为启用的账号" }];
}
/** Refuses what does not fit, all of it at once; what is as it was is not judged again. Under `holdAdmission`. */
async function checkFacts(ctx: Ctx, f: Facts, before: (Facts & { id: number }) | null): Promise<void> {
  const place = plain(before?.address) === plain(f.address) ? null : addressCheck(f.address);
  const issues = [
    ...factIssues(f),
    ...(place === null ? [] : [{ path: "address", message: place }]),
    ...(await sourceIssue(ctx, f, before)),
  ];
  if (issues.length > 0) throw badInput(...issues);
  if (before?.credit_code === f.credit_code) return;
  const message = await codeFault(ctx.db, f.credit_code, before?.id ?? null);
  if (message !== null) refuse("duplicate", message, { issues: [{ path: "credit_code", message }] });
}

/** A company hands itself in where nobody of the staff calls; `device` is what it did so from. */
async function handIn(
  ctx: Ctx,
  facts: Facts,
  device: string | null,
  activity: ActivityDoor,
): Promise<{ id: number; application_no: string }> {
  await holdAdmission(ctx.db);
  await checkFacts(ctx, facts, null);
  const application_no = await nextNumber(ctx.db, "RZ", ctx.now);
  const { contact_mobile, address, ...plainly } = facts;
  const { id } = await addRow(ctx, peerApplicationNoun, {
    ...plainly,
    ...sealFields(sealedApplication, application_no, { contact_mobile }),
    address: JSON.stringify(address),
    application_no,
    device,
    submitted_at: ctx.now,
    due_at: await dueOf(ctx),
    search_text: searchOf({ ...facts, application_no }),
  });
  if (facts.inviter_code !== "") await activity.inviteBind(ctx, facts.inviter_code, id);
  await linkLead(ctx, { ...facts, id }, contact_mobile);
  return { id, application_no };
}

/** For the site on which companies hand themselves in. */
export const applicationAdd =
  (activity: ActivityDoor): PeerOffers["applicationAdd"] =>
  (ctx, facts, device) =>
    handIn(ctx, only(facts, FACTS), device, activity);

async function shownOne(ctx: Ctx, id: number, activity: ActivityDoor): Promise<ApplicationRow> {
  const [shown] = await shownApplications(ctx, [found(await lockedApplication(ctx, id), NO_APPLICATION)], activity);
  return found(shown, NO_APPLICATION);
}

/** By what a lead is its application's. */
const MET_BY = ["source", "source_id", "contact_mobile"] as const;
/** Whose number it was before says nothing of another source. */
const sourced = <S extends Partial<Facts>>(set: S, before: Facts) =>
  set.source === undefined || set.source === before.source ? set : { source_id: null, inviter_code: "", ...set };

async function update({ id, version, ...input }: In<"peer_application_update">, ctx: Ctx, activity: ActivityDoor): Promise<ApplicationRow> {
  if (input.credit_code !== undefined) await holdAdmission(ctx.db);
  const stored = found(await lockedApplication(ctx, id), NO_APPLICATION);
  const held = await lockRow(ctx, peerApplicationNoun, { id, version, current: stored });
  const came = (await shownOne(ctx, id, activity)).source_text;
  const isOpen = stored.application_status === "pending" || stored.application_status === "returned";
  refuseUnless(isOpen, "locked", "申请已处理，不能修改");
  const before = { ...stored, contact_mobile: openField(sealedApplication, stored, "contact_mobile") ?? "" };
  const set = sourced(definedOf(input), before);
  const after = { ...only(before, FACTS), ...set };
  await checkFacts(ctx, after, before);
  const { contact_mobile, address, ...plainly } = set;
  const saved = await saveRow(ctx, peerApplicationNoun, {
    id,
    version,
    told: true,
    set: {
      ...plainly,
      ...(contact_mobile !== undefined && sealFields(sealedApplication, stored.application_no, { contact_mobile })),
      ...(address && { address: JSON.stringify(address) }),
      search_text: searchOf({ ...after, application_no: stored.application_no }),
      changed_by: withHand(ctx, stored),
      updated_at: ctx.now,
    },
  });
  if (MET_BY.some((name) => after[name] !== before[name])) await leadBack(ctx, id);
  await linkLead(ctx, { ...after, id }, after.contact_mobile);
  const shown = await shownOne(ctx, id, activity);
  // Whose number it is depends on the source: told by its name.
  const changes = differenceOf(peerApplicationNoun, held, saved).filter((c) => c.field !== "source_id");
  const named = { field: "source_text", label: "来源对象", before: came, after: shown.source_text };
  ctx.note({
    noun: peerApplicationNoun.name,
    noun_id: id,
    noun_no: stored.application_no,
    changes: came === shown.source_text ? changes : [...changes, named],
  });
  return shown;
}

async function check(
  { name = "", credit_code = "" }: In<"peer_application_check">,
  { db }: Ctx,
): Promise<Output<Api["peer_application_check"]>> {
  const similar = name.length < 2 ? [] : (await alike(db, name)).slice(0, SIMILAR_SHOWN);
  return {
    similar: similar.map(({ of: c, likeness }) => ({ ...c, likeness })),
    fault: credit_code === "" ? null : await codeFault(db, credit_code, null),
  };
}

export const applicationWrites = (activity: ActivityDoor) =>
  ({
    peer_application_check: check,
    peer_application_add: async (input, ctx) => {
      const { id } = await handIn(ctx, only(input, FACTS), null, activity);
      return shownOne(ctx, id, activity);
    },
    peer_application_update: (input, ctx) => update(input, ctx, activity),
  }) satisfies Partial<Handlers<Api>>;
