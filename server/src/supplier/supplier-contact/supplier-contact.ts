/** Contacts of suppliers and where they collect papers; their mobiles are sealed and shown one at a time. */
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { labelOf } from "@visadesk/contract/kit/field.ts";
import { mask } from "@visadesk/contract/kit/mask.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { supplierContact, supplierContactApi } from "@visadesk/contract/supplier/supplier-contact.ts";
import { COLLECTING_KINDS, CONTACT_ROLES, CONTACTS_MAX } from "@visadesk/contract/supplier/supplier.words.ts";
import { cellChanges, type Cell } from "#kit/call/changes.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { definedOf } from "#kit/files/objects.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { lockRow, removeRow, saveRow } from "#kit/noun/save.ts";
import { openField, sealFields } from "#kit/seal/seal.ts";
import { q, row } from "#kit/db/sql.ts";
import { addressCheck, addressText } from "../../base-data/index.ts";
import { revealed } from "../supplier/reveal.ts";
import { markChanger } from "../supplier/changers.sql.ts";
import { partChanged } from "../supplier/supplier-parts.ts";
import { NO_SUPPLIER } from "../supplier/supplier-scope.sql.ts";
import { lockedDetail, storedDetail, type StoredDetail } from "../supplier/supplier.sql.ts";
import { sealedContact, supplierContactNoun } from "./supplier-contact.noun.ts";
import {
  contactRow,
  contactsOf,
  hasOtherCollector,
  isInParcels,
  unsetDefaults,
  type ContactRow,
  type SealedContact,
} from "./supplier-contact.sql.ts";

type Api = typeof supplierContactApi;
type Row = Output<Api["supplier_contact_add"]>;
export type ContactFacts = Omit<Parsed<Api["supplier_contact_add"]>, "supplier_id">;
const NO_CONTACT = "联系人不存在或无权查看";
const LAST_COLLECTOR = "这是最后一个收料地址";

const shown = (c: ContactRow): Row => ({ ...c, address_text: c.address ? addressText(c.address) : "" });

/** What does not fit of one contact; a stored address is not judged again. */
export function contactIssues(c: ContactFacts, under = "", before: ContactFacts | null = null): Issue[] {
  const issues: Issue[] = [];
  const at = (name: string): string => (under === "" ? name : `${under}.${name}`);
  if (c.mobile === null && c.phone === "") issues.push({ path: at("mobile"), message: "请填写手机或座机" });
  if (c.roles.includes("collect") && c.address === null) issues.push({ path: at("address"), message: "请填写收料地址" });
  const isSame = before !== null && JSON.stringify(before.address) === JSON.stringify(c.address);
  const fault = c.address && !isSame ? addressCheck(c.address) : null;
  if (fault !== null) issues.push({ path: at("address"), message: fault });
  return issues;
}

const ROLES: Readonly<Record<string, string>> = CONTACT_ROLES;
const cellsOf = (c: ContactFacts): Cell[] =>
  (
    [
      ["name", c.name],
      ["mobile", c.mobile && mask("mobile", c.mobile)],
      ["phone", c.phone],
      ["email", c.email],
      ["roles", c.roles.map((r) => ROLES[r] ?? r).join("、")],
      ["address", c.address ? addressText(c.address) : ""],
      ["receive_hours", c.receive_hours],
      ["cut_off", c.cut_off],
      ["is_default", c.is_default],
    ] as const
  ).map(([field, value]) => ({
    field,
    label: `联系人·${labelOf(supplierContact, field)}`,
    value,
    ...(field === "mobile" && { behind: c.mobile }),
  }));
const noteOn = (ctx: Ctx, s: Pick<StoredDetail, "id" | "short_name">, before: ContactFacts | null, after: ContactFacts | null): void =>
  ctx.note({
    noun: "supplier",
    noun_id: s.id,
    noun_no: s.short_name,
    changes: after
      ? cellChanges(before && cellsOf(before), cellsOf(after))
      : [{ field: "contacts", label: "联系人", before: before?.name ?? null, after: null }],
  });

