/**
 * Every personal field that the contract declares for a stored noun: what is typed into it stands in its own column and in
 * what the noun is found by, nowhere else (log, timeline, exports, views, preferences, messages); sealed kinds stand nowhere
 * in clear; and the erasure takes all of it. A personal field added later is in it by its declaration.
 */
import { expect, test } from "vitest";
import { metaOf, shapeOf, unwrap, type z } from "@visadesk/contract/kit/field.ts";
import { mask, SEALED_KINDS, type Personal } from "@visadesk/contract/kit/mask.ts";
import { allApi } from "@visadesk/contract/index.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { orderDetail } from "@visadesk/contract/order/order.ts";
import { person } from "@visadesk/contract/order/applicant.ts";
import { worker } from "@visadesk/contract/setting/worker.ts";
import { peerAccount } from "@visadesk/contract/peer/peer/peer-account.ts";
import { peerDocument } from "@visadesk/contract/peer/peer/peer-document.ts";
import { peerDetail } from "@visadesk/contract/peer/peer/peer.ts";
import { supplierContact } from "@visadesk/contract/supplier/supplier-contact.ts";
import { supplierPayee } from "@visadesk/contract/supplier/supplier-payee.ts";
import type { Db } from "#kit/db/db.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { stripOf } from "#kit/seal/strip.ts";
import { orderGuards } from "../../order/flow/order.rules.ts";
import { materialsOf } from "../../order/applicant/applicant-detail.sql.ts";
import { eraseRows } from "../../order/order/erase.sql.ts";
import { openAnswers } from "../../order/material/form-answers.ts";
import { sealedApplicant, sealedOrder } from "../../order/applicant/sealed.ts";
import { sealedWorker } from "../../account/index.ts";
import { sealedAccount, sealedDocument, sealedPeer } from "../../peer/index.ts";
import { sealedContact, sealedPayee } from "../../supplier/index.ts";
import { orderDesk } from "../make/order.ts";

type Z = z.core.$ZodType;
/** The stored nouns that hold people, each with its shape and what of it is sealed. */
const NOUNS: readonly { table: string; shape: Z; sealed: Readonly<Record<string, string>> }[] = [
  { table: "orders", shape: orderDetail, sealed: sealedOrder.fields },
  { table: "applicants", shape: person, sealed: sealedApplicant.fields },
  { table: "workers", shape: worker, sealed: sealedWorker.fields },
  { table: "peers", shape: peerDetail, sealed: sealedPeer.fields },
  { table: "peer_accounts", shape: peerAccount, sealed: sealedAccount.fields },
  { table: "peer_documents", shape: peerDocument, sealed: sealedDocument.fields },
  { table: "supplier_contacts", shape: supplierContact, sealed: sealedContact.fields },
  { table: "supplier_payees", shape: supplierPayee, sealed: sealedPayee.fields },
];

/** Personal kind of a field; that of an address is inside. */
const personalOf = (type: Z): Personal | undefined =>
  metaOf(type)?.personal ??
  Object.values(shapeOf(type))
    .map((t) => metaOf(t)?.personal)
    .find((p) => p !== undefined);

const columnsOf = async (db: Db, table: string): Promise<string[]> =>
  (
    await rows<{ c: string }>(
      db,
      q`select column_name as c from information_schema.columns where table_schema = 'public' and table_name = ${table}`,
    )
  ).map((r) => r.c);

/** A value that stands nowhere else, and passes the field's rule. */
const SENTINELS: Readonly<Record<Personal, string>> = {
  name: "欧阳蕤",
  latin: "QUETZALCOATL",
  mobile: "17798761234",
  email: "quartz.vortex@example.cn",
  id_card: "11010519491231002X",
  passport: "E98761234",
  address: "翡翠弄七十七号",
  birth: "1949-12-31",
  card: "6222020200112233445",
};

/** Names of an order are not those of its people; each is looked for by itself. */
const NAMES: Readonly<Record<string, string>> = { contact_name: "诸葛蕤", return_name: "司马蕤" };
const sentinel = (name: string, kind: Personal): string => NAMES[name] ?? SENTINELS[kind];

