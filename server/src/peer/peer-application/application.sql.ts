/** Applications as their list and page read them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import type { Ctx } from "#kit/call/context.ts";
import { numberForms } from "#kit/db/lookup.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, or, q, raw, row, type Sql } from "#kit/db/sql.ts";
import { likeOf, searchText } from "#kit/grams.ts";
import { shown } from "#kit/noun/noun.ts";
import { initialsOf, pinyinOf } from "#kit/pinyin.ts";
import { timeRange } from "#kit/range.ts";
import { bareNumber, hashesOf, tailsOf } from "#kit/seal/seal.ts";
import { peerApplicationNoun } from "../peer/peer-application.noun.ts";
import { applyQueue } from "./application.queues.ts";
import { applicationScope } from "./application-scope.sql.ts";

type Api = typeof peerApplicationApi;
export type ApplicationRow = Output<Api["peer_application_query"]>["list"][number];
export type Detail = Output<Api["peer_application_get"]>;
type Reckoned =
  | "place_text"
  | "address_text"
  | "source_text"
  | "created_by_name"
  | "is_mine"
  | "is_overdue"
  | "bad_checks"
  | "decided_by_name"
  | "bd_owner_name"
  | "cs_owner_name"
  | "checks"
  | "place_owners"
  | "inviter"
  | "lead"
  | "moves";
/** What stands in the row itself. */
export type StoredApplication = Omit<Detail, Reckoned> & {
  contact_mobile_sealed: string | null;
  contact_mobile_hash: string | null;
  device: string | null;
  /** Who changed it since it was handed in. */
  changed_by: number[];
  decided_by: number | null;
  /** Digests of what the named items held when they were asked for again. */
  returned_facts: Readonly<Record<string, string>> | null;
};

export const COLUMNS = q`${shown(peerApplicationNoun, "a")}, a.contact_mobile_sealed, a.contact_mobile_hash, a.device, a.changed_by, a.decided_by, a.returned_facts`;
export const isOpen = (alias: string): Sql => raw(`${alias}.application_status in ('pending', 'returned')`);

/** What an application is found by. */
export const searchOf = (a: { application_no: string; name: string; credit_code: string }): string =>
  searchText([a.application_no, a.name, a.credit_code, pinyinOf(a.name), initialsOf(a.name)]);

/** By number, name, code, pinyin; by the contact's whole mobile or its last four. */
function typed(keyword: string): Sql {
  const bare = bareNumber(keyword);
  const text = q`a.search_text like ${likeOf(keyword)}`;
  if (/^\d{4}$/.test(bare)) return or([text, q`a.contact_mobile_tail = any(${tailsOf("mobile", bare)}::text[])`]);
  return numberForms(bare).includes("mobile") ? or([text, q`a.contact_mobile_hash = any(${hashesOf("mobile", bare)}::text[])`]) : text;
}

type Filter = Omit<Parsed<Api["peer_application_query"]>, "page" | "page_size">;
const isLate = (now: Date): Sql => q`(a.application_status = 'pending' and a.due_at < ${now})`;
export const applicationsMatching = (input: Filter, ctx: Pick<Ctx, "me" | "now">): Sql =>
  and([
    applicationScope(ctx),
    input.keyword && typed(input.keyword),
    input.application_status && q`a.application_status = any(${[...input.application_status]}::text[])`,
    input.business_kind && q`a.business_kind = any(${[...input.business_kind]}::text[])`,
    input.source && q`a.source = any(${[...input.source]}::text[])`,
    input.province_code && q`a.province_code = any(${[...input.province_code]}::text[])`,
    input.created_by && q`a.created_by = any(${[...input.created_by]}::int8[])`,
    input.is_overdue !== undefined && (input.is_overdue ? isLate(ctx.now) : q`not ${isLate(ctx.now)}`),
    timeRange("a.submitted_at", input.submitted_at),
    input.queue && applyQueue(ctx, input.queue),
  ]);

export const applicationList = (input: Filter, ctx: Pick<Ctx, "me" | "now">): ListDef => ({
  from: q`peer_applications a`,
  where: applicationsMatching(input, ctx),
  id: "a.id",
  select: COLUMNS,
  sorts: {
    submitted_at: { by: "a.submitted_at", order: "desc", keyset: true },
    due_at: { by: "a.due_at", order: "asc", keyset: true },
  },
  sort: "submitted_at",
});

type Caller = Pick<Ctx, "db" | "me">;
const one = (ctx: Caller, id: number): Sql =>
  q`select ${COLUMNS} from peer_applications a where ${and([q`a.id = ${id}`, applicationScope(ctx)])}`;
/** An application in the caller's sight. */
export const storedApplication = (ctx: Caller, id: number): Promise<StoredApplication | undefined> => row(ctx.db, one(ctx, id));
/** The same, held. */
export const lockedApplication = (ctx: Caller, id: number): Promise<StoredApplication | undefined> =>
  row(ctx.db, q`${one(ctx, id)} for update`);