/** Writes a contact of a supplier that is held; answers its id. */
export async function insertContact(ctx: Ctx, s: Pick<StoredDetail, "id" | "short_name">, c: ContactFacts): Promise<number> {
  const row_key = crypto.randomUUID();
  const { mobile, address, roles, ...plain } = c;
  const { id } = await ctx.db
    .insertInto("supplier_contacts")
    .values({
      ...plain,
      ...sealFields(sealedContact, row_key, { mobile }),
      row_key,
      roles: [...roles],
      address: address && JSON.stringify(address),
      supplier_id: s.id,
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (c.is_default) await unsetDefaults(ctx, { id, supplier_id: s.id, roles });
  noteOn(ctx, s, null, c);
  return id;
}

const heldSupplier = async (ctx: Ctx, id: number): Promise<StoredDetail> => found(await lockedDetail(ctx, id), NO_SUPPLIER);
/** A contact and its supplier, both in the caller's sight and held. */
async function heldContact(ctx: Ctx, id: number): Promise<{ contact: SealedContact; supplier: StoredDetail }> {
  const contact = found(await contactRow(ctx.db, id), NO_CONTACT);
  const supplier = found(await lockedDetail(ctx, contact.supplier_id), NO_CONTACT);
  return { contact: found(await contactRow(ctx.db, id), NO_CONTACT), supplier };
}
const answered = async (ctx: Ctx, id: number): Promise<Row> => shown(found(await contactRow(ctx.db, id), NO_CONTACT));

/** Papers that are with it, or may be sent to it, need somebody who takes them. */
async function keepCollector(ctx: Ctx, s: StoredDetail, id: number): Promise<void> {
  const isWorking = s.supplier_status === "active" || s.supplier_status === "paused";
  if (!isWorking || !COLLECTING_KINDS.includes(s.kind)) return;
  refuseUnless(await hasOtherCollector(ctx.db, s.id, id), "in_use", LAST_COLLECTOR);
}

async function add({ supplier_id, ...facts }: Parsed<Api["supplier_contact_add"]>, ctx: Ctx): Promise<Row> {
  const supplier = await heldSupplier(ctx, supplier_id);
  const there = (await contactsOf(ctx.db, supplier_id)).length;
  refuseUnless(there < CONTACTS_MAX, "limit_exceeded", `联系人最多${CONTACTS_MAX}个，请先删除不再联系的`);
  const issues = contactIssues(facts);
  if (issues.length > 0) throw badInput(...issues);
  await markChanger(ctx, supplier);
  await partChanged(ctx, supplier);
  return answered(ctx, await insertContact(ctx, supplier, facts));
}

async function update({ id, version, ...input }: Parsed<Api["supplier_contact_update"]>, ctx: Ctx): Promise<Row> {
  const { contact, supplier } = await heldContact(ctx, id);
  await lockRow(ctx, supplierContactNoun, { id, version, current: shown(contact) });
  const before: ContactFacts = { ...contact, mobile: openField(sealedContact, contact, "mobile") };
  const set = definedOf(input);
  const after: ContactFacts = { ...before, ...set };
  const issues = contactIssues(after, "", before);
  if (issues.length > 0) throw badInput(...issues);
  if (before.roles.includes("collect") && !after.roles.includes("collect")) await keepCollector(ctx, supplier, id);
  const { mobile, address, roles, ...plain } = set;
  await saveRow(ctx, supplierContactNoun, {
    id,
    version,
    set: {
      ...plain,
      ...sealFields(sealedContact, contact.row_key, { mobile }),
      ...(address !== undefined && { address: address && JSON.stringify(address) }),
      ...(roles && { roles: [...roles] }),
      updated_at: ctx.now,
    },
    told: true,
  });
  if (after.is_default) await unsetDefaults(ctx, { id, supplier_id: supplier.id, roles: after.roles });
  await markChanger(ctx, supplier);
  await partChanged(ctx, supplier);
  noteOn(ctx, supplier, before, after);
  return answered(ctx, id);
}

async function remove(input: Parsed<Api["supplier_contact_remove"]>, ctx: Ctx): Promise<{ ok: true }> {
  const { contact, supplier } = await heldContact(ctx, input.id);
  await lockRow(ctx, supplierContactNoun, { ...input, current: shown(contact) });
  if (contact.roles.includes("collect")) await keepCollector(ctx, supplier, contact.id);
  if (await isInParcels(ctx.db, contact.id)) refuse("in_use", "已有交接单寄给此人，不能删除，可改为新的联系方式");
  await removeRow(ctx, supplierContactNoun, input);
  await markChanger(ctx, supplier);
  await partChanged(ctx, supplier);
  noteOn(ctx, supplier, contact, null);
  return { ok: true };
}

async function reveal({ id, reason }: Parsed<Api["supplier_contact_reveal"]>, ctx: Ctx): Promise<{ mobile: string | null }> {
  const contact = found(await contactRow(ctx.db, id), NO_CONTACT);
  const label = `联系人「${contact.name}」的手机`;
  const look = { supplier_id: contact.supplier_id, field: "mobile", label, reason, missing: NO_CONTACT };
  return { mobile: await revealed(ctx, look, () => openField(sealedContact, contact, "mobile")) };
}

export const supplierContactServer = serve(supplierContactApi, {
  /** The document desk packs for every supplier, whoever looks after it. */
  supplier_contact_query: async ({ supplier_id }, ctx) => {
    const there = ctx.has(may.supplier_logistics)
      ? await row(ctx.db, q`select id from suppliers where id = ${supplier_id}`)
      : await storedDetail(ctx, supplier_id);
    found(there, NO_SUPPLIER);
    return { list: (await contactsOf(ctx.db, supplier_id)).map(shown) };
  },
  supplier_contact_add: add,
  supplier_contact_update: update,
  supplier_contact_remove: remove,
  supplier_contact_reveal: reveal,
});
