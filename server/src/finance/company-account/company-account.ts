/** Accounts of the company: entered by one person, confirmed by another; a changed number, bank or holder is confirmed anew. */
import { companyAccountApi } from "@visadesk/contract/finance/company-account.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { givenOf } from "#kit/noun/noun.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import { addRow, saveRow } from "#kit/noun/save.ts";
import { sealFields } from "#kit/seal/seal.ts";
import { assertSeesAll } from "../bank/bank-scope.ts";
import { assertChecker, handsIn } from "../checker.ts";
import { openPayouts } from "../payout/payout-open.ts";
import { companyAccountNoun, sealedCompanyAccount } from "./company-account.noun.ts";
import {
  accountList,
  heldAccount,
  isPosted,
  isTaken,
  NO_ACCOUNT,
  shownAccounts,
  storedAccount,
  usableAccounts,
  type CompanyAccountRow,
  type StoredAccount,
} from "./company-account.sql.ts";

type Api = typeof companyAccountApi;
type Facts = Pick<Parsed<Api["company_account_update"]>, "name" | "account_no">;
const bare = (no: string): string => no.replace(/\s/g, "");

async function assertFree(ctx: Ctx, { name, account_no }: Facts, except: number | null): Promise<void> {
  const taken = (path: string, message: string): never => refuse("duplicate", message, { issues: [{ path, message }] });
  if (name !== undefined && (await isTaken(ctx.db, { name }, except))) taken("name", "名称已存在");
  if (account_no && (await isTaken(ctx.db, { account_no: bare(account_no) }, except))) taken("account_no", "账号已存在");
}
/** Banks and cards have a number and somebody in whose name they are. */
function assertWhole({ kind, bank_name, account_no, holder }: Pick<StoredAccount, "kind" | "bank_name" | "account_no" | "holder">): void {
  if (kind === "channel") return;
  if (account_no === "") throw badInput({ path: "account_no", message: "请输入账号" });
  if (holder.trim() === "") throw badInput({ path: "holder", message: "请输入户名/保管人" });
  if (kind === "bank" && bank_name.trim() === "") throw badInput({ path: "bank_name", message: "请输入开户行" });
}
const one = async (ctx: Pick<Ctx, "db" | "me">, id: number): Promise<CompanyAccountRow> => {
  const [shown] = await shownAccounts(ctx, [await storedAccount(ctx.db, id)]);
  return found(shown, NO_ACCOUNT);
};

export async function accountAdd(input: Parsed<Api["company_account_add"]>, ctx: Ctx): Promise<CompanyAccountRow> {
  assertSeesAll(ctx, NO_ACCOUNT);
  assertWhole(input);
  await assertFree(ctx, input, null);
  const row_key = crypto.randomUUID();
  const { id } = await addRow(ctx, companyAccountNoun, {
    ...input,
    ...sealFields(sealedCompanyAccount, row_key, { account_no: bare(input.account_no) }),
    row_key,
    submitted_by: ctx.me.worker_id,
  });
  return one(ctx, id);
}

async function update({ id, version, ...set }: Parsed<Api["company_account_update"]>, ctx: Ctx): Promise<CompanyAccountRow> {
  assertSeesAll(ctx, NO_ACCOUNT);
  const held = await heldAccount(ctx.db, id);
  if (set.kind !== undefined && set.kind !== held.kind && (await isPosted(ctx.db, id)))
    throw badInput({ path: "kind", message: "已有记账，类型不能修改" });
  assertWhole({
    kind: set.kind ?? held.kind,
    bank_name: set.bank_name ?? held.bank_name,
    account_no: set.account_no ?? held.account_no,
    holder: set.holder ?? held.holder,
  });
  await assertFree(ctx, set, id);
  const { row_key } = await ctx.db.selectFrom("company_accounts").select("row_key").where("id", "=", id).executeTakeFirstOrThrow();
  const sealed = set.account_no === undefined ? {} : sealFields(sealedCompanyAccount, row_key, { account_no: bare(set.account_no) });
  const isChanged = ["account_no", "bank_name", "holder", "kind", "currency"].some((k) => k in set);
  const submitted = isChanged ? { submitted_by: ctx.me.worker_id, confirmed_by: null, confirmed_at: null } : {};
  const saved = await saveRow(ctx, companyAccountNoun, {
    id,
    version,
    set: { ...givenOf(companyAccountNoun, set), ...sealed, ...submitted, updated_at: ctx.now },
    missing: NO_ACCOUNT,
  });
  if (isChanged && saved.account_status !== "draft") await moveRow(ctx, companyAccountNoun, "change", { id, to: "draft", set: {} });
  return one(ctx, id);
}

const told = (ctx: Ctx, { id, name }: StoredAccount, after: string): void =>
  ctx.note({
    noun: "company_account",
    noun_id: id,
    noun_no: name,
    changes: [{ field: "account_status", label: "状态", before: null, after }],
  });
export async function accountConfirm({ id, version }: { id: number; version: number }, ctx: Ctx): Promise<{ ok: true }> {
  assertSeesAll(ctx, NO_ACCOUNT);
  const held = await heldAccount(ctx.db, id);
  expectUnmoved(held, version, () => `现在是「${held.account_status}」`);
  const did = ["company_account_add", "company_account_update"];
  const makers = await handsIn(ctx, { noun: "company_account", id, did, since: "company_account_confirm" });
  assertChecker(ctx, [held.submitted_by, ...makers]);
  assertWhole(held);
  const set = { confirmed_by: ctx.me.worker_id, confirmed_at: ctx.now, updated_at: ctx.now };
  await moveRow(ctx, companyAccountNoun, "confirm", { id, version, to: "enabled", set });
  told(ctx, held, "启用");
  return { ok: true as const };
}

export const companyAccountServer = serve(companyAccountApi, {
  company_account_query: async (input, ctx) => {
    const page = await pageOf<StoredAccount>(ctx.db, input, accountList(input, ctx));
    return { ...page, list: await shownAccounts(ctx, page.list) };
  },
  company_account_get: ({ id }, ctx) => {
    assertSeesAll(ctx, NO_ACCOUNT);
    return one(ctx, id);
  },
  company_account_pick: async ({ kinds }, { db }) => ({ list: await usableAccounts(db, kinds) }),
  company_account_add: accountAdd,
  company_account_update: update,
  company_account_confirm: accountConfirm,
  company_account_disable: async ({ id, version }, ctx) => {
    assertSeesAll(ctx, NO_ACCOUNT);
    const held = await heldAccount(ctx.db, id);
    const [open] = (await openPayouts(ctx.db, [id])).get(id) ?? [];
    refuseUnless(open === undefined, "in_use", `有未完成付款单 ${open}`);
    await moveRow(ctx, companyAccountNoun, "disable", { id, version, to: "disabled", set: { updated_at: ctx.now } });
    told(ctx, held, "停用");
    return { ok: true as const };
  },
});
