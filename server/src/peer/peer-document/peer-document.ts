/** Papers of peers: never edited, a new one takes the place of the last of its kind. */
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { peerDocumentApi } from "@visadesk/contract/peer/peer/peer-document.ts";
import { mustLicences, PEER_DOCUMENT_KINDS, type BusinessKind } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { and, q, rows } from "#kit/db/sql.ts";
import { only } from "#kit/files/objects.ts";
import { badInput, found } from "#kit/http/refuse.ts";
import { dayOf } from "#kit/range.ts";
import { sealFields } from "#kit/seal/seal.ts";
import { workerNames } from "../peer/names.sql.ts";
import { sealedDocument } from "../peer/peer-document.noun.ts";
import { lackingLicences } from "../peer/peer.guards.ts";
import { NO_PEER } from "../peer/peer-scope.sql.ts";
import { lockedPeer, storedPeer, type StoredDetail } from "../peer/peer.sql.ts";
import { validityOf } from "../peer/shown.ts";

type Api = typeof peerDocumentApi;
type Row = Output<Api["peer_document_add"]>;
export type DocumentFacts = Pick<Parsed<Api["peer_document_add"]>, (typeof FACTS)[number]>;
type Stored = Omit<Row, "validity" | "is_must" | "created_by_name"> & { created_by: number | null };
const SHOWN = 200;
const FACTS = ["kind", "number", "id_card_no", "valid_from", "valid_to", "files", "note", "legal_files"] as const;

/** Newest first. */
const storedOf = (ctx: Pick<Ctx, "db">, peerId: number, ask: { id?: number; withSuperseded?: boolean }): Promise<Stored[]> =>
  rows<Stored>(
    ctx.db,
    q`select d.id, d.peer_id, d.kind, d.number, d.id_card_no, d.valid_from, d.valid_to, d.files, d.note, d.superseded_at, d.created_by, d.created_at
      from peer_documents d where ${and([
        q`d.peer_id = ${peerId}`,
        ask.id !== undefined && q`d.id = ${ask.id}`,
        !ask.withSuperseded && q`d.superseded_at is null`,
      ])} order by d.id desc limit ${SHOWN}`,
  );
async function shown(ctx: Pick<Ctx, "db" | "now">, kind: BusinessKind, list: readonly Stored[]): Promise<Row[]> {
  const makers = await workerNames(
    ctx.db,
    list.map((d) => d.created_by),
  );
  return list.map(({ created_by, ...d }) => ({
    ...d,
    validity: validityOf(d.valid_to, ctx.now),
    is_must: mustLicences(kind).includes(d.kind),
    created_by_name: makers.get(created_by ?? 0) ?? null,
  }));
}

/** The legal person's paper has a sealed number and identity files, the others neither. */
export function documentIssues(d: DocumentFacts): Issue[] {
  const isLegal = d.kind === "legal_id";
  const files = isLegal ? (d.legal_files ?? []) : d.files;
  const at = isLegal ? "legal_files" : "files";
  return [
    ...(d.valid_to !== null && d.valid_to < d.valid_from ? [{ path: "valid_to", message: "结束日期不能早于开始日期" }] : []),
    ...(files.length === 0 ? [{ path: at, message: "请上传扫描件" }] : []),
    ...(isLegal && d.id_card_no === null ? [{ path: "id_card_no", message: "请输入法人证件号" }] : []),
    ...(isLegal && d.number !== "" ? [{ path: "number", message: "法人证件号请填在「法人证件号」" }] : []),
    ...(isLegal && d.files.length > 0 ? [{ path: "files", message: "法人证件请用「法人证件扫描件」上传" }] : []),
    ...(!isLegal && d.id_card_no !== null ? [{ path: "id_card_no", message: "仅法人证件填写" }] : []),
    ...(!isLegal && d.legal_files && d.legal_files.length > 0 ? [{ path: "legal_files", message: "仅法人证件上传" }] : []),
  ];
}

/** A paper counts from when it is registered: one that ended, or that has not begun, must not take the place of what is there. */
async function timeIssues(ctx: Ctx, peerId: number, d: DocumentFacts): Promise<Issue[]> {
  const today = dayOf(ctx.now);
  if (d.valid_to !== null && d.valid_to < today)
    return [{ path: "valid_to", message: `该${PEER_DOCUMENT_KINDS[d.kind]}已于 ${d.valid_to} 到期，请登记有效的证照` }];
  if (d.valid_from <= today) return [];
  const [held] = await rows<{ valid_to: string | null }>(
    ctx.db,
    q`select valid_to from peer_documents where peer_id = ${peerId} and kind = ${d.kind} and superseded_at is null`,
  );
  if (!held) return [];
  const until = held.valid_to === null ? "长期有效" : held.valid_to < today ? `已于 ${held.valid_to} 到期` : `有效至 ${held.valid_to}`;
  return [
    { path: "valid_from", message: `新${PEER_DOCUMENT_KINDS[d.kind]}自 ${d.valid_from} 起生效，现有的${until}，请在新证照生效当日起登记` },
  ];
}

const lasts = (d: Pick<DocumentFacts, "number" | "valid_from" | "valid_to">): string =>
  `${d.number} ${d.valid_from} 至 ${d.valid_to ?? "长期"}`.trim();

/** Registers a paper of a peer that is held; answers its id. */
export async function insertDocument(ctx: Ctx, p: Pick<StoredDetail, "id" | "short_name">, d: DocumentFacts): Promise<number> {
  const replaced = await ctx.db
    .updateTable("peer_documents")
    .set({ superseded_at: ctx.now })
    .where("peer_id", "=", p.id)
    .where("kind", "=", d.kind)
    .where("superseded_at", "is", null)
    .returning(["number", "valid_from", "valid_to"])
    .executeTakeFirst();
  const row_key = crypto.randomUUID();
  const { legal_files, id_card_no, files, ...facts } = d;
  const { id } = await ctx.db
    .insertInto("peer_documents")
    .values({
      ...facts,
      ...sealFields(sealedDocument, row_key, { id_card_no }),
      row_key,
      files: [...(d.kind === "legal_id" ? (legal_files ?? []) : files)],
      peer_id: p.id,
      created_by: ctx.principal?.worker_id ?? null,
      created_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const change = { field: "documents", label: PEER_DOCUMENT_KINDS[d.kind], before: replaced ? lasts(replaced) : null, after: lasts(d) };
  ctx.note({ noun: "peer", noun_id: p.id, noun_no: p.short_name, changes: [change] });
  return id;
}

export const peerDocumentServer = serve(peerDocumentApi, {
  peer_document_query: async ({ peer_id, with_superseded }, ctx) => {
    const p = found(await storedPeer(ctx, peer_id), NO_PEER);
    const list = await storedOf(ctx, peer_id, { withSuperseded: with_superseded === true });
    return { list: await shown(ctx, p.business_kind, list), missing: await lackingLicences(ctx.db, p, ctx.now) };
  },
  peer_document_add: async ({ peer_id, ...input }, ctx) => {
    const p = found(await lockedPeer(ctx, peer_id), NO_PEER);
    const facts = only(input, FACTS);
    const issues = documentIssues(facts);
    if (issues.length === 0) issues.push(...(await timeIssues(ctx, peer_id, facts)));
    if (issues.length > 0) throw badInput(...issues);
    const id = await insertDocument(ctx, p, facts);
    const [row] = await shown(ctx, p.business_kind, await storedOf(ctx, peer_id, { id }));
    return found(row);
  },
});
