/** Whose fairs somebody of his own data scope sees and acts upon: those he owns, made, or stands at. */
import { beforeAll, expect, test } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { leadBody, leadMobile, makeFair, makeLead, type Fair } from "../../testing/make/exhibition.ts";
import { ApplicationDesk } from "../../testing/make/peer-application.ts";
import { ownFile } from "../../testing/make/supplier.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";

const NONE = ["not_found", "展会不存在或无权查看"];
let app: TestApp;
let own: Client;
let all: Client;
let mine: Fair;
let foreign: Fair;
beforeAll(async () => {
  app = await testApp();
  for (const [scope, account] of [
    ["own", "business_1"],
    ["all", "business_2"],
  ] as const)
    await rows(
      app.db,
      q`with r as (insert into roles (name, note, module_group, data_scope, created_at, updated_at)
          values (${`展会${scope}`}, '', ${[may.workbench, may.peer, may.peer_exhibition]}, ${scope}, ${app.clock.now()}, ${app.clock.now()}) returning id)
        update workers set role_id = (select id from r) where account = ${account}`,
    );
  [own, all] = [await app.as("business_1"), await app.as("business_2")];
  mine = await makeFair(own);
  foreign = await makeFair(all, { costs: [{ kind: "booth", amount: 100, file: await ownFile(app.db, all.id, app.clock.now()) }] });
});
const key = () => ({ idempotency_key: crypto.randomUUID() });
const of = (e: Fair) => ({ id: e.id, version: e.version });

test("another's fair is neither listed nor counted, and answers like a missing one whatever is asked of it", async () => {
  const { list } = await own.call("peer_exhibition_query", {});
  expect(list.map((e) => e.id)).toEqual([mine.id]);
  expect((await own.call("peer_exhibition_stat_get", {}))["all"]).toBe(1);
  expect((await all.call("peer_exhibition_stat_get", {}))["all"]).toBe(2);
  const lead = { company: "苏州行舟旅行社", name: "", mobile: leadMobile(), title: "", interest: "", note: "" };
  const asked = [
    own.raw("peer_exhibition_get", { id: foreign.id }),
    own.raw("peer_exhibition_update", { ...of(foreign), booth: "B9" }),
    own.raw("peer_exhibition_close", of(foreign)),
    own.raw("peer_exhibition_cancel", { ...of(foreign), reason: "主办方延期" }),
    own.raw("exhibition_lead_add", { ...leadBody(foreign.id), ...key() }),
    own.raw("exhibition_lead_check", { exhibition_id: foreign.id, mobile: leadMobile() }),
    own.raw("exhibition_lead_import", { exhibition_id: foreign.id, rows: [lead], dry_run: true, ...key() }),
  ];
  for (const answer of asked) expect(await refusalOf(answer)).toEqual(NONE);
  const missing = own.raw("peer_exhibition_get", { id: 999_999 });
  expect(await refusalOf(missing)).toEqual(NONE);
  expect((await own.raw("peer_exhibition_log_query", { id: foreign.id })).ret).not.toBe(0);
  const { costs } = await all.call("peer_exhibition_get", { id: foreign.id });
  const file = { noun: "peer_exhibition" as const, noun_id: foreign.id, key: costs[0]?.file ?? "" };
  expect((await all.raw("file_link_get", file)).ret).toBe(0);
  expect((await own.raw("file_link_get", file)).ret).not.toBe(0);
});

test("whoever stands at a fair works at it, and may give his own away", async () => {
  const joint = await makeFair(all, { staff_ids: [all.id, own.id] });
  expect((await makeLead(own, joint.id)).owner_id).toBe(own.id);
  const left = await own.call("peer_exhibition_update", { ...of(joint), staff_ids: [all.id] });
  expect(left.id).toBe(joint.id);
  expect(await refusalOf(own.raw("peer_exhibition_get", { id: joint.id }))).toEqual(NONE);
  // What he met there stays his.
  expect((await own.call("exhibition_lead_query", { exhibition_id: [joint.id] })).total).toBe(1);
});

test("the numbers of a fair are those of its leads in the caller's sight, beside its list and by person", async () => {
  const joint = await makeFair(all, { staff_ids: [all.id, own.id] });
  await makeLead(own, joint.id);
  for (let n = 0; n < 2; n++) await makeLead(all, joint.id);
  for (const [by, n] of [
    [own, 1],
    [all, 3],
  ] as const) {
    const row = (await by.call("peer_exhibition_query", {})).list.find((e) => e.id === joint.id);
    const page = await by.call("peer_exhibition_get", { id: joint.id });
    const list = await by.call("exhibition_lead_query", { exhibition_id: [joint.id], kind: "new" });
    expect([row?.lead_new, page.lead_new, list.total]).toEqual([n, n, n]);
    for (const s of page.staff)
      expect(s.lead_new).toBe((await by.call("exhibition_lead_query", { exhibition_id: [joint.id], owner_id: [s.worker_id] })).total);
  }
});

test("an application names a fair in its maker's sight, and what was said to a colleague's lead stays with him and who decides", async () => {
  const admin = await app.as("admin");
  const desk = new ApplicationDesk(app, own, admin);
  const joint = await makeFair(all, { staff_ids: [all.id, own.id] });
  const [here, there] = [leadMobile(), leadMobile()];
  for (const [fair, mobile] of [
    [joint, here],
    [foreign, there],
  ] as const) {
    const { id, version } = await makeLead(all, fair.id, { mobile });
    await all.call("exhibition_lead_follow", { id, version, text: "要走日本团签" });
  }
  const by = { source: "exhibition" as const };
  const far = own.raw("peer_application_add", { ...(await desk.body()), ...by, source_id: foreign.id, contact_mobile: there, ...key() });
  expect(await refusalOf(far)).toEqual(["bad_input", "展会不存在或无权查看"]);
  const { id } = await desk.handedIn({ ...by, source_id: joint.id, contact_mobile: here });
  const [maker, reviewer] = [await own.call("peer_application_get", { id }), await admin.call("peer_application_get", { id })];
  expect([maker.lead?.follows, reviewer.lead?.follows]).toEqual([[], ["要走日本团签"]]);
});
