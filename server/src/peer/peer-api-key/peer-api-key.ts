/** Keys of peers for the partner interface: two enabled at most, the secret answered once and kept sealed. */
import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { CALLBACK_FAULT, KEYS_FULL, peerApiKeyApi } from "@visadesk/contract/peer/peer/peer-api-key.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve, staged } from "#kit/call/serve.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import { definedOf } from "#kit/files/objects.ts";
import { isPrivateHost } from "#kit/http/outgoing.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import type { Doors } from "../doors.ts";
import { workerNames } from "../peer/names.sql.ts";
import { peerApiKeyNoun } from "../peer/peer-api-key.noun.ts";
import { NO_PEER } from "../peer/peer-scope.sql.ts";
import { lockedPeer, storedPeer, type StoredDetail } from "../peer/peer.sql.ts";
import { sealSecret } from "./api-secret.ts";

type Api = typeof peerApiKeyApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Row = Output<Api["peer_api_key_update"]>;
type Facts = Pick<In<"peer_api_key_update">, "callback_url" | "ip_list">;
const NO_KEY = "密钥不存在或无权查看";
const PLACES = [1, 2] as const;
const KEY_BYTES = 10;
const SECRET_BYTES = 32;

const MOST_BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };
/** An address, or a network with its length. */
function isNet(text: string): boolean {
  const [address = "", bits] = text.split("/");
  const most = MOST_BITS[isIP(address)];
  return most !== undefined && (bits === undefined || Number(bits) <= most);
}
/** Asked before the transaction: a name is resolved on the network. */
async function issuesOf({ callback_url, ip_list }: Facts): Promise<Issue[]> {
  // A port or a host that no address can have passes the pattern.
  if (callback_url && !URL.canParse(callback_url)) return [{ path: "callback_url", message: CALLBACK_FAULT }];
  const wrong = (ip_list ?? []).findIndex((ip) => !isNet(ip));
  return [
    ...(wrong >= 0 ? [{ path: `ip_list.${wrong}`, message: "IP格式不正确" }] : []),
    ...(callback_url && (await isPrivateHost(new URL(callback_url))) ? [{ path: "callback_url", message: "回调地址不能指向内网" }] : []),
  ];
}
function expectFine(issues: readonly Issue[]): void {
  if (issues.length > 0) throw badInput(...issues);
}

const keysWhere = async (ctx: Pick<Ctx, "db">, of: { peer_id?: number; id?: number }): Promise<Row[]> => {
  const list = await rows<Row & { created_by: number | null }>(
    ctx.db,
    q`select k.id, k.peer_id, k.access_key, k.callback_url, k.ip_list, k.note, k.status, k.last_used_at, k.created_by, k.created_at, k.version, k.updated_at
      from peer_api_keys k where ${and([
        of.peer_id !== undefined && q`k.peer_id = ${of.peer_id}`,
        of.id !== undefined && q`k.id = ${of.id}`,
      ])} order by k.status desc, k.id desc`,
  );
  const names = await workerNames(
    ctx.db,
    list.map((k) => k.created_by),
  );
  return list.map(({ created_by, ...k }) => ({ ...k, created_by_name: names.get(created_by ?? 0) ?? null }));
};
const shown = async (ctx: Pick<Ctx, "db">, id: number): Promise<Row> => found((await keysWhere(ctx, { id }))[0], NO_KEY);

async function add({ peer_id, callback_url, ip_list, note }: In<"peer_api_key_add">, ctx: Ctx, doors: Pick<Doors, "open">) {
  const p = found(await lockedPeer(ctx, peer_id), NO_PEER);
  refuseUnless(p.peer_status === "active", "state_changed", "同行已停用，不能新增密钥");
  const taken = await rows<{ place: number }>(ctx.db, q`select place from peer_api_keys where peer_id = ${peer_id} and place is not null`);
  const place = PLACES.find((n) => !taken.some((t) => t.place === n));
  if (place === undefined) return refuse("limit_exceeded", KEYS_FULL);
  const access_key = `PK${randomBytes(KEY_BYTES).toString("hex").toUpperCase()}`;
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const { id } = await ctx.db
    .insertInto("peer_api_keys")
    .values({
      peer_id,
      access_key,
      secret_sealed: sealSecret(access_key, secret),
      callback_url,
      ip_list: [...ip_list],
      note,
      place,
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  noteOn(ctx, p, access_key, null, "启用");
  await doors.open.clientOf(ctx, peer_id);
  return { ...(await shown(ctx, id)), secret };
}

const noteOn = (
  ctx: Ctx,
  p: Pick<StoredDetail, "id" | "short_name">,
  access_key: string,
  before: string | null,
  after: string,
  reason?: string,
) =>
  ctx.note({
    noun: "peer",
    noun_id: p.id,
    noun_no: p.short_name,
    changes: [{ field: "peer_api_key", label: `接口密钥 ${access_key}`, before, after }],
    ...(reason !== undefined && { reason }),
  });

/** An enabled key of a peer in the caller's sight, which is held. */
async function held(ctx: Ctx, { id, version }: { id: number; version: number }) {
  const key = found(await row<{ peer_id: number }>(ctx.db, q`select peer_id from peer_api_keys where id = ${id}`), NO_KEY);
  const p = found(await lockedPeer(ctx, key.peer_id), NO_KEY);
  const stored = await lockRow(ctx, peerApiKeyNoun, { id, version, current: await shown(ctx, id) });
  refuseUnless(stored.place !== null, "state_changed", "该密钥已停用");
  return { p, stored };
}
const words = (k: { callback_url: string; ip_list: readonly string[]; note: string }): string =>
  [k.callback_url || "无回调", k.ip_list.length > 0 ? k.ip_list.join("、") : "不限IP", k.note].filter(Boolean).join("；");

async function update({ id, version, ...input }: In<"peer_api_key_update">, ctx: Ctx): Promise<Row> {
  const { p, stored } = await held(ctx, { id, version });
  const set = definedOf(input);
  const ip_list = set.ip_list && { ip_list: [...set.ip_list] };
  const after = await saveRow(ctx, peerApiKeyNoun, { id, version, set: { ...set, ...ip_list, updated_at: ctx.now }, told: true });
  noteOn(ctx, p, stored.access_key, words(stored), words(after));
  return shown(ctx, id);
}

async function disable({ id, version, reason }: In<"peer_api_key_disable">, ctx: Ctx): Promise<{ ok: true }> {
  const { p, stored } = await held(ctx, { id, version });
  await saveRow(ctx, peerApiKeyNoun, { id, version, set: { place: null, updated_at: ctx.now }, told: true });
  noteOn(ctx, p, stored.access_key, "启用", "停用", reason);
  return { ok: true };
}

export const peerApiKeyServer = (doors: Pick<Doors, "open">) =>
  serve(peerApiKeyApi, {
    peer_api_key_query: async ({ peer_id }, ctx) => {
      found(await storedPeer(ctx, peer_id), NO_PEER);
      return { list: await keysWhere(ctx, { peer_id }) };
    },
    peer_api_key_add: staged(issuesOf, (input, ctx, issues) => {
      expectFine(issues);
      return add(input, ctx, doors);
    }),
    peer_api_key_update: staged(issuesOf, (input, ctx, issues) => {
      expectFine(issues);
      return update(input, ctx);
    }),
    peer_api_key_disable: disable,
  });
