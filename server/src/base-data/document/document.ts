/** The five papers from one maker; what differs between them is in their contract and in paperFaults. */
import { PAPER_START, type Fault } from "@visadesk/contract/base-data/paper/document.rules.ts";
import { documentApi, paperForms, PAPERS, type PaperForm, type PaperNoun } from "@visadesk/contract/base-data/paper/document.ts";
import { prefixed, type Output, type Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { isDeepStrictEqual } from "node:util";
import { attempt } from "#kit/db/attempt.sql.ts";
import type { Ctx } from "#kit/call/context.ts";
import { heldIn } from "#kit/files/file-keys.ts";
import { pageOf, type Page } from "#kit/db/page.ts";
import { badInput, found, HttpError, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serveHolding, type Served } from "#kit/call/serve.ts";
import type { Doors } from "../doors.ts";
import { changed, changesOf, fieldsOf, filesOf, readPaper, storedOf, unknownFaults, type Values } from "./document.rules.ts";
import {
  copyForm,
  documentPicks,
  knownIds,
  lockedPaper,
  lockKind,
  namesTaken,
  paperList,
  paperView,
  storedPaper,
  type PaperFilter,
  type PaperRow,
} from "./document.sql.ts";
import { recordServer, replaceServer, verifyServer, type RecordDef } from "../record/record.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import { paperNouns } from "./document.noun.ts";

type Api = typeof documentApi;
/** Calls of any paper; a noun's own types are wider or the same. */
type Copy = Omit<Parsed<Api["elec_copy"]>, "idempotency_key">;
type Import = Omit<Parsed<Api["elec_import"]>, "idempotency_key">;
type Update = { id: number; version: number; refresh_open?: boolean | undefined; expected_count?: number | undefined };
type Row = { [N in PaperNoun]: Output<Api[`${N}_get`]> };

const DONE = { ok: true } as const;
const TAKEN = "名称已存在";
const taken = (): never => refuse("duplicate", TAKEN, { issues: [{ path: "name", message: TAKEN }] });
const broken = (issues: readonly Fault[]): HttpError => new HttpError(400, issues[0]?.message ?? null, { issues });
const missing = (noun: PaperNoun): string => `${PAPERS[noun].label}不存在`;

/** A form whose parts fit together and whose records there are. */
async function judged(ctx: Ctx, noun: PaperNoun, values: Values, before?: Values): Promise<PaperForm> {
  const read = readPaper(noun, values, before);
  if ("faults" in read) throw broken(read.faults);
  const { form } = read;
  const known = await knownIds(ctx.db, PAPERS[noun].kind, { countries: form.country_ids, reasons: form.reason_ids, files: filesOf(form) });
  const was = before && readPaper(noun, before, before);
  const faults = unknownFaults(form, known, was && "form" in was ? was.form : undefined);
  if (faults.length > 0) throw badInput(...faults);
  return form;
}

async function insert(ctx: Ctx, noun: PaperNoun, form: PaperForm): Promise<number> {
  const { id } = await ctx.db
    .insertInto("documents")
    .values({
      ...storedOf(noun, form),
      kind: PAPERS[noun].kind,
      created_by: ctx.me.worker_id,
      updated_by: ctx.me.worker_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  ctx.note({ noun, noun_id: id, noun_no: form.name, changes: changesOf(paperForms[noun], null, { ...form }) });
  return id;
}

async function add(noun: PaperNoun, input: object, ctx: Ctx): Promise<{ id: number }> {
  const form = await judged(ctx, noun, fieldsOf(noun, { ...input }));
  await lockKind(ctx.db, PAPERS[noun].kind);
  if ((await namesTaken(ctx.db, PAPERS[noun].kind, [form.name])).size > 0) taken();
  return { id: await insert(ctx, noun, form) };
}

async function locked(ctx: Ctx, noun: PaperNoun, id: number): Promise<PaperRow> {
  return found(await lockedPaper(ctx.db, PAPERS[noun].kind, id), missing(noun));
}

async function update(noun: PaperNoun, input: Update, doors: Doors, ctx: Ctx): Promise<typeof DONE> {
  const { kind } = PAPERS[noun];
  const row = await locked(ctx, noun, input.id);
  await lockRow(ctx, paperNouns[noun], { id: row.id, version: input.version, current: row });
  const before = fieldsOf(noun, row);
  const form = await judged(ctx, noun, changed(before, fieldsOf(noun, { ...input })), before);
  await lockKind(ctx.db, kind);
  if (row.status === 1 && (await namesTaken(ctx.db, kind, [form.name], row.id)).size > 0) taken();
  const isAnotherPhoto = noun === "photo" && !isDeepStrictEqual(form.photo_rule, row.photo_rule);
  const set = {
    ...storedOf(noun, form),
    // A stamp vouches for the facts that were verified, not for others.
    ...(isAnotherPhoto && { verified_at: null, verified_by: null }),
    updated_by: ctx.me.worker_id,
    updated_at: ctx.now,
  };
  await saveRow(ctx, paperNouns[noun], { id: row.id, version: input.version, set, told: true });
  ctx.note({ noun, noun_id: row.id, noun_no: form.name, changes: changesOf(paperForms[noun], before, { ...form }) });
  if (input.refresh_open) await refreshOpen(ctx, row.id, input.expected_count, doors);
  return DONE;
}

/** Who is still at work on the paper gets its text of today: as many people as the caller was told. */
async function refreshOpen(ctx: Ctx, id: number, expected: number | undefined, { order }: Doors): Promise<void> {
  const { total } = await order.affectedBy(ctx, id, 0);
  refuseUnless(total === expected, "count_changed", `未审核的申请人已变为 ${total} 位，请重新确认`, { total });
  await order.documentRefresh(ctx, id);
}

/** One copy of each, enabled, for the chosen countries; each stands or falls by itself. */
async function copy(noun: PaperNoun, input: Copy, ctx: Ctx): Promise<Output<Api["elec_copy"]>> {
  const ids: number[] = [];
  const results = [];
  await lockKind(ctx.db, PAPERS[noun].kind);
  for (const id of new Set(input.ids)) {
    const refusal = await attempt(ctx.db, async () => {
      const from = fieldsOf(noun, found(await storedPaper(ctx.db, PAPERS[noun].kind, id), missing(noun)));
      const name = `${String(from["name"])}${input.name_suffix ?? ""}`;
      const form = await judged(ctx, noun, { ...from, name, country_ids: input.country_ids }, from);
      if ((await namesTaken(ctx.db, PAPERS[noun].kind, [form.name])).size > 0) taken();
      const made = await insert(ctx, noun, form);
      if (noun === "application") await copyForm(ctx.db, id, made, ctx);
      ids.push(made);
    });
    results.push({ id, ok: refusal === null, msg: refusal?.message ?? "" });
  }
  return { results, ids };
}

interface Line {
  row: number;
  form: PaperForm | null;
  faults: readonly Fault[];
}

/** Every row judged as one that is typed in, names against each other too. */
async function importLines(ctx: Ctx, noun: PaperNoun, rows: Import["rows"]): Promise<Line[]> {
  const { kind } = PAPERS[noun];
  const read = rows.map((values) => readPaper(noun, { ...PAPER_START[noun], ...values }));
  const forms = read.flatMap((r) => ("form" in r ? [r.form] : []));
  const names = await namesTaken(
    ctx.db,
    kind,
    forms.map((f) => f.name),
  );
  const known = await knownIds(ctx.db, kind, {
    countries: forms.flatMap((f) => f.country_ids),
    reasons: forms.flatMap((f) => f.reason_ids),
    files: forms.flatMap(filesOf),
  });
  const firstOf = new Map<string, number>();
  return read.map((r, i) => {
    const row = i + 1;
    if ("faults" in r) return { row, form: null, faults: r.faults };
    const first = firstOf.get(r.form.name);
    if (first === undefined) firstOf.set(r.form.name, row);
    const faults = unknownFaults(r.form, known);
    if (names.has(r.form.name)) faults.push({ path: "name", message: TAKEN });
    else if (first !== undefined) faults.push({ path: "name", message: `名称与第${first}行相同` });
    return { row, form: r.form, faults };
  });
}

/** All rows or none: a trial tells what is wrong with each, and a file with a fault is not taken in. */
async function importPapers(noun: PaperNoun, input: Import, ctx: Ctx): Promise<Output<Api["elec_import"]>> {
  await lockKind(ctx.db, PAPERS[noun].kind);
  const lines = await importLines(ctx, noun, input.rows);
  const results = lines.map(({ row, faults }) => ({ row, ok: faults.length === 0, msg: faults.map((f) => f.message).join("；") }));
  const wrong = results.filter((r) => !r.ok).length;
  if (input.dry_run) return { added: 0, results };
  refuseUnless(wrong === 0, "import_invalid", `有 ${wrong} 行错误，请修正后重新导入`, { results });
  for (const { form } of lines) if (form) await insert(ctx, noun, form);
  return { added: lines.length, results };
}

const paperDef = <const N extends PaperNoun>(noun: N): RecordDef<N> => ({
  noun,
  label: PAPERS[noun].label,
  isMine: (row) => row["kind"] === PAPERS[noun].kind,
  keepsEditor: true,
  notReady: async (row, ctx) => {
    await lockKind(ctx.db, PAPERS[noun].kind);
    if ((await namesTaken(ctx.db, PAPERS[noun].kind, [row.title])).size > 0) taken();
    return null;
  },
});

/** Handlers of one kind. */
const paperServer = <const N extends PaperNoun>(noun: N, doors: Doors) => {
  const def = paperDef(noun);
  const { product } = doors;
  return {
    ...prefixed(noun, {
      query: (input: PaperFilter & { page: number; page_size: number }, ctx: Ctx): Promise<Page<Row[N]>> =>
        pageOf<Row[N]>(ctx.db, input, paperList(noun, input, product, ctx.now)),
      get: async ({ id }: { id: number }, ctx: Ctx): Promise<Row[N]> =>
        found(await paperView<Row[N]>(ctx.db, noun, id, product, ctx.now), missing(noun)),
      add: (input: object, ctx: Ctx) => add(noun, input, ctx),
      update: (input: Update, ctx: Ctx) => update(noun, input, doors, ctx),
      copy: (input: Copy, ctx: Ctx) => copy(noun, input, ctx),
      import: (input: Import, ctx: Ctx) => importPapers(noun, input, ctx),
      impact_get: (input: { id: number }, ctx: Ctx) => impact(noun, input.id, doors, ctx),
    }),
    ...recordServer(def, doors),
    ...replaceServer(def, doors),
  };
};

const IMPACT_SHOWN = 20;
async function impact(noun: PaperNoun, id: number, { product, order }: Doors, ctx: Ctx): Promise<Output<Api["elec_impact_get"]>> {
  found(await storedPaper(ctx.db, PAPERS[noun].kind, id), missing(noun));
  const { total, list } = await order.affectedBy(ctx, id, IMPACT_SHOWN);
  return { used_count: (await product.usedCounts(ctx.db, noun, [id])).get(id) ?? 0, applicants: list, total };
}

/** Every endpoint of the five papers. */
export const documentServer = (doors: Doors): { readonly [K in keyof Api]: Served } =>
  serveHolding(documentApi, heldIn("documents", "samples_good", "samples_bad", "template_file", "pdf_file"), {
    ...paperServer("elec", doors),
    ...paperServer("mail", doors),
    ...paperServer("bring", doors),
    ...paperServer("photo", doors),
    ...paperServer("application", doors),
    ...verifyServer(paperDef("photo")),
    document_pick: async (input, ctx) => ({ list: await documentPicks(ctx.db, input) }),
  });
