/** Applications as they are read: list and page. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { allows, may } from "@visadesk/contract/permissions.ts";
import type { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import { peerApplicationFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { and, q, row } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { addressText } from "../../base-data/index.ts";
import type { ActivityDoor } from "../doors.ts";
import { leadScope } from "../exhibition/lead-scope.sql.ts";
import { workerNames } from "../peer/names.sql.ts";
import { placeOwners } from "../peer/place-owners.ts";
import { GUARDS } from "./application.guards.ts";
import { NO_APPLICATION } from "./application-scope.sql.ts";
import { applicationList, storedApplication, type Detail, type StoredApplication } from "./application.sql.ts";
import { checksOf, inviterOf, notGreen } from "./checks.ts";
import { invitersOf } from "./checks.sql.ts";
import { shownApplications } from "./shown.ts";

type Api = typeof peerApplicationApi;

/** What the reader may do next, with what is missing. What only its maker takes back is not shown to others. */
async function movesOf(ctx: Ctx, a: StoredApplication): Promise<Detail["moves"]> {
  const legal = Object.entries(peerApplicationFlow.moves).filter(
    ([name, m]) =>
      m.from.some((state) => state === a.application_status) &&
      m.may !== "system" &&
      allows(m.may, ctx.me.codes) &&
      (name !== "withdraw" || a.created_by === ctx.me.worker_id),
  );
  return Promise.all(
    legal.map(async ([move]) => {
      const fault = (await GUARDS[move]?.(ctx, a)) ?? null;
      return { move, ok: fault === null, missing: fault?.message ?? null };
    }),
  );
}

const LEAD_FOLLOWS = 5;
/** What was said to a lead is told to whoever follows it and to who decides. */
async function leadOf(ctx: Ctx, application: number): Promise<Detail["lead"]> {
  const lead = await row<NonNullable<Detail["lead"]>>(
    ctx.db,
    q`
    select l.id, l.exhibition_id, e.name || ' · ' || l.company as text,
      array(select f.text from exhibition_lead_follows f where ${and([q`f.lead_id = l.id`, ctx.has(may.peer_review) ? null : leadScope(ctx)])} order by f.id desc limit ${LEAD_FOLLOWS}) as follows
    from exhibition_leads l join peer_exhibitions e on e.id = l.exhibition_id where l.application_id = ${application}`,
  );
  return lead ?? null;
}

async function detail(ctx: Ctx, id: number, activity: ActivityDoor): Promise<Output<Api["peer_application_get"]>> {
  const a = found(await storedApplication(ctx, id), NO_APPLICATION);
  const invited = await inviterOf(ctx, a, activity);
  const [[shown], checks, place_owners, owners, inviters, lead, moves] = await Promise.all([
    shownApplications(ctx, [a], null),
    checksOf(ctx, [a], activity),
    placeOwners(ctx, a.address),
    workerNames(ctx.db, [a.bd_owner_id, a.cs_owner_id]),
    invitersOf(ctx.db, invited === null ? [] : [invited]),
    leadOf(ctx, id),
    movesOf(ctx, a),
  ]);
  const [inviter] = inviters;
  const own = checks.get(id) ?? [];
  return {
    ...found(shown),
    address_text: addressText(a.address),
    bad_checks: notGreen(own),
    checks: own,
    place_owners,
    bd_owner_name: owners.get(a.bd_owner_id ?? 0) ?? null,
    cs_owner_name: owners.get(a.cs_owner_id ?? 0) ?? null,
    inviter: inviter ? { peer_id: inviter.id, name: inviter.short_name } : null,
    lead,
    moves,
  };
}

export const applicationReads = (activity: ActivityDoor) =>
  ({
    peer_application_query: async (input, ctx) => {
      const page = await pageOf<StoredApplication>(ctx.db, input, applicationList(input, ctx));
      const asksChecks = !input.fields || input.fields.includes("bad_checks");
      return { ...page, list: await shownApplications(ctx, page.list, asksChecks ? activity : null) };
    },
    peer_application_get: ({ id }, ctx) => detail(ctx, id, activity),
    peer_place_owner_query: async (place, ctx) => ({ list: await placeOwners(ctx, place) }),
  }) satisfies Partial<Handlers<Api>>;
