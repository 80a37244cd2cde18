/** Logins of peers: added, changed, switched, given a link. Nobody of ours sees or types a password. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { labelOf } from "@visadesk/contract/kit/field.ts";
import { mask } from "@visadesk/contract/kit/mask.ts";
import { peerAccount, peerAccountApi } from "@visadesk/contract/peer/peer/peer-account.ts";
import { ACCOUNT_ROLES } from "@visadesk/contract/peer/peer/peer.words.ts";
import { cellChanges, type Cell } from "#kit/call/changes.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { q, rows } from "#kit/db/sql.ts";
import { definedOf, only } from "#kit/files/objects.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import { openField, sealFields } from "#kit/seal/seal.ts";
import type { Doors } from "../doors.ts";
import { peerAccountNoun, sealedAccount } from "../peer/peer-account.noun.ts";
import { NO_PEER } from "../peer/peer-scope.sql.ts";
import { lockedPeer, type StoredDetail } from "../peer/peer.sql.ts";
import { handLink } from "./account-link.ts";
import { accountList, holderOfMobile, isAccountTaken, storedAccount, type AccountRow, type StoredAccount } from "./peer-account.sql.ts";

type Api = typeof peerAccountApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
const FACTS = ["name", "mobile", "role", "order_limit", "can_pay"] as const;
type Facts = Pick<In<"peer_account_add">, (typeof FACTS)[number]>;
const NO_ACCOUNT = "子账号不存在或无权查看";
export const MOBILE_TAKEN = "该手机号已是同行账号";
const OWNER_STAYS = "主账号不能停用，请先更换主账号";
const OWNER_BY_CHANGE = "主账号的更换需提交变更申请";

const cellsOf = (f: Facts): Cell[] =>
  (
    [
      ["name", f.name],
      ["mobile", mask("mobile", f.mobile)],
      ["role", ACCOUNT_ROLES[f.role]],
      ["order_limit", f.order_limit],
      ["can_pay", f.can_pay],
    ] as const
  ).map(([field, value]) => ({
    field,
    label: `子账号·${labelOf(peerAccount, field)}`,
    value,
    ...(field === "mobile" && { behind: f.mobile }),
  }));
/** Told under the peer, whose page shows it. */
const noteOn = (ctx: Ctx, a: Pick<StoredAccount, "peer_id" | "peer_name">, changes: readonly FieldChange[], reason?: string): void =>
  ctx.note({ noun: "peer", noun_id: a.peer_id, noun_no: a.peer_name, changes, ...(reason !== undefined && { reason }) });
const whole = (a: StoredAccount): StoredAccount => ({ ...a, mobile: openField(sealedAccount, a, "mobile") ?? "" });

/** A number is taken by one at a time, so that two that ask for it at once wait. */
async function expectFree(ctx: Ctx, mobile: string, except: number | null): Promise<void> {
  await rows(ctx.db, q`select pg_advisory_xact_lock(hashtextextended(${`peer_account:${mobile}`}, 0))`);
  const taken = await holderOfMobile(ctx.db, mobile, except);
  if (taken) refuse("duplicate", MOBILE_TAKEN, { issues: [{ path: "mobile", message: MOBILE_TAKEN }] });
}

