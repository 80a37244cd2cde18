/** Records for every `*_update`, as their own read answers them. */
import { allApi } from "@visadesk/contract/index.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { PAPER_NOUNS } from "@visadesk/contract/base-data/paper/document.ts";
import { q, row } from "#kit/db/sql.ts";
import type { TestApp } from "../../app.ts";
import type { Client } from "../../client.ts";
import { makeCard } from "../../make/carrier.ts";
import { TITLE } from "../../make/invoice.ts";
import { makePeer } from "../../make/peer.ts";
import { RemitDesk } from "../../make/remittance.ts";
import { workerId } from "../../make/supplier.ts";
import { sampleOf } from "../../sample.ts";
import { ApplicationDesk } from "../../make/peer-application.ts";
import type { Values } from "./update-values.ts";

export interface Stored {
  read: () => Promise<Values>;
  /** How many fields may refuse every other value tried; half of them where nothing is said. */
  refused?: number;
  /** One of the demo rows: its fields one by one, each with its nearest values; whether one is taken depends on its state. */
  isListed?: true;
}
/** Updates whose fields are no fields of one record. */
export const NO_RECORD: Readonly<Record<string, string>> = {
  special_price_activity_update: "its items answer with the product in them; special-price-activity.test.ts saves them one by one",
  saved_view_update: "a view is the caller's own; saved-view.test.ts",
  oss_account_update: "fixed by the requirements: one's own account",
  region_owner_update: "receivers must hold the work's codes",
  sys_config_update: "one value under a key",
};

const api: Readonly<Record<string, Endpoint>> = allApi;
/** Updates whose record is read by another name than its own. */
const READERS: Readonly<Record<string, string>> = { order_wish: "order_get", applicant_settle_price: "applicant_get", sku: "sku_edit_get" };

const bodyOf = async (admin: Client, name: string, input: Values): Promise<Values> => {
  const answer = await admin.raw(name, input);
  if (answer.status !== 200 || answer.ret !== 0) throw new Error(`${name}: ${answer.msg}`);
  return answer.body as Values;
};

/** Small lists of another record, the first of its own list. */
const PARENTS: Readonly<Record<string, readonly [list: string, field: string, sort: string]>> = {
  supplier_contact: ["supplier_query", "supplier_id", "supplier_no"],
  peer_api_key: ["peer_query", "peer_id", "peer_no"],
};
async function askOf(admin: Client, noun: string, list: Endpoint, page: number): Promise<Values> {
  if (list.kind === "list") return { page_size: 100, page };
  const [of, field, sort] = PARENTS[noun] ?? [];
  if (of === undefined || field === undefined) return {};
  const all = (await bodyOf(admin, of, { sort, order: "asc" }))["list"] as Values[];
  return { [field]: all[0]?.["id"] };
}
async function listed(admin: Client, noun: string, page: number): Promise<Values[]> {
  const list = api[`${noun}_query`] ?? api[`${noun.split("_")[0] ?? ""}_query`];
  if (!list) return [];
  return ((await bodyOf(admin, list.name, await askOf(admin, noun, list, page)))["list"] ?? []) as Values[];
}
async function inList(admin: Client, noun: string, id: unknown): Promise<Values> {
  for (let page = 1; page < 5; page++) {
    const found = (await listed(admin, noun, page)).find((r) => r["id"] === id);
    if (found) return found;
  }
  throw new Error(`${noun} ${String(id)} is not in its list`);
}
/** The first two demo rows of a noun's list. */
export async function demoRows(admin: Client, update: string): Promise<Stored[]> {
  const noun = update.replace(/_update$/, "");
  const get = api[READERS[noun] ?? `${noun}_get`];
  const keys = get ? Object.keys(shapeOf(get.input)) : [];
  const read = async (of: Values): Promise<Values> => {
    if (!get || keys.length === 0) return inList(admin, noun, of["id"]);
    const body = await bodyOf(admin, get.name, Object.fromEntries(keys.map((k) => [k, of[k]])));
    return get.name === "expert_get" ? (body["expert"] as Values) : body;
  };
  // A noun of one row is read by nothing.
  if (get && keys.length === 0 && !api[`${noun}_query`]) return [{ read: () => bodyOf(admin, get.name, {}), isListed: true }];
  const rows = await listed(admin, noun, 1);
  // A noun of which the demo has nothing begins with a row of its own.
  const add = rows.length === 0 ? api[`${noun}_add`] : undefined;
  if (add) rows.push(await bodyOf(admin, add.name, sampleOf(add.input) as Values));
  return rows.slice(0, 2).map((r) => ({ read: () => read(r), isListed: true }));
}

