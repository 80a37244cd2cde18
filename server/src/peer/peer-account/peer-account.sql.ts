/** Logins of peers as they are listed and stored. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { peerAccountApi } from "@visadesk/contract/peer/peer/peer-account.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { numberForms } from "#kit/db/lookup.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, row, type Sql } from "#kit/db/sql.ts";
import { bareNumber, hashesOf, tailsOf } from "#kit/seal/seal.ts";
import { peerScope, peerTyped } from "../peer/peer-scope.sql.ts";

type Api = typeof peerAccountApi;
export type AccountRow = Output<Api["peer_account_get"]>;
/** With the number sealed, for who changes it. */
export interface StoredAccount extends AccountRow {
  mobile_sealed: string | null;
}
const COLUMNS = q`a.id, a.peer_id, p.peer_no, p.short_name as peer_name, a.account, a.name, a.mobile, a.role, a.order_limit, a.can_pay, a.status,
  a.reset_delivery, a.reset_until, a.last_login_at, a.version, a.created_at, a.updated_at`;
const FROM = q`peer_accounts a join peers p on p.id = a.peer_id`;
type Caller = Pick<Ctx, "db" | "me" | "now">;
const DAY_MS = 86_400_000;

/** By account, name, mobile whole or by its last four, and by all a peer is found by. */
function typed(ctx: Pick<Ctx, "me">, keyword: string): Sql {
  const bare = bareNumber(keyword);
  const text = [
    q`a.account like ${`%${likeText(keyword.toLowerCase())}%`}`,
    q`a.name like ${`%${likeText(keyword)}%`}`,
    peerTyped(ctx, keyword),
  ];
  if (/^\d{4}$/.test(bare)) text.push(q`a.mobile_tail = any(${tailsOf("mobile", bare)}::text[])`);
  else if (numberForms(bare).includes("mobile")) text.push(q`a.mobile_hash = any(${hashesOf("mobile", bare)}::text[])`);
  return or(text);
}

type Filter = Omit<Parsed<Api["peer_account_query"]>, "page" | "page_size">;
export const accountList = (input: Filter, ctx: Pick<Ctx, "me" | "now">): ListDef => ({
  from: FROM,
  where: and([
    peerScope(ctx),
    input.peer_id && q`a.peer_id = any(${[...input.peer_id]}::int8[])`,
    input.keyword && typed(ctx, input.keyword),
    input.role && q`a.role = any(${[...input.role]}::text[])`,
    input.status !== undefined && q`a.status = ${input.status}`,
    input.inactive_days !== undefined &&
      q`coalesce(a.last_login_at, a.created_at) < ${new Date(ctx.now.getTime() - input.inactive_days * DAY_MS)}`,
  ]),
  id: "a.id",
  select: COLUMNS,
  sorts: {
    created_at: { by: "a.created_at", order: "desc", keyset: true },
    last_login_at: { by: "a.last_login_at", order: "desc" },
  },
  sort: "created_at",
});

/** A login of a peer in the caller's sight. */
export const storedAccount = (ctx: Pick<Caller, "db" | "me">, id: number): Promise<StoredAccount | undefined> =>
  row<StoredAccount>(ctx.db, q`select ${COLUMNS}, a.mobile_sealed from ${FROM} where ${and([q`a.id = ${id}`, peerScope(ctx)])}`);

/** Who has a mobile already: one enabled login alone may, under whichever key it was sealed. */
export const holderOfMobile = (db: Db, mobile: string, except: number | null): Promise<{ id: number; short_name: string } | undefined> =>
  row(
    db,
    q`select a.id, p.short_name from ${FROM}
      where a.status = 1 and a.mobile_hash = any(${hashesOf("mobile", mobile)}::text[]) and a.id is distinct from ${except}::int8 limit 1`,
  );
export const isAccountTaken = async (db: Db, account: string): Promise<boolean> =>
  (await row(db, q`select id from peer_accounts where account = ${account}`)) !== undefined;
