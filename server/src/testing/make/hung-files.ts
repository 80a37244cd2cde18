/** Private files in every place of an order where one may hang, each with what the rule says of it. */
import type { FileOwner } from "@visadesk/contract/kit/upload.ts";
import type { FilePurpose } from "@visadesk/contract/kit/file-purposes.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows, type Sql } from "#kit/db/sql.ts";
import { SAMPLE_FILES } from "../sample.ts";
import type { Made, OrderDesk } from "./order.ts";
import { makePeer } from "./peer.ts";
import { hangRefund } from "./refund.ts";

export interface HungFile {
  what: string;
  purpose: FilePurpose;
  key: string;
  isIdentity: boolean;
  /** The records whose address of the file may be asked for. */
  records: readonly { noun: FileOwner; noun_id: number }[];
  people: readonly number[];
}
interface Place {
  what: string;
  purpose: FilePurpose;
  isIdentity: boolean;
  /** Of one person; else of the order. */
  isPersonal: boolean;
  hang: (order: number, person: number, key: string) => Sql;
}

/** A paper of the list with one file. */
const paper = (what: string, kind: number, category: number | null, sub_type: string | null, isIdentity: boolean): Place => ({
  what,
  purpose: "material",
  isIdentity,
  isPersonal: true,
  hang: (order, person, key) => q`
    with m as (insert into applicant_materials (order_id, applicant_id, kind, name, category, sub_type, owner, created_at)
      values (${order}, ${person}, ${kind}, ${what}, ${category}, ${sub_type}, 'optional', (select created_at from orders where id = ${order})) returning id)
    insert into material_files (material_id, file, filename, size, created_at) select m.id, ${key}, '首页.jpg', 1, (select created_at from orders where id = ${order}) from m`,
});
const ofPerson = (what: string, purpose: FilePurpose, isIdentity: boolean, hang: Place["hang"]): Place => ({
  what,
  purpose,
  isIdentity,
  isPersonal: true,
  hang,
});
const ofOrder = (what: string, purpose: FilePurpose, hang: Place["hang"]): Place => ({
  what,
  purpose,
  isIdentity: false,
  isPersonal: false,
  hang,
});

const PLACES: readonly Place[] = [
  paper("护照首页", 1, 2, "passport", true),
  paper("身份证", 1, 2, "id_card", true),
  paper("户口本", 1, 2, "household", true),
  paper("申根签证页", 1, 2, "schengen_page", true),
  paper("证件照", 4, 2, "other", true),
  paper("申请表里的文件", 5, 2, "application", true),
  paper("同行人资料", 1, 8, null, true),
  paper("没有分类的资料", 1, null, null, true),
  paper("在职证明", 1, 3, "employed", false),
  paper("银行流水", 1, 4, "salary", false),
  paper("行程单", 1, 5, "itinerary", false),
  paper("邀请函", 1, 6, "invitation", false),
  paper("体检", 1, 7, "medical", false),
  ofPerson("签证文件", "result", true, (_o, p, key) => q`update applicants set result_files = ${[key]}::text[] where id = ${p}`),
  ofPerson("拒签文件", "letter", true, (_o, p, key) => q`update applicants set refusal_files = ${[key]}::text[] where id = ${p}`),
  ofPerson(
    "拒签证明",
    "material",
    true,
    (o, p, key) =>
      q`insert into refuse_claims (order_id, applicant_id, plan, proof_files, created_at) values (${o}, ${p}, '{}', ${[key]}::text[], (select created_at from orders where id = ${o}))`,
  ),
  ofPerson(
    "赴馆函件",
    "letter",
    false,
    (o, p, key) => q`
    insert into visits (order_id, applicant_id, embassy_id, visit_at, visit_status, letter, created_at)
    select ${o}::int8, ${p}::int8, min(e.id), (select created_at from orders where id = ${o}), 'released', ${key}, (select created_at from orders where id = ${o}) from embassies e`,
  ),
  ofOrder("付款凭证", "proof", (o, _p, key) => q`update order_payments set proof = ${[key]}::text[] where order_id = ${o}`),
  ofOrder(
    "备注附件",
    "note",
    (o, _p, key) =>
      q`insert into order_notes (order_id, kind, content, files, created_at) values (${o}, 'internal', '附件', ${[key]}::text[], (select created_at from orders where id = ${o}))`,
  ),
  ofOrder(
    "评价图片",
    "note",
    (o, _p, key) =>
      q`insert into order_evaluates (order_id, score, source, files, created_at) values (${o}, 5, 'customer', ${[key]}::text[], (select created_at from orders where id = ${o}))`,
  ),
];

/** A file in every place of a paid order, uploaded by nobody who is tried. */
export async function hangFiles(desk: OrderDesk, order: Made): Promise<HungFile[]> {
  const [person = 0] = order.people;
  const made: HungFile[] = [];
  for (const { what, purpose, isIdentity, isPersonal, hang } of PLACES) {
    const key = await desk.file("image/jpeg", 1_000, []);
    await rows(desk.db, hang(order.id, person, key));
    const asOrder = { noun: "order" as const, noun_id: order.id };
    made.push({
      what,
      purpose,
      key,
      isIdentity,
      records: [
        ...(isPersonal ? [{ noun: "applicant" as const, noun_id: person }] : []),
        asOrder,
        ...(what === "拒签证明" ? [{ noun: "refuse_claim" as const, noun_id: person }] : []),
      ],
      people: isPersonal ? [person] : order.people,
    });
  }
  const proof = await desk.file("image/jpeg", 1_000, []);
  const refund = await hangRefund(desk.db, desk.clock.now(), { order: q`${order.id}::int8`, proof: [proof] });
  made.push({
    what: "退款凭证",
    purpose: "refund",
    key: proof,
    isIdentity: false,
    records: [{ noun: "refund", noun_id: refund }],
    people: [],
  });
  return made;
}