async function ownTitle(app: TestApp, admin: Client): Promise<number> {
  const { id } = await makePeer(app.db);
  return (await admin.call("invoice_title_add", { peer_id: id, ...TITLE })).id;
}

/** A remittance that waits for its first look. */
async function waitingMoney(app: TestApp): Promise<number> {
  const desk = await RemitDesk.of(app);
  // A bank that the loop over accounts leaves alone.
  const now = app.clock.now();
  const bank = await row<{ id: number }>(
    app.db,
    q`insert into company_accounts (row_key, name, kind, account_status, created_at, updated_at) values ('flow', '备用户', 'bank', 'enabled', ${now}, ${now}) returning id`,
  );
  const peer = await desk.peer();
  // With a letter any payer may stand in it.
  const { vouchers: payer_letters } = await desk.body(peer, 10_000);
  return (await desk.ask(peer, 10_000, { company_account_id: bank?.id ?? 0, payer_letters })).id;
}

/** Those whose trees are tried, value by value. */
export async function recordsToUpdate(app: TestApp, admin: Client): Promise<ReadonlyMap<string, Stored>> {
  const got = (name: string, input: Values): Stored => ({ read: () => bodyOf(admin, name, input) });
  /** A record that only its list shows. */
  const first = async (name: string): Promise<Stored> => {
    const list = async (): Promise<Values[]> => (await bodyOf(admin, name, {}))["list"] as Values[];
    const id = (await list())[0]?.["id"];
    return { read: async () => (await list()).find((r) => r["id"] === id) ?? {} };
  };
  const idOf = async (sql: ReturnType<typeof q>): Promise<number | string> => (await row<{ id: number | string }>(app.db, sql))?.id ?? 0;
  /** The first contact of a supplier. */
  const contact = async (sql: ReturnType<typeof q>): Promise<Stored> => {
    const supplier_id = await idOf(sql);
    const list = async (): Promise<Values[]> => (await bodyOf(admin, "supplier_contact_query", { supplier_id }))["list"] as Values[];
    return { read: async () => (await list())[0] ?? {} };
  };
  const draft = await draftSku(app, admin);
  const papers = await Promise.all(
    PAPER_NOUNS.map(async (noun, i): Promise<[string, Stored]> => {
      const id = await idOf(q`select id from documents where kind = ${i + 1} and status = 1 order by id limit 1`);
      return [`${noun}_update`, got(`${noun}_get`, { id })];
    }),
  );
  return new Map<string, Stored>([
    ...papers,
    ...(await peerRecords(app, admin)),
    ...(await Promise.all(
      ["mail_centre", "reject_reason", "team", "order_limit"].map(async (n) => [`${n}_update`, await first(`${n}_query`)] as const),
    )),
    ["sku_update", got("sku_edit_get", { id: draft })],
    ["spu_update", got("spu_get", { visa_product_unit_code: await freshSpu(app, admin) })],
    ["country_update", got("country_detail_get", { id: "AE" })],
    [
      "embassy_update",
      got("embassy_get", {
        id: await idOf(q`select id from embassies where embassy_type = 2 and district_area <> '[]' order by id limit 1`),
      }),
    ],
    ["appointment_update", got("appointment_get", { id: await bookingDate(app, admin) })],
    ["refund_policy_update", got("refund_policy_get", { id: await idOf(q`select id from refund_policies order by id limit 1`) })],
    [
      "insurance_product_update",
      // It was listed: its rates and plans change by 调价 alone.
      { ...got("insurance_product_get", { id: await idOf(q`select id from insurance_products order by id limit 1`) }), refused: 75 },
    ],
    [
      "refuse_no_worry_product_update",
      got("refuse_no_worry_product_get", { id: await idOf(q`select id from refuse_no_worry_products order by id limit 1`) }),
    ],
    ["product_recommend_update", got("product_recommend_get", { id: await idOf(q`select min(id) as id from product_recommends`) })],
    ["remittance_update", got("remittance_get", { id: await waitingMoney(app) })],
    ["carrier_card_update", got("carrier_card_get", { id: (await makeCard(app)).id })],
    ["invoice_title_update", got("invoice_title_get", { id: await ownTitle(app, admin) })],
    ["supplier_update", got("supplier_get", { id: await idOf(q`select id from suppliers where supplier_no = 'GY0019'`) })],
    ["supplier_contact_update", await contact(q`select id from suppliers where supplier_no = 'GY0019'`)],
    ["supplier_parcel_update", got("supplier_parcel_get", { id: await emptyParcel(app, admin) })],
    ["peer_application_update", got("peer_application_get", { id: (await new ApplicationDesk(app, admin, admin).handedIn()).id })],
    ["work_order_config_update", got("work_order_config_get", { id: await draftConfig(admin) })],
    ["role_update", got("role_get", { id: await idOf(q`select id from roles order by id desc limit 1`) })],
  ]);
}

