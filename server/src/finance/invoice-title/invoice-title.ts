/** The title book of a peer. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { invoiceTitleApi } from "@visadesk/contract/finance/invoice-title.ts";
import { titleFault } from "@visadesk/contract/finance/invoice.rules.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf, type ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, row } from "#kit/db/sql.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { givenOf, shown } from "#kit/noun/noun.ts";
import { addRow, lockRow, removeRow, saveRow } from "#kit/noun/save.ts";
import { openField, sealFields } from "#kit/seal/seal.ts";
import { peerScope } from "../../peer/index.ts";
import { workerNames } from "../../setting/index.ts";
import { invoiceTitleNoun, sealedTitle } from "./invoice-title.noun.ts";

type Api = typeof invoiceTitleApi;
type Title = Output<Api["invoice_title_get"]>;
type Stored = Omit<Title, "created_by_name"> & { created_by: number | null };
export type TypedTitle = Omit<Parsed<Api["invoice_title_add"]>, "peer_id">;
type Caller = Pick<Ctx, "db" | "me">;
const NO_TITLE = "开票抬头不存在或无权查看";
const FROM = q`invoice_titles t join peers p on p.id = t.peer_id`;
const COLUMNS = q`${shown(invoiceTitleNoun, "t")}, t.created_by, p.short_name as peer_name`;

const list = (f: Parsed<Api["invoice_title_query"]>, ctx: Pick<Ctx, "me">): ListDef => ({
  from: FROM,
  where: and([
    peerScope(ctx),
    f.peer_id !== undefined && q`t.peer_id = ${f.peer_id}`,
    f.keyword && or([q`t.title ilike ${`%${likeText(f.keyword)}%`}`, q`t.tax_no like ${`${likeText(f.keyword.toUpperCase())}%`}`]),
  ]),
  id: "t.id",
  select: COLUMNS,
  sorts: { updated_at: { by: "t.updated_at", order: "desc" } },
  sort: "updated_at",
});
async function named(ctx: Caller, titles: readonly Stored[]): Promise<Title[]> {
  const names = await workerNames(
    ctx.db,
    titles.map((t) => t.created_by),
  );
  return titles.map(({ created_by, ...t }) => ({ ...t, created_by_name: names.get(created_by ?? 0) ?? null }));
}
const stored = (ctx: Caller, id: number): Promise<Stored | undefined> =>
  row<Stored>(ctx.db, q`select ${COLUMNS} from ${FROM} where ${and([q`t.id = ${id}`, peerScope(ctx)])}`);
async function one(ctx: Caller, id: number): Promise<Title> {
  const [t] = await named(ctx, [found(await stored(ctx, id), NO_TITLE)]);
  return found(t, NO_TITLE);
}

/** A title of this peer's book with its account in full, to be copied onto a paper. */
export async function bookTitle(ctx: Caller, id: number, peerId: number | null): Promise<TypedTitle> {
  const t = found(await stored(ctx, id), NO_TITLE);
  if (t.peer_id !== peerId) throw badInput({ path: "title_id", message: "抬头不属于该同行" });
  const sealed = await ctx.db
    .selectFrom("invoice_titles")
    .select(["row_key", "bank_account", "bank_account_sealed"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { title_type, title, tax_no, address, phone, bank } = t;
  return { title_type, title, tax_no, address, phone, bank, bank_account: openField(sealedTitle, sealed, "bank_account") ?? "" };
}

function assertRight(t: Pick<TypedTitle, "title_type" | "tax_no">): void {
  const fault = titleFault(t);
  if (fault) throw badInput(fault);
}
async function assertFree(ctx: Ctx, t: Pick<TypedTitle, "title" | "tax_no"> & { peer_id: number }, except: number | null): Promise<void> {
  const twin = await row(
    ctx.db,
    q`select 1 from invoice_titles where peer_id = ${t.peer_id} and title = ${t.title} and tax_no = ${t.tax_no} and id is distinct from ${except}::int8`,
  );
  if (twin) refuse("duplicate", "该抬头已存在", { issues: [{ path: "title", message: "该抬头已存在" }] });
}
const bare = (account: string): string => account.replace(/\s/g, "");

export async function titleAdd(input: Parsed<Api["invoice_title_add"]>, ctx: Ctx): Promise<Title> {
  assertRight(input);
  const peer = await row(ctx.db, q`select 1 from peers p where ${and([q`p.id = ${input.peer_id}`, peerScope(ctx)])} for share of p`);
  found(peer, "同行不存在或无权查看");
  await assertFree(ctx, input, null);
  const row_key = crypto.randomUUID();
  const sealed = sealFields(sealedTitle, row_key, { bank_account: bare(input.bank_account) });
  const { id } = await addRow(ctx, invoiceTitleNoun, { ...input, ...sealed, row_key });
  return one(ctx, id);
}

async function update({ id, version, ...set }: Parsed<Api["invoice_title_update"]>, ctx: Ctx): Promise<Title> {
  const seen = await one(ctx, id);
  const held = await lockRow(ctx, invoiceTitleNoun, { id, version, missing: NO_TITLE, current: seen });
  const next = { title_type: seen.title_type, tax_no: set.tax_no ?? held.tax_no, title: set.title ?? held.title };
  assertRight(next);
  await assertFree(ctx, { ...next, peer_id: held.peer_id }, id);
  const sealed = set.bank_account === undefined ? {} : sealFields(sealedTitle, held.row_key, { bank_account: bare(set.bank_account) });
  await saveRow(ctx, invoiceTitleNoun, {
    id,
    version,
    set: { ...givenOf(invoiceTitleNoun, set), ...sealed, updated_at: ctx.now },
    missing: NO_TITLE,
  });
  return one(ctx, id);
}

export const invoiceTitleServer = serve(invoiceTitleApi, {
  invoice_title_query: async (input, ctx) => {
    const page = await pageOf<Stored>(ctx.db, input, list(input, ctx));
    return { ...page, list: await named(ctx, page.list) };
  },
  invoice_title_get: ({ id }, ctx) => one(ctx, id),
  invoice_title_add: titleAdd,
  invoice_title_update: update,
  invoice_title_remove: async ({ id, version }, ctx) => {
    const seen = await one(ctx, id);
    await removeRow(ctx, invoiceTitleNoun, { id, version, missing: NO_TITLE, current: seen });
    ctx.note({ noun: "invoice_title", noun_id: id, noun_no: seen.title });
    return { ok: true as const };
  },
});
