/** Leads of a sheet: each row judged for itself; a dry run writes nothing. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { exhibitionLead, type exhibitionLeadApi } from "@visadesk/contract/peer/exhibition/exhibition-lead.ts";
import { INTERESTS } from "@visadesk/contract/peer/exhibition/exhibition.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { judged } from "#kit/call/input.ts";
import { keysOf } from "#kit/files/objects.ts";
import { hashesOf, sealFields } from "#kit/seal/seal.ts";
import { revealAllowed } from "../../setting/index.ts";
import { joinApplications } from "../peer-application/lead-link.ts";
import { sealedLead } from "./exhibition.noun.ts";
import { LEAD_TAKEN, openExhibition } from "./lead-open.ts";
import { leadsByHash, peersByHash } from "./lead.sql.ts";

type Endpoint = typeof exhibitionLeadApi.exhibition_lead_import;
type Input = Parsed<Endpoint>;
type Told = Output<Endpoint>["rows"][number];
const FACTS = exhibitionLead.pick({ company: true, name: true, mobile: true, title: true, note: true });
type Facts = ReturnType<typeof FACTS.parse>;
interface Judged {
  row: number;
  fault: string | null;
  facts: (Facts & { interest: keyof typeof INTERESTS }) | null;
  hashes: string[];
}
/** Blank is 中. */
const interestOf = (text: string): keyof typeof INTERESTS | undefined =>
  text === "" ? "mid" : keysOf(INTERESTS).find((k) => INTERESTS[k] === text);
const HEAD_ROWS = 1;

function judge({ interest: said, ...typed }: Input["rows"][number], n: number): Judged {
  const row = n + 1 + HEAD_ROWS;
  const parsed = judged(FACTS, typed);
  const interest = interestOf(said);
  if (!parsed.success) return { row, fault: parsed.error.issues[0]?.message ?? "格式不正确", facts: null, hashes: [] };
  if (interest === undefined) return { row, fault: "意向请填高、中或低", facts: null, hashes: [] };
  return { row, fault: null, facts: { ...parsed.data, interest }, hashes: hashesOf("mobile", parsed.data.mobile) };
}
/** A number that stands above, or at the fair already, is not registered again. */
function withoutDoubles(list: readonly Judged[], known: ReadonlySet<string>): Judged[] {
  const above = new Map<string, number>();
  return list.map((r) => {
    const [own] = r.hashes;
    if (r.facts === null || own === undefined) return r;
    const before = above.get(own);
    if (before !== undefined) return { ...r, fault: `与第${before}行的手机号重复` };
    above.set(own, r.row);
    return r.hashes.some((h) => known.has(h)) ? { ...r, fault: LEAD_TAKEN } : r;
  });
}

export async function importLeads({ exhibition_id, rows, dry_run }: Input, ctx: Ctx): Promise<Output<Endpoint>> {
  const e = await openExhibition(ctx, exhibition_id);
  const read = rows.map(judge);
  const hashes = read.flatMap((r) => r.hashes);
  const known = new Set((await leadsByHash(ctx.db, exhibition_id, hashes)).map((l) => l.hash));
  const peers = await peersByHash(ctx.db, hashes);
  const list = withoutDoubles(read, known).map((r) => ({
    ...r,
    peer: r.hashes.map((h) => peers.get(h)).find((p) => p !== undefined) ?? null,
  }));
  const told = list.map(({ row, fault, peer }): Told => ({ row, outcome: fault !== null ? "fault" : peer ? "sign_in" : "add", fault }));
  const fits = list.flatMap(({ fault, facts, peer }) => (fault === null && facts !== null ? [{ facts, peer }] : []));
  if (dry_run || fits.length === 0) {
    if (told.some((r) => r.outcome === "sign_in" || r.fault === LEAD_TAKEN)) await looked(ctx, e, rows.length);
    return { rows: told, done: 0 };
  }
  await write(ctx, exhibition_id, fits);
  ctx.note({
    noun: "peer_exhibition",
    noun_id: e.id,
    noun_no: e.name,
    reason: `导入 ${fits.length} 条`,
  });
  return { rows: told, done: fits.length };
}

/** A trial tells whose numbers we know and leaves no lead behind: a look like the one at the desk. */
async function looked(ctx: Ctx, e: { id: number; name: string }, numbers: number): Promise<void> {
  await revealAllowed(ctx);
  const change = { field: "mobile", label: "导入预检查重", before: null, after: numbers };
  ctx.note({ kind: "reveal", noun: "peer_exhibition", noun_id: e.id, noun_no: e.name, changes: [change] });
}

const CHUNK = 500;
interface Fit {
  facts: NonNullable<Judged["facts"]>;
  peer: { id: number } | null;
}
async function write(ctx: Ctx, exhibition_id: number, fits: readonly Fit[]): Promise<void> {
  const values = fits.map(({ facts: { mobile, ...facts }, peer }) => {
    const row_key = crypto.randomUUID();
    return {
      ...facts,
      ...sealFields(sealedLead, row_key, { mobile }),
      row_key,
      exhibition_id,
      kind: peer ? ("peer" as const) : ("new" as const),
      peer_id: peer?.id ?? null,
      owner_id: ctx.me.worker_id,
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    };
  });
  const hashes = new Map<string | undefined, string[]>(fits.map(({ facts }, n) => [values[n]?.row_key, hashesOf("mobile", facts.mobile)]));
  for (let i = 0; i < values.length; i += CHUNK) {
    const made = await ctx.db
      .insertInto("exhibition_leads")
      .values(values.slice(i, i + CHUNK))
      .returning(["id", "row_key"])
      .execute();
    await joinApplications(
      ctx,
      exhibition_id,
      made.map(({ id, row_key }) => ({ id, hashes: hashes.get(row_key) ?? [] })),
    );
  }
}
