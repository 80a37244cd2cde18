/** Two people for money: who had a hand in a paper is its maker, however often others edited it after him. */
import { beforeAll, expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import type { Client } from "../testing/client.ts";
import { keyed } from "../testing/make/peer-terms.ts";
import { RemitDesk } from "../testing/make/remittance.ts";
import { again, confirmBody, freshSupplier, generated, key, linesOf, owedOn, third } from "../testing/make/settlement.ts";
import { refusalOf } from "../testing/make/supplier-desk.ts";

const MINE = ["maker_is_checker", "不能审核自己提交的单据"];
let app: TestApp;
let remit: RemitDesk;
let [maker, checker, other]: Client[] = [];
const clients = () => {
  if (!maker || !checker || !other) throw new Error("not there yet");
  return { maker, checker, other };
};
beforeAll(async () => {
  app = await testApp({ max: 20 });
  remit = await RemitDesk.of(app);
  [maker, checker, other] = [await app.as("finance"), await app.as("admin"), await third(app)];
});

test("finance 15: who raised a remittance does not book it because somebody else edited it after him", async () => {
  const peer = await remit.peer();
  const r = await remit.ask(peer, 1_000);
  const raised = await remit.checker.call("remittance_update", { id: r.id, version: r.version, amount: 900_000 });
  const last = await remit.maker.call("remittance_update", { id: r.id, version: raised.version, note: "已核对" });
  const line_id = await remit.line(900_000, { name: peer.name });
  const lines = [{ line_id, amount: 900_000 }];
  expect(await refusalOf(remit.approve(last, lines))).toEqual(MINE);
  const refused = { id: r.id, version: last.version, reason_code: "other" as const, reason: "请重新提交汇款信息" };
  expect((await refusalOf(remit.checker.raw("remittance_reject", keyed(refused))))[0]).toBe("maker_is_checker");
  expect(await refusalOf(remit.approve(last, lines, remit.third))).toEqual([undefined, ""]);
});

test("finance 15: who typed an account of the company does not put it in use because somebody else edited it after him", async () => {
  const c = clients();
  const facts = {
    name: "一般户二",
    kind: "bank" as const,
    bank_name: "中国银行北京分行",
    account_no: "6217000011112222",
    holder: "本公司",
  };
  const made = await c.maker.call("company_account_add", { ...facts, currency: "CNY", day_limit: null, low_water: null });
  const typed = await c.checker.call("company_account_update", { id: made.id, version: made.version, account_no: "6217000099998888" });
  const last = await c.maker.call("company_account_update", { id: made.id, version: typed.version, bank_name: "中国银行上海分行" });
  const confirm = (by: Client, version: number) => refusalOf(by.raw("company_account_confirm", { id: made.id, version }));
  expect(await confirm(c.checker, last.version)).toEqual(MINE);
  expect(await confirm(c.other, last.version)).toEqual([undefined, ""]);
  // What was confirmed is behind them: who edits anew is the maker alone.
  const now = await c.other.call("company_account_get", { id: made.id });
  const anew = await c.maker.call("company_account_update", { id: made.id, version: now.version, holder: "本公司上海" });
  expect(await confirm(c.checker, anew.version)).toEqual([undefined, ""]);
  const told = q`select id from operation_logs where noun = 'company_account' and noun_id = ${String(made.id)} and endpoint = 'company_account_confirm'`;
  expect(await rows(app.db, told)).toHaveLength(2);
});

test("finance 15: who settled what a line is worth, by an offer or their file, does not confirm the settlement", async () => {
  const c = clients();
  const supplier = await freshSupplier(app);
  await owedOn(app, supplier, [{ day: "2026-10-05", cents: 10_000 }]);
  const s = await generated(c.maker, supplier);
  await c.maker.call("supplier_settle_send", { id: s.id, version: s.version });
  const [line] = await linesOf(c.maker, s.id);
  const claim = { line_id: line?.id ?? 0, offered: 9_000_000, text: "对方称应收九万元", files: [] };
  await c.checker.call("supplier_settle_dispute", { id: s.id, version: (await again(c.maker, s.id)).version, ...claim });
  const argued = (await again(c.maker, s.id)).version;
  const judged = { id: s.id, version: argued, line_ids: [line?.id ?? 0], verdict: "accept" as const };
  await c.checker.call("supplier_settle_line_verdict", judged);
  const { version, final } = await again(c.maker, s.id);
  expect(final).toBe(9_000_000);
  const confirm = (by: Client) => refusalOf(by.raw("supplier_settle_confirm", { id: s.id, version, ...confirmBody, ...key() }));
  expect(await confirm(c.checker)).toEqual(["maker_is_checker", "您判定过其中的差额，不能确认本结算单，请由他人确认"]);
  expect(await confirm(c.other)).toEqual([undefined, ""]);
});