/** Where a text stands, as `table.column`. */
async function placesOf(db: Db, text: string): Promise<string[]> {
  const found: string[] = [];
  const columns = await rows<{ t: string; c: string }>(
    db,
    q`select table_name as t, column_name as c from information_schema.columns where table_schema = 'public' and table_name <> 'countries'
      and data_type in ('text', 'jsonb', 'ARRAY', 'date')`,
  );
  for (const { t, c } of columns) {
    const hit = await row(db, q`select 1 as x from ${raw(`"${t}"`)} where ${raw(`"${c}"`)}::text ilike ${`%${text}%`} limit 1`);
    if (hit) found.push(`${t}.${c}`);
  }
  return found;
}

const desk = await orderDesk();
const personal = (shape: Z): [string, Personal][] =>
  Object.entries(shapeOf(shape)).flatMap(([name, type]) => {
    const kind = personalOf(type);
    return kind ? [[name, kind] as [string, Personal]] : [];
  });

test("every personal number of a stored noun is sealed: mask, sealed number and both hashes are its columns", async () => {
  for (const { table, shape, sealed } of NOUNS) {
    const columns = await columnsOf(desk.db, table);
    const stored = personal(shape).filter(([name, kind]) => columns.includes(name) && (SEALED_KINDS as readonly string[]).includes(kind));
    expect(Object.fromEntries(stored), table).toEqual(sealed);
    for (const [name] of stored) expect(columns, name).toEqual(expect.arrayContaining([`${name}_sealed`, `${name}_hash`, `${name}_tail`]));
  }
});

test("no table has a column named like a number without its sealed columns", async () => {
  // Numbers of missions and of the house itself, told to every customer: decision 24.
  const OPEN = [
    "carrier_cards.card_no",
    "countries.cn_mission_phone",
    "countries.emergency_phone",
    "embassies.phone",
    "expresses.monthly_card_no",
    // A company's registered number, printed on its invoices.
    "invoice_titles.phone",
    "invoices.phone",
    "mail_centres.mobile",
    // Of our own people, told to every peer.
    "peer_managers.display_mobile",
    // Of a company's desk; a mobile of somebody there is sealed.
    "supplier_contacts.phone",
  ];
  const columns = await rows<{ t: string; c: string }>(
    desk.db,
    q`select table_name as t, column_name as c from information_schema.columns where table_schema = 'public'`,
  );
  const names = new Set(columns.map((x) => `${x.t}.${x.c}`));
  const numbers = columns
    .filter((x) => /(^|_)(mobile|phone|passport_no|id_card_no|bank_account|account_no|card_no)$/.test(x.c))
    .map((x) => `${x.t}.${x.c}`);
  expect(numbers.filter((n) => !names.has(`${n}_sealed`)).sort()).toEqual(OPEN);
});

test("what is typed stands in its own column alone, and the erasure leaves none of it", async () => {
  const made = await desk.order();
  const [id = 0] = made.people;
  const { order: o } = await desk.facts(made.id);
  const address = { province_code: "310000", city_code: "310100", county_code: "310101", detail: SENTINELS.address };
  const typed = (fields: [string, Personal][]): Record<string, unknown> =>
    Object.fromEntries(fields.map(([name, kind]) => [name, kind === "address" ? address : sentinel(name, kind)]));
  const known = (name: "order_update" | "applicant_update") => (f: [string, Personal]) => f[0] in shapeOf(allApi[name].input);
  const ofOrder = personal(orderDetail).filter(known("order_update"));
  const ofPerson = personal(person).filter(known("applicant_update"));
  await desk.call("order_update", {
    id: made.id,
    version: o.version,
    return_mode: "express",
    ...typed(ofOrder),
  } as never);
  const p = await desk.person(id);
  await desk.call("applicant_update", { id, version: p.version, gender: "female", reason: "客户更换护照", ...typed(ofPerson) } as never);
  for (const [name, kind] of [...ofOrder, ...ofPerson]) {
    const found = await placesOf(desk.db, sentinel(name, kind));
    const own = (SEALED_KINDS as readonly string[]).includes(kind)
      ? []
      : ["orders", "applicants"].flatMap((t) => [
          `${t}.${name}`,
          // Nobody is found by whom his papers go back to.
          ...(name === "return_name" ? [] : [`${t}.search_text`, `${t}.search`]),
          `${t}.address`,
          `${t}.return_address`,
          `${t}.email`,
          `${t}.contact_email`,
        ]);
    // Two halves of a pinyin name were given the same word.
    const others = kind === "latin" ? ["applicants.surname_en", "applicants.given_name_en"] : [];
    expect(
      found.filter((f) => !own.includes(f) && !others.includes(f)),
      `${name} (${kind})`,
    ).toEqual([]);
  }
  await eraseRows(desk.db, made.id, desk.clock.now());
  for (const text of [...Object.values(SENTINELS), ...Object.values(NAMES)]) expect(await placesOf(desk.db, text), text).toEqual([]);
  for (const { table, shape } of NOUNS.slice(0, 2)) {
    const columns = await columnsOf(desk.db, table);
    const left = await row<Record<string, unknown>>(
      desk.db,
      q`select * from ${raw(table)} where ${raw(table === "orders" ? "id" : "order_id")} = ${made.id}`,
    );
    const stored = personal(shape)
      .flatMap(([name]) => [name, `${name}_sealed`, `${name}_hash`, `${name}_tail`])
      .filter((c) => columns.includes(c));
    expect(
      stored.filter((c) => left?.[c] !== null && left?.[c] !== "" && left?.[c] !== "已清理"),
      table,
    ).toEqual([]);
  }
});

