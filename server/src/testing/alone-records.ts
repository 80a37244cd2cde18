/** A record for every `*_update`, as its own read answers it. */
import { PAPER_NOUNS } from "@visadesk/contract/base-data/document.ts";
import { q, row } from "#kit/sql.ts";
import type { TestApp } from "./app.ts";
import type { Client } from "./client.ts";
import type { Values } from "./alone-values.ts";

export interface Stored {
  read: () => Promise<Values>;
  /** What the call asks for beside the record. */
  also?: Values;
  /** How many fields may refuse every other value tried; half of them where nothing is said. */
  refused?: number;
}
/** Updates whose fields are no fields of one record. */
export const NO_RECORD: Readonly<Record<string, string>> = {
  special_price_activity_update: "its items answer with the product in them; special-price-activity.test.ts saves them one by one",
  saved_view_update: "a view is the caller's own; saved-view.test.ts",
  order_update: "personal fields answer masked; order-entry.test.ts",
  order_wish_update: "wishes and dates belong together",
  applicant_update: "personal fields answer masked; field-may.test.ts",
  applicant_settle_price_update: "an act with a reason, not a form",
  oss_account_update: "fixed by the requirements: one's own account",
  region_owner_update: "receivers must hold the work's codes",
  expert_update: "one form with its rules; expert.test.ts",
  sys_config_update: "one value under a key",
};

const bodyOf = async (admin: Client, name: string, input: Values): Promise<Values> => {
  const answer = await admin.raw(name, input);
  if (answer.status !== 200 || answer.ret !== 0) throw new Error(`${name}: ${answer.msg}`);
  return answer.body as Values;
};

export async function recordsToUpdate(app: TestApp, admin: Client): Promise<ReadonlyMap<string, Stored>> {
  const got = (name: string, input: Values): Stored => ({ read: () => bodyOf(admin, name, input) });
  /** A record that only its list shows. */
  const listed = async (name: string, also: Values = {}): Promise<Stored> => {
    const list = async (): Promise<Values[]> => (await bodyOf(admin, name, {}))["list"] as Values[];
    const id = (await list())[0]?.["id"];
    return { also, read: async () => (await list()).find((r) => r["id"] === id) ?? {} };
  };
  const idOf = async (sql: ReturnType<typeof q>): Promise<number | string> => (await row<{ id: number | string }>(app.db, sql))?.id ?? 0;
  const draft = await draftSku(app, admin);
  const papers = await Promise.all(
    PAPER_NOUNS.map(async (noun, i): Promise<[string, Stored]> => {
      const id = await idOf(q`select id from documents where kind = ${i + 1} and status = 1 order by id limit 1`);
      return [`${noun}_update`, got(`${noun}_get`, { id })];
    }),
  );
  return new Map<string, Stored>([
    ...papers,
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
    ["mail_centre_update", await listed("mail_centre_query")],
    ["reject_reason_update", await listed("reject_reason_query")],
    [
      "insurance_product_update",
      // It was listed: its rates and plans change by 调价 alone.
      { ...got("insurance_product_get", { id: await idOf(q`select id from insurance_products order by id limit 1`) }), refused: 75 },
    ],
    [
      "refuse_no_worry_product_update",
      got("refuse_no_worry_product_get", { id: await idOf(q`select id from refuse_no_worry_products order by id limit 1`) }),
    ],
    [
      "product_recommend_update",
      got("product_recommend_get", { id: await idOf(q`select id from product_recommends order by id limit 1`) }),
    ],
    ["team_update", await listed("team_query")],
    ["role_update", got("role_get", { id: await idOf(q`select id from roles order by id desc limit 1`) })],
  ]);
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