/** A peer with a login beside its owner's and a key. */
async function peerRecords(app: TestApp, admin: Client): Promise<(readonly [string, Stored])[]> {
  const bd = await workerId(app.db, "business_1");
  const { id: peer } = await makePeer(app.db, { bd_owner_id: bd }, app.clock.now());
  const idempotency_key = crypto.randomUUID();
  const facts = { name: "赵操作", mobile: "13700007001", role: "operator", order_limit: 100_000, can_pay: false };
  const login = await bodyOf(admin, "peer_account_add", { peer_id: peer, account: "loop_operator", ...facts, idempotency_key });
  const open = { peer_id: peer, callback_url: "https://203.0.113.8/hook", ip_list: ["203.0.113.8"], note: "", idempotency_key };
  await bodyOf(admin, "peer_api_key_add", open);
  const firstKey = async (): Promise<Values> =>
    ((await bodyOf(admin, "peer_api_key_query", { peer_id: peer }))["list"] as Values[])[0] ?? {};
  const blank = {
    visible_mode: "all",
    sku_ids: [],
    cs_team_id: null,
    chat_group: "",
    chat_qr: null,
    mode: null,
    rule: null,
    note: "",
    status: 1,
  };
  const group = await bodyOf(admin, "peer_group_add", {
    name: "循环分组",
    kind: "service",
    ...blank,
    idempotency_key: crypto.randomUUID(),
  });
  return [
    ["peer_group_update", { read: () => bodyOf(admin, "peer_group_get", { id: group["id"] }) }],
    ["peer_manager_update", { read: () => bodyOf(admin, "peer_manager_get", { worker_id: bd }) }],
    ["peer_update", { read: () => bodyOf(admin, "peer_get", { id: peer }) }],
    ["peer_account_update", { read: () => bodyOf(admin, "peer_account_get", { id: login["id"] }) }],
    ["peer_api_key_update", { read: firstKey }],
  ];
}

/** A copy of a product with a tier and everything else, before its first listing: nothing of it is locked. */
async function draftSku(app: TestApp, admin: Client): Promise<unknown> {
  const from = await row<{ id: number; embassy_id: number | null; submit_place_id: number | null }>(
    app.db,
    q`select id, embassy_id, submit_place_id from skus where sku_no = 'US-B1B2-01'`,
  );
  const key = { idempotency_key: crypto.randomUUID() };
  return (await bodyOf(admin, "sku_copy", { ...from, name: "单独改字段", service_level: "单改", ...key }))["id"];
}
async function emptyParcel(app: TestApp, admin: Client): Promise<unknown> {
  const supplier = await row<{ id: number }>(app.db, q`select id from suppliers where supplier_status = 'active' order by id limit 1`);
  const key = { idempotency_key: crypto.randomUUID() };
  return (
    await bodyOf(admin, "supplier_parcel_add", { supplier_id: supplier?.id ?? 0, purpose: "submit", mode: "express", items: [], ...key })
  )["id"];
}
async function freshSpu(app: TestApp, admin: Client): Promise<unknown> {
  const from = await row<{ id: number }>(app.db, q`select id from spus where visa_product_unit_code = 'JP-TOUR-S'`);
  const made = await bodyOf(admin, "spu_copy", { id: from?.id ?? 0, visa_product_unit_code: "JP-ALONE-1", name: "单独改字段" });
  return made["visa_product_unit_code"];
}
async function bookingDate(app: TestApp, admin: Client): Promise<unknown> {
  const place = await row<{ id: number }>(app.db, q`select id from embassies where country_id = 'JP' and status = 1 and embassy_type = 1`);
  const facts = { earliest_date: null, no_slots: true, slots_note: "", half: "any", min_lead_days: 0, source: "staff", valid_days: 3 };
  const key = { idempotency_key: crypto.randomUUID() };
  return (await bodyOf(admin, "appointment_add", { place_id: place?.id ?? 0, ...facts, sort: 0, remark: "", ...key }))["id"];
}
/** The next version of a configuration: what is live is never changed. */
async function draftConfig(admin: Client): Promise<unknown> {
  const { list } = (await bodyOf(admin, "work_order_config_query", { keyword: "CONSULT" })) as { list: Values[] };
  const { id, version } = list[0] ?? {};
  const key = { idempotency_key: crypto.randomUUID() };
  const templates = [{ title: "稍候", text: "已收到，今天内回复。" }];
  const fields = [{ key: "why", label: "咨询事项", kind: "choice", required: false, options: ["材料", "时效"] }];
  return (await bodyOf(admin, "work_order_config_draft", { id, version, templates, fields, ...key }))["id"];
}
