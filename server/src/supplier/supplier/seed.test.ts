import { beforeAll, expect, test } from "vitest";
import { creditCodeFault } from "@visadesk/contract/kit/credit-code.ts";
import { SUPPLIER_KINDS } from "@visadesk/contract/supplier/supplier.words.ts";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
});

test("about forty suppliers of all seven kinds, each with a code that can be one, in every state", async () => {
  const { list } = await admin.call("supplier_query", { page_size: 100 });
  expect(list).toHaveLength(40);
  expect(new Set(list.map((s) => s.kind))).toEqual(new Set(Object.keys(SUPPLIER_KINDS)));
  expect(list.filter((s) => s.credit_code !== null && creditCodeFault(s.credit_code) !== null)).toEqual([]);
  const states = Map.groupBy(list, (s) => s.supplier_status);
  expect(Object.fromEntries([...states].map(([state, of]) => [state, of.length]))).toEqual({
    active: 33,
    ended: 1,
    paused: 1,
    pending: 3,
    rejected: 2,
  });
});

test("papers end around today, one account waits, one is in another name, nobody passed his own", async () => {
  const stat = await admin.call("supplier_stat_get", {});
  expect([stat["expiring"], stat["expired"]]).toEqual([4, 2]);
  const payees = await rows<{ supplier_no: string; other: boolean; payee_status: string; own: boolean }>(
    app.db,
    q`select s.supplier_no, p.account_name <> s.name as other, p.payee_status, p.created_by = p.decided_by as own
      from supplier_payees p join suppliers s on s.id = p.supplier_id where s.supplier_status = 'active' order by p.id`,
  );
  expect(payees.filter((p) => p.payee_status === "pending").map((p) => p.supplier_no)).toEqual(["GY0010"]);
  expect(payees.filter((p) => p.other).map((p) => p.supplier_no)).toEqual(["GY0012"]);
  expect(payees.filter((p) => p.own)).toEqual([]);
});

test("every supplier at work has what it must have, but for the papers that have run out", async () => {
  const { list } = await admin.call("supplier_query", { supplier_status: ["active"], page_size: 100 });
  const warned = new Map<string, string[]>();
  for (const s of list) {
    const keys = (await admin.call("supplier_get", { id: s.id })).warnings.map((w) => w.key);
    if (keys.includes("paper_missing") || keys.includes("paper_expired")) warned.set(s.supplier_no, keys);
  }
  expect([...warned.keys()].toSorted()).toEqual(["GY0013", "GY0017"]);
});