test("no sentence of an order names somebody whole", async () => {
  const made = await desk.order();
  await desk.pay(made.id);
  const [id = 0] = made.people;
  const { name_cn } = await desk.person(id);
  const f = await desk.facts(made.id);
  const said = Object.values(orderGuards).flatMap((guard) => guard(f) ?? []);
  expect(said.some((s) => s.includes(mask("name", name_cn ?? "")))).toBe(true);
  expect(said.filter((s) => s.includes(name_cn ?? ""))).toEqual([]);
});

test("answers of a form are sealed as a whole; a mask that comes back keeps the number that is stored", async () => {
  const found = await row<{ sku_no: string }>(
    desk.db,
    q`select s.sku_no from skus s join sku_documents l on l.sku_id = s.id join documents d on d.id = l.document_id
      where d.kind = 5 and s.sku_status = 'on_sale' order by s.id limit 1`,
  );
  const sku_no = found?.sku_no ?? "";
  const made = await desk.order({ sku_no, wish: "any_30" });
  await desk.pay(made.id);
  const [id = 0] = made.people;
  const form = async () => {
    const m = (await desk.person(id)).materials.find((x) => x.kind === 5);
    if (!m) throw new Error("no form");
    return m;
  };
  const save = async (form_answers: Record<string, unknown>): Promise<void> => {
    const { id: material, version } = await form();
    await desk.call("applicant_form_save", { id: material, version, form_answers, submit: false });
  };
  const shown = async (): Promise<unknown> => (await materialsOf({ db: desk.db, me: desk.me }, id)).find((m) => m.kind === 5)?.form_answers;
  await save({ passport_no: SENTINELS.passport, employer: "翡翠贸易行" });
  for (const text of [SENTINELS.passport, "翡翠贸易行"]) expect(await placesOf(desk.db, text), text).toEqual([]);
  expect(await shown()).toEqual({ passport_no: "E****1234", employer: "翡翠贸易行" });
  await save({ passport_no: "E****1234", employer: "琥珀贸易行" });
  const { id: material, form_answers } = await form();
  expect(openAnswers(material, form_answers)).toEqual({ passport_no: SENTINELS.passport, employer: "琥珀贸易行" });
});

/** Every string of an answer, with the path that leads to it. */
function textsOf(type: Z, at: string, seen: Set<Z>, found: [string, Z][]): void {
  const inner = unwrap(type);
  const def = inner._zod.def as { type: string; shape?: Record<string, Z>; element?: Z; valueType?: Z };
  if (metaOf(type)?.personal && def.type === "string") return void found.push([at, type]);
  if (seen.has(inner)) return;
  for (const [name, t] of Object.entries(def.shape ?? {})) textsOf(t, `${at}.${name}`, new Set([...seen, inner]), found);
  const each = def.element ?? def.valueType;
  if (each) textsOf(each, `${at}[]`, new Set([...seen, inner]), found);
}

test("every personal field of every answer leaves masked", () => {
  const found: [string, Z][] = [];
  for (const e of Object.values<Endpoint>(allApi)) textsOf(e.output, e.name, new Set(), found);
  expect(found.length).toBeGreaterThan(40);
  for (const [at, type] of found) {
    const kind = metaOf(type)?.personal;
    if (!kind) throw new Error(at);
    expect(stripOf(type)(SENTINELS[kind]), at).toBe(mask(kind, SENTINELS[kind]));
    expect(mask(kind, SENTINELS[kind]), at).not.toBe(SENTINELS[kind]);
  }
});
