/** Papers of suppliers: never edited, a new one takes the place of the last of its kind. */
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { supplierDocumentApi } from "@visadesk/contract/supplier/supplier-document.ts";
import { DOCUMENT_KINDS, MUST_HAVE, type SupplierKind } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { badInput, found } from "#kit/http/refuse.ts";
import { dayOf } from "#kit/range.ts";
import { workerNames } from "../supplier/names.sql.ts";
import { markChanger } from "../supplier/changers.sql.ts";
import { partChanged } from "../supplier/supplier-parts.ts";
import { NO_SUPPLIER } from "../supplier/supplier-scope.sql.ts";
import { lockedDetail, storedDetail, type StoredDetail } from "../supplier/supplier.sql.ts";
import { inForce, paperState, validityOf } from "./supplier-document.rules.ts";
import { keepPaperUntil, paperRows, papersOf, type PaperRow } from "./supplier-document.sql.ts";

type Api = typeof supplierDocumentApi;
type Row = Output<Api["supplier_document_add"]>;
export type DocumentFacts = Omit<Parsed<Api["supplier_document_add"]>, "supplier_id">;

export const documentIssues = (d: DocumentFacts, under = ""): Issue[] =>
  d.valid_to !== null && d.valid_to < d.valid_from
    ? [{ path: under === "" ? "valid_to" : `${under}.valid_to`, message: "结束日期不能早于开始日期" }]
    : [];

async function shown(
  ctx: Pick<Ctx, "db" | "now">,
  kind: SupplierKind,
  list: readonly PaperRow[],
  current: ReadonlySet<number>,
): Promise<Row[]> {
  const makers = await workerNames(
    ctx.db,
    list.map((d) => d.created_by),
  );
  const today = dayOf(ctx.now);
  return list.map((d) => ({
    ...d,
    validity: d.valid_from > today ? "upcoming" : validityOf(d.valid_to, today),
    superseded_at: current.has(d.id) ? null : d.superseded_at,
    is_must: MUST_HAVE[kind].includes(d.kind),
    created_by_name: makers.get(d.created_by ?? 0) ?? null,
  }));
}

const lasts = (d: Pick<DocumentFacts, "number" | "valid_from" | "valid_to">): string =>
  `${d.number} ${d.valid_from} 至 ${d.valid_to ?? "长期"}`.trim();

/** Registers a paper of a supplier that is held; answers its id. */
export async function insertDocument(ctx: Ctx, s: Pick<StoredDetail, "id" | "short_name">, d: DocumentFacts): Promise<number> {
  const replaced = await ctx.db
    .updateTable("supplier_documents")
    .set({ superseded_at: ctx.now })
    .where("supplier_id", "=", s.id)
    .where("kind", "=", d.kind)
    .where("superseded_at", "is", null)
    .returning(["number", "valid_from", "valid_to"])
    .executeTakeFirst();
  const { id } = await ctx.db
    .insertInto("supplier_documents")
    .values({ ...d, files: [...d.files], supplier_id: s.id, created_by: ctx.me.worker_id, created_at: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await keepPaperUntil(ctx.db, s.id);
  const change = { field: "documents", label: DOCUMENT_KINDS[d.kind], before: replaced ? lasts(replaced) : null, after: lasts(d) };
  ctx.note({ noun: "supplier", noun_id: s.id, noun_no: s.short_name, changes: [change] });
  return id;
}

export const supplierDocumentServer = serve(supplierDocumentApi, {
  supplier_document_query: async ({ supplier_id, with_superseded }, ctx) => {
    const s = found(await storedDetail(ctx, supplier_id), NO_SUPPLIER);
    const [papers, today] = [await papersOf(ctx.db, supplier_id), dayOf(ctx.now)];
    const current = inForce(papers, today);
    const list = await paperRows(ctx.db, supplier_id, { withSuperseded: with_superseded === true, current });
    return { list: await shown(ctx, s.kind, list, current), missing: paperState(s.kind, papers, today).missing };
  },
  supplier_document_add: async ({ supplier_id, ...facts }, ctx) => {
    const s = found(await lockedDetail(ctx, supplier_id), NO_SUPPLIER);
    const issues = documentIssues(facts);
    if (issues.length > 0) throw badInput(...issues);
    const id = await insertDocument(ctx, s, facts);
    await markChanger(ctx, s);
    await partChanged(ctx, s);
    const [row] = await shown(ctx, s.kind, await paperRows(ctx.db, supplier_id, { id }), new Set());
    return found(row);
  },
});
