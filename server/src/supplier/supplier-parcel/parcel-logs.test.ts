/** What a parcel's way leaves in the logs, as everybody may read them: no whole number, no one's mobile, no cost to whom costs are absent. */
import { beforeAll, describe, expect, test } from "vitest";
import { allApi } from "@visadesk/contract/index.ts";
import { allows, may } from "@visadesk/contract/permissions.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { plainPerson } from "../../testing/loops/parts/plain.ts";
import { laneOf, packerOf, waiting } from "../../testing/make/parcel.ts";
import { of, parcelDeskOf, type ParcelDesk } from "../../testing/make/parcel-desk.ts";

const SEEDED = ["admin", "manager", "expert", "product", "finance", "service", "content", "viewer", "packer"];
/** Whoever has this one right, and sees everybody's. */
const ALONE = ["supplier", "supplier_logistics", "order_view", "order_process", "operation_log"] as const;
const ACCOUNTS = [...SEEDED, ...ALONE.map((code) => `only_${code}`)];
const MOBILE = "13912341000";
/** Typed into a note, which its own record shows as it was typed. */
const TYPED = "13700002222";
/** Of nobody else. */
const COST = { cents: 7_654_300, words: /76,?543(?:\.00)?|7654300/ };
/** The log without whoever was sent away. */
const DONE = { page_size: 100, result: ["ok"] };
/** Who sees costs: of suppliers or margins, and of orders who may set them. */
const COST_CODES = [may.cost_view, may.supplier_product, may.order_settle_price];

let app: TestApp;
let d: ParcelDesk;
let secrets: string[];
let asked: readonly (readonly [keyof typeof allApi, object])[];

/** Given away and back, so that costs are told; then packed, refused, sent, counted short and cleared up. */
async function carried(): Promise<{ order: number; person: number; other: number; parcel: number; match: number }> {
  const [made, beside] = [await waiting(d.desk, d.lane), await waiting(d.desk, d.lane)];
  const [person = 0, other = 0] = [made.people[0], beside.people[0]];
  await rows(app.db, q`update applicants set review_passed_at = ${app.clock.now()} where id = ${person}`);
  const second = await laneOf(d.desk, 1);
  await rows(
    app.db,
    q`update supplier_prices set adult = ${COST.cents} where supplier_product_id in (select m.id from supplier_products m where m.supplier_id = ${d.lane.supplier_id})`,
  );
  const matchOf = async (supplier: number): Promise<number> =>
    (
      await row<{ id: number }>(
        app.db,
        q`select m.id from supplier_products m join orders o on o.sku_id = m.sku_id where o.id = ${made.id} and m.supplier_id = ${supplier}`,
      )
    )?.id ?? 0;
  const match = await matchOf(d.lane.supplier_id);
  for (const to of [await matchOf(second.supplier_id), match]) {
    const given = await d.act("supplier_reroute", { rows: [{ applicant_id: person, supplier_product_id: to }], reason: "证照到期" });
    expect(given.results).toMatchObject([{ ok: true }]);
  }
  const p = await d.add([person]);
  const stranger = await plainPerson(app.db, other);
  await rows(
    app.db,
    q`update supplier_assignments set released_at = ${app.clock.now()}, release_reason = '改派' where applicant_id = ${other}`,
  );
  const packer = await app.as("packer");
  const mine = await d.act(
    "supplier_parcel_add",
    { supplier_id: d.lane.supplier_id, purpose: "submit", mode: "express", items: [] },
    packer,
  );
  for (const [as, id] of [
    [d.admin, p.id],
    [packer, mine.id],
  ] as const)
    await d.refused("supplier_parcel_item_scan", { id, code: stranger.passport_no }, as);
  await d.act("supplier_parcel_item_scan", { id: p.id, code: (await plainPerson(app.db, person)).passport_no });
  const sent = await d.act("supplier_parcel_send", { ...of(await d.seal(p.id)), ...d.way() });
  await d.collected(sent);
  const signed = await d.sign(sent);
  const verdicts = (await d.now(p.id)).items.map((i) => ({
    item_id: i.id,
    verdict: "missing" as const,
    issue_note: `袋里没有，已问 ${TYPED}`,
  }));
  await d.act("supplier_parcel_count", { ...of(signed), verdicts });
  return { order: made.id, person, other, parcel: p.id, match };
}

