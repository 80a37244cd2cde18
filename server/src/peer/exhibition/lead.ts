/** Leads registered and mended; whoever is a peer of ours signs in. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { exhibitionLeadApi } from "@visadesk/contract/peer/exhibition/exhibition-lead.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serveHolding } from "#kit/call/serve.ts";
import type { Db } from "#kit/db/db.ts";
import { pageOf } from "#kit/db/page.ts";
import { heldIn } from "#kit/files/file-keys.ts";
import { definedOf } from "#kit/files/objects.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { addRow, lockRow, saveRow } from "#kit/noun/save.ts";
import { hashesOf, sealFields } from "#kit/seal/seal.ts";
import { revealAllowed } from "../../setting/index.ts";
import { joinApplications } from "../peer-application/lead-link.ts";
import { workerNames } from "../peer/names.sql.ts";
import { exhibitionLeadNoun, sealedLead } from "./exhibition.noun.ts";
import { NO_EXHIBITION } from "./exhibition-scope.sql.ts";
import { holdExhibition, seenExhibition } from "./exhibition.sql.ts";
import { mayFollow } from "./exhibition.ts";
import { importLeads } from "./lead-import.ts";
import { checkNext } from "./lead-next.ts";
import { LEAD_TAKEN, openExhibition } from "./lead-open.ts";
import { leadMoves } from "./lead.moves.ts";
import {
  followsOf,
  heldLead,
  leadList,
  leadsByHash,
  peersByHash,
  storedLead,
  type KnownPeer,
  type LeadRow,
  type StoredLead,
} from "./lead.sql.ts";
import { NO_LEAD } from "./lead-scope.sql.ts";

type Api = typeof exhibitionLeadApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
const peerOf = async (db: Db, hashes: readonly string[]): Promise<KnownPeer | null> =>
  [...(await peersByHash(db, hashes)).values()][0] ?? null;

/** The number of one lead alone, and whose of our peers it is. Under the lock of its exhibition. */
async function judgedMobile(
  ctx: Ctx,
  exhibition: number,
  mobile: string,
  except: number | null,
): Promise<{ kind: "new" | "peer"; peer_id: number | null }> {
  const hashes = hashesOf("mobile", mobile);
  const taken = (await leadsByHash(ctx.db, exhibition, hashes)).find((l) => l.id !== except);
  if (taken) refuse("duplicate", LEAD_TAKEN, { issues: [{ path: "mobile", message: `${LEAD_TAKEN}：${taken.company}` }] });
  const peer = await peerOf(ctx.db, hashes);
  return { kind: peer ? "peer" : "new", peer_id: peer?.id ?? null };
}
async function checkOwner(ctx: Ctx, owner: number, before: number | null): Promise<void> {
  if (owner !== before && owner !== ctx.me.worker_id && !(await mayFollow(ctx, owner)))
    throw badInput({ path: "owner_id", message: "跟进人须在职，且有展会管理权限" });
}
const named = async (db: Db, list: readonly StoredLead[]): Promise<LeadRow[]> => {
  const names = await workerNames(
    db,
    list.map((l) => l.owner_id),
  );
  return list.map((l) => ({ ...l, owner_name: names.get(l.owner_id) ?? "" }));
};
const shownLead = async (ctx: Ctx, id: number): Promise<LeadRow> =>
  found((await named(ctx.db, [found(await storedLead(ctx, id), NO_LEAD)]))[0], NO_LEAD);

async function add(asked: In<"exhibition_lead_add">, ctx: Ctx): Promise<LeadRow> {
  const { idempotency_key: _, mobile, owner_id, ...input } = asked;
  await openExhibition(ctx, input.exhibition_id);
  const owner = owner_id ?? ctx.me.worker_id;
  await checkOwner(ctx, owner, null);
  checkNext(ctx, input.next_follow_on);
  const whose = await judgedMobile(ctx, input.exhibition_id, mobile, null);
  const row_key = crypto.randomUUID();
  const { id } = await addRow(ctx, exhibitionLeadNoun, {
    ...definedOf(input),
    ...whose,
    ...sealFields(sealedLead, row_key, { mobile }),
    owner_id: owner,
    row_key,
  });
  await joinApplications(ctx, input.exhibition_id, [{ id, hashes: hashesOf("mobile", mobile) }]);
  return shownLead(ctx, id);
}

async function update({ id, version, mobile, ...input }: In<"exhibition_lead_update">, ctx: Ctx): Promise<LeadRow> {
  const before = found(await heldLead(ctx, id), NO_LEAD);
  const stored = await lockRow(ctx, exhibitionLeadNoun, { id, version, current: before });
  const set = definedOf(input);
  if (set.owner_id !== undefined) await checkOwner(ctx, set.owner_id, before.owner_id);
  if (set.next_follow_on !== before.next_follow_on) checkNext(ctx, set.next_follow_on);
  const renumbered = mobile !== undefined && !hashesOf("mobile", mobile).includes(stored.mobile_hash ?? "");
  if (renumbered) {
    refuseUnless(before.application_id === null, "locked", "线索已提交申请，不能修改手机号");
    await holdExhibition(ctx.db, before.exhibition_id);
  }
  const number = renumbered && {
    ...(await judgedMobile(ctx, before.exhibition_id, mobile, id)),
    ...sealFields(sealedLead, stored.row_key, { mobile }),
  };
  await saveRow(ctx, exhibitionLeadNoun, { id, version, set: { ...set, ...number, updated_at: ctx.now } });
  const isOpen = before.lead_status === "new" || before.lead_status === "contacted";
  if (renumbered && isOpen) await joinApplications(ctx, before.exhibition_id, [{ id, hashes: hashesOf("mobile", mobile) }]);
  return shownLead(ctx, id);
}

/** Told at once at the desk; a look like any other. */
async function check({ exhibition_id, mobile }: In<"exhibition_lead_check">, ctx: Ctx): Promise<Output<Api["exhibition_lead_check"]>> {
  const e = found(await seenExhibition(ctx, exhibition_id), NO_EXHIBITION);
  await revealAllowed(ctx);
  const hashes = hashesOf("mobile", mobile);
  const [[lead], peer] = await Promise.all([leadsByHash(ctx.db, exhibition_id, hashes), peerOf(ctx.db, hashes)]);
  const change = { field: "mobile", label: "现场查重", before: null, after: null };
  ctx.note({ kind: "reveal", noun: "peer_exhibition", noun_id: e.id, noun_no: e.name, changes: [change] });
  return { peer, lead: lead ? { id: lead.id, company: lead.company, lead_status: lead.lead_status } : null };
}

export const exhibitionLeadServer = serveHolding(exhibitionLeadApi, heldIn("exhibition_leads", "card_file"), {
  exhibition_lead_query: async (input, ctx) => {
    const page = await pageOf<StoredLead>(ctx.db, input, leadList(input, ctx));
    return { ...page, list: await named(ctx.db, page.list) };
  },
  exhibition_lead_get: async ({ id }, ctx) => ({ ...(await shownLead(ctx, id)), follows: await followsOf(ctx.db, id) }),
  exhibition_lead_check: check,
  exhibition_lead_add: add,
  exhibition_lead_update: update,
  exhibition_lead_import: importLeads,
  ...leadMoves,
});