async function add({ peer_id, account, ...input }: In<"peer_account_add">, ctx: Ctx): Promise<Output<Api["peer_account_add"]>> {
  const p = found(await lockedPeer(ctx, peer_id), NO_PEER);
  const facts = only(input, FACTS);
  refuseUnless(p.peer_status === "active", "state_changed", "同行已停用，不能新增子账号");
  if (facts.role === "owner") throw badInput({ path: "role", message: OWNER_BY_CHANGE });
  const login = account.toLowerCase();
  if (await isAccountTaken(ctx.db, login))
    refuse("duplicate", "该账号已被使用", { issues: [{ path: "account", message: "该账号已被使用" }] });
  await expectFree(ctx, facts.mobile, null);
  const { mobile, ...plain } = facts;
  const { id } = await ctx.db
    .insertInto("peer_accounts")
    .values({
      ...plain,
      ...sealFields(sealedAccount, login, { mobile }),
      peer_id,
      account: login,
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const login_change = { field: "account", label: "子账号", before: null, after: login };
  noteOn(ctx, { peer_id, peer_name: p.short_name }, [login_change, ...cellChanges(null, cellsOf(facts))]);
  return { id, ...(await handLink(ctx, { id, account: login, mobile })) };
}

/** A login and its peer, both in the caller's sight; the peer is held. */
async function held(ctx: Ctx, id: number): Promise<{ a: StoredAccount; p: StoredDetail }> {
  const seen = found(await storedAccount(ctx, id), NO_ACCOUNT);
  const p = found(await lockedPeer(ctx, seen.peer_id), NO_ACCOUNT);
  return { a: whole(found(await storedAccount(ctx, id), NO_ACCOUNT)), p };
}
const shown = async (ctx: Ctx, id: number): Promise<AccountRow> => found(await storedAccount(ctx, id), NO_ACCOUNT);

async function update({ id, version, ...input }: In<"peer_account_update">, ctx: Ctx): Promise<AccountRow> {
  const { a } = await held(ctx, id);
  await lockRow(ctx, peerAccountNoun, { id, version, current: a });
  const set = definedOf(input);
  const after: Facts = { ...a, ...set };
  if (after.role !== a.role && (after.role === "owner" || a.role === "owner")) throw badInput({ path: "role", message: OWNER_BY_CHANGE });
  const isNewMobile = set.mobile !== undefined && set.mobile !== a.mobile;
  // Whoever receives the owner's links is the owner.
  if (isNewMobile && a.role === "owner") throw badInput({ path: "mobile", message: "主账号的手机需通过「主账号更换」申请修改" });
  if (set.mobile !== undefined && a.status === 1) await expectFree(ctx, set.mobile, id);
  const { mobile, ...plain } = set;
  await saveRow(ctx, peerAccountNoun, {
    id,
    version,
    set: {
      ...plain,
      ...(mobile !== undefined && sealFields(sealedAccount, a.account, { mobile })),
      ...(isNewMobile && { reset_hash: null, reset_until: null }),
      updated_at: ctx.now,
    },
    told: true,
  });
  noteOn(ctx, a, cellChanges(cellsOf(a), cellsOf(after)));
  return shown(ctx, id);
}

const STATUS = ["停用", "启用"] as const;
const switched = (a: StoredAccount, to: 0 | 1): FieldChange => ({
  field: "status",
  label: `子账号「${a.account}」`,
  before: STATUS[a.status],
  after: STATUS[to],
});

async function enable({ id, version }: In<"peer_account_enable">, ctx: Ctx): Promise<{ ok: true }> {
  const { a, p } = await held(ctx, id);
  await lockRow(ctx, peerAccountNoun, { id, version, current: a });
  refuseUnless(a.status === 0, "state_changed", "该账号已启用");
  refuseUnless(p.peer_status === "active", "state_changed", "同行已停用，请先重新启用同行");
  refuseUnless(a.role !== "owner", "guard_failed", OWNER_BY_CHANGE);
  await expectFree(ctx, a.mobile, id);
  await saveRow(ctx, peerAccountNoun, { id, version, set: { status: 1, updated_at: ctx.now }, told: true });
  noteOn(ctx, a, [switched(a, 1)]);
  return { ok: true };
}

/** Its sessions end, and a link that is on its way is good for nothing. */
async function disable({ id, version, reason }: In<"peer_account_disable">, ctx: Ctx, doors: Pick<Doors, "open">): Promise<{ ok: true }> {
  const { a } = await held(ctx, id);
  const stored = await lockRow(ctx, peerAccountNoun, { id, version, current: a });
  refuseUnless(a.status === 1, "state_changed", "该账号已停用");
  refuseUnless(a.role !== "owner", "guard_failed", OWNER_STAYS);
  const set = { status: 0 as const, session_round: stored.session_round + 1, reset_hash: null, reset_until: null, updated_at: ctx.now };
  await saveRow(ctx, peerAccountNoun, { id, version, set, told: true });
  noteOn(ctx, a, [switched(a, 0)], reason);
  await doors.open.sessionsEnd(ctx, [id], "账号已停用");
  return { ok: true };
}

async function reset({ id, version }: In<"peer_account_reset">, ctx: Ctx): Promise<Output<Api["peer_account_reset"]>> {
  const { a } = await held(ctx, id);
  await lockRow(ctx, peerAccountNoun, { id, version, current: a });
  refuseUnless(a.status === 1, "state_changed", "该账号已停用，请先启用");
  const link = await handLink(ctx, a);
  noteOn(ctx, a, [
    {
      field: "reset",
      label: `子账号「${a.account}」`,
      before: null,
      after: link.delivery === "sent" ? "已发送登录链接" : "登录链接未发送",
    },
  ]);
  return { id, ...link };
}

export const peerAccountServer = (doors: Pick<Doors, "open">) =>
  serve(peerAccountApi, {
    peer_account_query: (input, ctx) => pageOf<AccountRow>(ctx.db, input, accountList(input, ctx)),
    peer_account_get: ({ id }, ctx) => shown(ctx, id),
    peer_account_add: add,
    peer_account_update: update,
    peer_account_enable: enable,
    peer_account_disable: (input, ctx) => disable(input, ctx, doors),
    peer_account_reset: reset,
  });