async function workerWith(account: string, code: number): Promise<void> {
  const at = app.clock.now();
  await rows(
    app.db,
    q`
    with r as (insert into roles (name, note, module_group, data_scope, created_at, updated_at) values (${account}, '', ${[code]}, 'all', ${at}, ${at}) returning id)
    insert into workers (account, nickname, passwd, passwd_at, role_id, created_at, updated_at)
    select ${account}, ${account}, w.passwd, w.passwd_at, r.id, ${at}, ${at} from workers w, r where w.account = 'admin'`,
  );
}

beforeAll(async () => {
  app = await testApp();
  await packerOf(app.db, app.clock.now());
  for (const code of ALONE) await workerWith(`only_${code}`, may[code]);
  d = await parcelDeskOf(app);
  const contact = (await d.admin.call("supplier_contact_query", { supplier_id: d.lane.supplier_id })).list.find((c) =>
    c.roles.includes("collect"),
  );
  await d.admin.call("supplier_contact_update", { id: contact?.id ?? 0, version: contact?.version ?? 0, mobile: MOBILE });
  const { order, person, other, parcel, match } = await carried();
  const plain = [await plainPerson(app.db, person), await plainPerson(app.db, other)];
  secrets = [MOBILE, ...plain.flatMap((p) => [p.passport_no, p.id_card_no, p.mobile])].filter((s) => s !== "");
  asked = [
    ["supplier_parcel_log_query", { id: parcel }],
    ["supplier_log_query", { id: d.lane.supplier_id }],
    ["supplier_product_log_query", { id: match }],
    ["applicant_log_query", { id: person }],
    ["order_get", { id: order }],
    ["operation_log_query", DONE],
    ["supplier_candidate_query", { applicant_id: person }],
    ["supplier_assignment_query", { supplier_id: d.lane.supplier_id }],
    ["supplier_pause_preview", { applicant_ids: [person] }],
    ["supplier_parcel_get", { id: parcel }],
  ];
}, 120_000);

describe.each(ACCOUNTS)("as %s", (account) => {
  test("logs and records of a parcel tell neither whole numbers nor costs", async () => {
    const client = await app.as(account);
    const codes = new Set((await client.call("oss_account_query", { id: client.id })).role?.module_group);
    const seesCost = account === "admin" || COST_CODES.some((c) => codes.has(c));
    let read = 0;
    for (const [name, body] of asked) {
      const a = await client.raw(name, body);
      const text = JSON.stringify(a.body);
      const hidden = name.includes("_log_") ? [...secrets, TYPED] : secrets;
      for (const secret of hidden) expect([name, text.includes(secret)]).toEqual([name, false]);
      if (!seesCost) expect([name, COST.words.exec(text)?.[0]]).toEqual([name, undefined]);
      if (a.ret === 0 && a.status === 200) read++;
      else if (!allows(allApi[name].may, codes) && account !== "admin") expect([name, a.status]).toEqual([name, 403]);
    }
    if (account === "admin") expect(read).toBe(asked.length);
    else if (account.startsWith("only_")) expect(read).toBeGreaterThan(0);
  });
});

test("the cost was there to be told", async () => {
  for (const [name, body] of [["operation_log_query", DONE], ...asked.filter(([n]) => n === "applicant_log_query")] as const) {
    const told = JSON.stringify((await d.admin.raw(name, body)).body);
    expect([name, COST.words.test(told)]).toEqual([name, true]);
  }
});
