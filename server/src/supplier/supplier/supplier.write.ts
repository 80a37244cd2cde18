/** Suppliers entered, edited, renamed and passed to another owner. */
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { COLLECTING_KINDS } from "@visadesk/contract/supplier/supplier.words.ts";
import type { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { attempt } from "#kit/db/attempt.sql.ts";
import { q, row } from "#kit/db/sql.ts";
import { definedOf, only } from "#kit/files/objects.ts";
import { badInput, found, refuseUnless } from "#kit/http/refuse.ts";
import { addRow, lockRow, saveRow } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import { contactIssues, insertContact } from "../supplier-contact/supplier-contact.ts";
import { paperOn } from "../supplier-document/supplier-document.rules.ts";
import { documentIssues, insertDocument } from "../supplier-document/supplier-document.ts";
import { papersOf } from "../supplier-document/supplier-document.sql.ts";
import { insertPayee, payeeIssues, reviewPayees } from "../supplier-payee/supplier-payee.ts";
import { markChanger } from "./changers.sql.ts";
import { checkFacts, checkFree, type Facts } from "./supplier.check.ts";
import { supplierNoun } from "./supplier.noun.ts";
import { supplierShown } from "./supplier.read.ts";
import { NO_SUPPLIER } from "./supplier-scope.sql.ts";
import { searchOf } from "./search.ts";
import { lockedDetail, type StoredDetail, type SupplierRow } from "./supplier.sql.ts";

type Api = typeof supplierApi;
type In<K extends keyof Api> = Parsed<Api[K]>;

const FACTS = [
  "name",
  "short_name",
  "kind",
  "credit_code",
  "serves",
  "owner_id",
  "address",
  "settle_cycle",
  "credit_days",
  "settle_trigger",
  "on_refusal",
  "invoice_kind",
  "tax_rate_bp",
  "prepaid_floor",
  "originals_limit",
  "note",
] as const;
/** As the columns take them: what is json is text on its way in. */
const columnsOf = ({ serves, address, ...f }: Partial<Facts>) => ({
  ...f,
  ...(serves && { serves: JSON.stringify(serves) }),
  ...(address !== undefined && { address: address && JSON.stringify(address) }),
});

/** What hangs on a new supplier, judged before any of it is written. */
function partIssues({ contacts, documents, payees, ...facts }: In<"supplier_add">): Issue[] {
  const collects = contacts.some((c) => c.roles.includes("collect"));
  return [
    ...(COLLECTING_KINDS.includes(facts.kind) && !collects ? [{ path: "contacts", message: "请至少添加一个收料地址" }] : []),
    ...contacts.flatMap((c, i) => contactIssues(c, `contacts.${i}`)),
    ...documents.flatMap((d, i) => documentIssues(d, `documents.${i}`)),
    ...payees.flatMap((p, i) => payeeIssues(p, facts.name, `payees.${i}`)),
  ];
}

async function nextNo(ctx: Ctx): Promise<string> {
  const next = await row<{ n: number }>(ctx.db, q`select nextval('number_gy') as n`);
  return `GY${String(next?.n ?? 0).padStart(4, "0")}`;
}

async function add(input: In<"supplier_add">, ctx: Ctx): Promise<SupplierRow> {
  const { contacts, documents, payees } = input;
  const facts = only(input, FACTS);
  await checkFacts(ctx, facts, null);
  const issues = partIssues(input);
  if (issues.length > 0) throw badInput(...issues);
  const supplier_no = await nextNo(ctx);
  const { id } = await addRow(ctx, supplierNoun, {
    ...facts,
    serves: JSON.stringify(facts.serves),
    address: facts.address && JSON.stringify(facts.address),
    supplier_no,
    supplier_status: "pending",
    search_text: searchOf({ ...facts, supplier_no, former_names: [] }),
  });
  const made = { id, short_name: facts.short_name };
  for (const c of contacts) await insertContact(ctx, made, c);
  for (const d of documents) await insertDocument(ctx, made, d);
  for (const p of payees) await insertPayee(ctx, made, p);
  return supplierShown(ctx, id);
}

const held = async (ctx: Ctx, id: number): Promise<StoredDetail> => found(await lockedDetail(ctx, id), NO_SUPPLIER);

/** A name that was in use changes with a new licence alone, a kind not at all. */
function keepLocked(before: StoredDetail, after: Facts): void {
  if (before.first_active_at === null) return;
  refuseUnless(before.name === after.name, "locked", "已启用过，改名请用「更名」并上传新营业执照", {
    issues: [{ path: "name", message: "改名请用「更名」" }],
  });
  refuseUnless(before.kind === after.kind, "locked", "已启用过，不能修改类型", {
    issues: [{ path: "kind", message: "启用后不能修改" }],
  });
}

async function update({ id, version, ...input }: In<"supplier_update">, ctx: Ctx): Promise<{ ok: true }> {
  const before = await held(ctx, id);
  await lockRow(ctx, supplierNoun, { id, version, current: before });
  const set = definedOf(input);
  const after: Facts = { ...only(before, FACTS), ...set };
  keepLocked(before, after);
  await checkFacts(ctx, after, before);
  const search_text = searchOf({ ...before, ...only(after, ["name", "short_name", "credit_code"]) });
  await saveRow(ctx, supplierNoun, { id, version, set: { ...columnsOf(set), search_text, updated_at: ctx.now } });
  // Who looks after it is nothing that is passed.
  if (Object.keys(set).some((field) => field !== "owner_id")) await markChanger(ctx, before);
  if (after.name !== before.name) await reviewPayees(ctx, after, before);
  return { ok: true };
}

/** The old name stays searchable; the licence takes the place of the last one. */
async function rename({ id, version, name, short_name, licence_file }: In<"supplier_rename">, ctx: Ctx): Promise<SupplierRow> {
  const before = await held(ctx, id);
  await lockRow(ctx, supplierNoun, { id, version, current: before });
  refuseUnless(before.first_active_at !== null, "guard_failed", "尚未启用，请直接编辑名称");
  const after = { ...before, name, short_name: short_name ?? before.short_name };
  if (after.name === before.name) throw badInput({ path: "name", message: "新名称与现名称相同" });
  await checkFree(ctx, after, id);
  const former_names = [...new Set([...before.former_names, before.name])].filter((n) => n !== name);
  const search_text = searchOf({ ...after, former_names });
  const names = { name, short_name: after.short_name, former_names, search_text, updated_at: ctx.now };
  await saveRow(ctx, supplierNoun, { id, version, set: names });
  const today = dayOf(ctx.now);
  const licence = paperOn(await papersOf(ctx.db, id), "business_licence", today);
  await insertDocument(ctx, after, {
    kind: "business_licence",
    number: before.credit_code ?? "",
    valid_from: today,
    valid_to: licence?.valid_to ?? null,
    files: [licence_file],
    note: "更名",
  });
  return supplierShown(ctx, id);
}

async function ownerBatch({ ids, owner_id }: In<"supplier_owner_batch">, ctx: Ctx): Promise<Output<Api["supplier_owner_batch"]>> {
  const results: { id: number; ok: boolean; msg: string }[] = [];
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
    const refusal = await attempt(ctx.db, async () => {
      const before = await held(ctx, id);
      await checkFacts(ctx, { ...only(before, FACTS), owner_id }, before);
      await saveRow(ctx, supplierNoun, { id, version: before.version, set: { owner_id, updated_at: ctx.now } });
    });
    results.push({ id, ok: refusal === null, msg: refusal?.message ?? "" });
  }
  return { results, done: results.filter((r) => r.ok).length };
}

export const supplierWrites = {
  supplier_add: add,
  supplier_update: update,
  supplier_owner_batch: ownerBatch,
  supplier_rename: rename,
} satisfies Partial<Handlers<Api>>;
