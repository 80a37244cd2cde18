/** What of a peer our own staff change at once; its terms and company data change by a reviewed request. */
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { peerApi } from "@visadesk/contract/peer/peer/peer.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { eachRow } from "#kit/db/each-row.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { definedOf } from "#kit/files/objects.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import { openField, sealFields } from "#kit/seal/seal.ts";
import { addressCheck } from "../../base-data/index.ts";
import type { CoreDoors } from "../doors.ts";
import { holdAdmission, setOwner } from "./owners.ts";
import { NO_PEER } from "./peer-scope.sql.ts";
import { peerNoun, sealedPeer } from "./peer.noun.ts";
import { peerShown } from "./peer.read.ts";
import { lockedPeer, type PeerRow, type StoredDetail } from "./peer.sql.ts";
import { placeOwners } from "./place-owners.ts";
import { searchOf } from "./search.ts";

type Api = typeof peerApi;
type Input = Parsed<Api["peer_update"]>;
type Facts = Omit<Input, "id" | "version" | "move_owners">;

/** A group that is served is of kind service and enabled. */
const isServiceGroup = async (db: Db, id: number): Promise<boolean> =>
  (await row(db, q`select id from peer_groups where id = ${id} and kind = 'service' and status = 1`)) !== undefined;
async function unknownCountries(db: Db, ids: readonly string[]): Promise<string[]> {
  const there = await rows<{ id: string }>(db, q`select id from countries where id = any(${[...ids]}::text[])`);
  return ids.filter((id) => !there.some((c) => c.id === id));
}

/** What does not fit of what is changed. */
async function issuesOf({ db }: Ctx, set: Facts, before: StoredDetail): Promise<Issue[]> {
  const issues: Issue[] = [];
  const fault = set.address ? addressCheck(set.address) : null;
  if (fault !== null) issues.push({ path: "address", message: fault });
  if (set.service_group_id && set.service_group_id !== before.service_group_id && !(await isServiceGroup(db, set.service_group_id)))
    issues.push({ path: "service_group_id", message: "请选择启用的服务分组" });
  if (set.allow_country_ids && (await unknownCountries(db, set.allow_country_ids)).length > 0)
    issues.push({ path: "allow_country_ids", message: "国家/地区不存在" });
  return issues;
}

/** As the columns take them: json is text on its way in, a number is sealed. */
const columnsOf = ({ address, contact_mobile, allow_country_ids, ...f }: Facts, peer_no: string) => ({
  ...f,
  ...(contact_mobile !== undefined && sealFields(sealedPeer, peer_no, { contact_mobile })),
  ...(address && { address: JSON.stringify(address) }),
  ...(allow_country_ids && { allow_country_ids: [...new Set(allow_country_ids)] }),
});

const TAKEN = "不能借更换地区接手他人的同行，请由其负责人或主管更换";
/** Seeing a peer is not taking it: another address brings nobody a peer of somebody beyond his data scope. */
const takes = ({ me }: Pick<Ctx, "me">, was: number | null, next: number): boolean =>
  me.scope_ids !== null && was !== null && was !== next && !me.scope_ids.includes(was) && me.scope_ids.includes(next);
/** Who looks after the region it moved to takes it over, where he has room; else it stays whose it is. */
async function moveOwners(
  ctx: Ctx,
  p: Pick<StoredDetail, "id" | "bd_owner_id" | "cs_owner_id">,
  address: NonNullable<Facts["address"]>,
): Promise<void> {
  const today = dayOf(ctx.now);
  await holdAdmission(ctx.db);
  for (const { role, worker_id } of await placeOwners(ctx, address))
    if (worker_id !== null) {
      if (takes(ctx, role === "bd" ? p.bd_owner_id : p.cs_owner_id, worker_id))
        refuse("out_of_scope", TAKEN, { issues: [{ path: "move_owners", message: TAKEN }] });
      await setOwner(ctx, p.id, role, worker_id, { from: today, by: "region", commission_from: today, transfer_id: null });
    }
}

async function update({ id, version, move_owners, ...input }: Input, ctx: Ctx, doors: CoreDoors): Promise<PeerRow> {
  const before = found(await lockedPeer(ctx, id), NO_PEER);
  const current = { ...before, contact_mobile: openField(sealedPeer, before, "contact_mobile") };
  await lockRow(ctx, peerNoun, { id, version, current });
  const set: Facts = definedOf(input);
  const leaves = set.address !== undefined && set.address.province_code !== before.province_code;
  const issues = await issuesOf(ctx, set, before);
  if (leaves && move_owners === undefined) issues.push({ path: "move_owners", message: "省份已变化，请选择是否更换负责人" });
  if (issues.length > 0) throw badInput(...issues);
  const search_text = searchOf({ ...before, short_name: set.short_name ?? before.short_name });
  await saveRow(ctx, peerNoun, { id, version, set: { ...columnsOf(set, before.peer_no), search_text, updated_at: ctx.now } });
  if (leaves && move_owners && set.address) await moveOwners(ctx, before, set.address);
  return peerShown(ctx, doors, id);
}

async function groupBatch({ ids, service_group_id }: Parsed<Api["peer_group_batch"]>, ctx: Ctx): Promise<Output<Api["peer_group_batch"]>> {
  if (service_group_id !== null) refuseUnless(await isServiceGroup(ctx.db, service_group_id), "bad_input", "请选择启用的服务分组");
  return eachRow(
    ctx.db,
    ids.map((id) => ({ id })),
    async ({ id }) => {
      const { version } = found(await lockedPeer(ctx, id), NO_PEER);
      await saveRow(ctx, peerNoun, { id, version, set: { service_group_id, updated_at: ctx.now } });
    },
  );
}

export const peerWrites = (doors: CoreDoors) =>
  ({
    peer_update: (input, ctx) => update(input, ctx, doors),
    peer_group_batch: groupBatch,
  }) satisfies Partial<Handlers<Api>>;