/** Of what is neither an order nor one of its people. */
export interface HungSupplierFile {
  purpose: FilePurpose;
  noun: "supplier" | "supplier_payee" | "supplier_parcel" | "work_order" | "peer_top_up" | "msg" | "reminder_msg";
  noun_id: number;
  key: string;
}
/** A paper and a proof of an account of the first supplier, uploaded by nobody who is tried. */
export async function hangSupplierFiles(desk: Pick<OrderDesk, "db" | "file">): Promise<HungSupplierFile[]> {
  const [scan, proof] = [await desk.file("image/jpeg", 1_000, []), await desk.file("image/jpeg", 1_000, [])];
  const payee = await row<{ id: number; supplier_id: number }>(
    desk.db,
    q`update supplier_payees set proof_files = ${[proof]}::text[] where id = (select min(id) from supplier_payees) returning id, supplier_id`,
  );
  const supplier = payee?.supplier_id ?? 0;
  await rows(
    desk.db,
    q`update supplier_documents set files = ${[scan]}::text[] where id = (select min(id) from supplier_documents where supplier_id = ${supplier})`,
  );
  return [
    { purpose: "supplier_document", noun: "supplier", noun_id: supplier, key: scan },
    { purpose: "supplier_payee", noun: "supplier_payee", noun_id: payee?.id ?? 0, key: proof },
    ...(await hangParcelFiles(desk, supplier)),
    await hangWorkOrderFile(desk),
  ];
}
/** In the thread of a work order of the customer service that the tests sign in as. */
async function hangWorkOrderFile(desk: Pick<OrderDesk, "db" | "file">): Promise<HungSupplierFile> {
  const key = await desk.file("image/jpeg", 1_000, []);
  const peer = await makePeer(desk.db);
  const hung = await row<{ id: number }>(
    desk.db,
    q`
    with c as (select id, created_at as t from work_order_configs where code = 'CONSULT'),
    w as (insert into work_orders (work_order_no, config_id, peer_id, source, title, handler_id, reply_minutes, resolve_minutes, due_reply_at, due_at, created_at, updated_at)
      select 'GD261120900000', c.id, ${peer.id}, 'system', '附件', (select id from workers where account = 'service'), 30, 480, t, t, t, t from c returning id, created_at)
    insert into work_order_messages (work_order_id, kind, files, at) select id, 'from_peer', ${[key]}::text[], created_at from w returning work_order_id as id`,
  );
  return { purpose: "work_order", noun: "work_order", noun_id: hung?.id ?? 0, key };
}
/** A proof and a photo of a parcel that the administrator packed. */
async function hangParcelFiles(desk: Pick<OrderDesk, "db" | "file">, supplier: number): Promise<HungSupplierFile[]> {
  const [proof, photo] = [await desk.file("image/jpeg", 1_000, []), await desk.file("image/jpeg", 1_000, [])];
  const parcel = await row<{ id: number }>(
    desk.db,
    q`
    with at as (select created_at as t from suppliers where id = ${supplier}),
    e as (insert into expresses (type, mode, supplier_id, created_at) select 2, 'internal', ${supplier}, t from at returning id),
    i as (insert into express_items (express_id, name, count) select id, '护照', 1 from e returning id),
    p as (insert into supplier_parcels (parcel_no, express_id, supplier_id, is_outgoing, purpose, proof_files, created_by, created_at, updated_at)
      select 'WL261120900000', e.id, ${supplier}, true, 'submit', ${[proof]}::text[], (select id from workers where account = 'admin'), t, t from e, at returning id)
    insert into supplier_parcel_items (parcel_id, express_item_id, issue_files) select p.id, i.id, ${[photo]}::text[] from p, i returning parcel_id as id`,
  );
  const noun_id = parcel?.id ?? 0;
  return [
    { purpose: "parcel_proof", noun: "supplier_parcel", noun_id, key: proof },
    { purpose: "parcel_photo", noun: "supplier_parcel", noun_id, key: photo },
  ];
}

/** The files that samples name, uploaded by a worker. */
export async function storeSampleFiles(db: Db, worker_id: number): Promise<void> {
  for (const key of Object.values(SAMPLE_FILES)) {
    const { id } = await db
      .insertInto("files")
      .values({ key, is_private: key === SAMPLE_FILES.private, sha256: key, size: 10, content_type: "image/png", created_at: new Date(0) })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("file_uploads")
      .values({ file_id: id, worker_id, filename: "sample.png", created_at: new Date(0) })
      .execute();
  }
}

/** Tables that name a key anywhere in a row. */
export async function tablesNaming(desk: Pick<OrderDesk, "db">, key: string): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    desk.db,
    q`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const hit = await row<{ n: number }>(desk.db, {
      pieces: [`select 1 as n from "${name}" t where t::text like `, " limit 1"],
      values: [`%${key}%`],
    });
    if (hit) found.push(name);
  }
  return found;
}
