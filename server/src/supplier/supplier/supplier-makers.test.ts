/** Who changes what waits to be passed is one of its makers, whatever he changed of it. */
import { allEndpoints } from "@visadesk/contract/index.ts";
import { supplierContactApi } from "@visadesk/contract/supplier/supplier-contact.ts";
import { supplierDocumentApi } from "@visadesk/contract/supplier/supplier-document.ts";
import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { refusalOf, SupplierDesk } from "../../testing/make/supplier-desk.ts";
import { creditCode, ownFile } from "../../testing/make/supplier.ts";
import { desks } from "../../workbench/desks.ts";

let app: TestApp;
let admin: Client;
let product: Client;
let desk: SupplierDesk;
let made = 0;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  product = await app.as("product");
  desk = new SupplierDesk(app, product, admin);
});
type Entered = Awaited<ReturnType<SupplierDesk["entered"]>>;

const update = (more: object) => async (s: Entered) =>
  void (await admin.call("supplier_update", { id: s.id, version: s.version, ...more }));
const contactOf = async (s: Entered) => {
  const [contact] = (await product.call("supplier_contact_query", { supplier_id: s.id })).list;
  return { id: contact?.id ?? 0, version: contact?.version ?? 0 };
};
/** What a reviewer may do to a supplier that waits; by endpoint, so that a new one is missed here. */
const CHANGES: Readonly<Record<string, readonly ((s: Entered) => Promise<void>)[]>> = {
  supplier_update: [
    (s) => update({ name: `${s.name.slice(0, 6)}改名${++made}` })(s),
    (s) => update({ credit_code: creditCode(700_000 + ++made) })(s),
    update({ on_refusal: "none" }),
    update({ settle_cycle: "day", credit_days: 0 }),
    (s) => update({ owner_id: admin.id, note: "换负责人并补备注" })(s),
  ],
  supplier_contact_add: [
    async (s) =>
      void (await admin.call("supplier_contact_add", {
        supplier_id: s.id,
        name: "赵业务",
        mobile: "13912340000",
        phone: "",
        email: "",
        roles: ["business"],
        address: null,
        receive_hours: "",
        cut_off: null,
        is_default: false,
      })),
  ],
  supplier_contact_update: [async (s) => void (await admin.call("supplier_contact_update", { ...(await contactOf(s)), name: "李收料" }))],
  supplier_contact_remove: [async (s) => void (await admin.call("supplier_contact_remove", await contactOf(s)))],
  supplier_document_add: [
    async (s) =>
      void (await admin.call("supplier_document_add", {
        supplier_id: s.id,
        kind: "contract",
        number: "HT-2",
        valid_from: "2026-01-01",
        valid_to: null,
        files: [await ownFile(app.db, admin.id, app.clock.now())],
        note: "",
      })),
  ],
};
/** They make a supplier, need one that was passed, or change nothing that is passed. */
const ELSE = ["supplier_add", "supplier_rename", "supplier_owner_batch", "supplier_contact_reveal"];

test("supplier 10: who changes a waiting supplier, its contacts or papers can neither pass it nor its accounts, and is not asked to", async () => {
  const writes = Object.values({ ...supplierApi, ...supplierContactApi, ...supplierDocumentApi }).filter((e) => e.kind === "write");
  expect([...Object.keys(CHANGES), ...ELSE].toSorted()).toEqual(writes.map((e) => e.name).toSorted());
  const waiting = async (queue: "supplier_review" | "supplier_payee_review") =>
    (await admin.call("task_query", { queue: [queue], scope: "mine", page_size: 100 })).list.map((t) => t.ref_no);
  for (const [name, changes] of Object.entries(CHANGES))
    for (const change of changes) {
      const s = await desk.entered();
      expect([await waiting("supplier_review"), await waiting("supplier_payee_review")], name).toEqual([
        expect.arrayContaining([s.supplier_no]),
        expect.arrayContaining([s.supplier_no]),
      ]);
      await change(s);
      const [payee] = (await admin.call("supplier_payee_query", { supplier_id: s.id })).list;
      const { version } = await admin.call("supplier_get", { id: s.id });
      expect(await refusalOf(admin.raw("supplier_activate", { id: s.id, version })), name).toEqual([
        "maker_is_checker",
        "不能审核自己修改过的供应商，请由其他审核人处理",
      ]);
      expect(await refusalOf(admin.raw("supplier_payee_approve", { id: payee?.id ?? 0, version: payee?.version ?? 0 })), name).toEqual([
        "maker_is_checker",
        "供应商待审核，你修改过它，请由其他审核人复核账户",
      ]);
      expect([await waiting("supplier_review"), await waiting("supplier_payee_review")], name).toEqual([
        expect.not.arrayContaining([s.supplier_no]),
        expect.not.arrayContaining([s.supplier_no]),
      ]);
    }
});

test("who looks after it is nothing that is passed; what was changed while rejected counts until somebody else has passed it", async () => {
  const given = await desk.entered();
  await desk.passPayees(given.id);
  await admin.call("supplier_update", { id: given.id, version: given.version, owner_id: admin.id });
  await admin.call("supplier_activate", { id: given.id, version: given.version + 1 });
  const s = await desk.entered();
  await desk.passPayees(s.id);
  await admin.call("supplier_reject", { id: s.id, version: s.version, reason_code: "incomplete", reason: "缺少合同原件" });
  await admin.call("supplier_update", { id: s.id, version: s.version + 1, on_refusal: "none" });
  await product.call("supplier_resubmit", { id: s.id, version: s.version + 2 });
  expect((await refusalOf(admin.raw("supplier_activate", { id: s.id, version: s.version + 3 })))[0]).toBe("maker_is_checker");
});

test("what else a second person passes is never edited while it waits", () => {
  const names = new Set(allEndpoints.map((e) => e.name));
  for (const noun of ["supplier_payee", "supplier_price", "price_adjustment", "grant_change", "erasure_run"])
    expect(names.has(`${noun}_update`), noun).toBe(false);
  for (const d of desks.filter((x) => x.columns.makers && names.has(`${x.noun}_update`))) expect(d.columns.changers, d.noun).toBeDefined();
});

test("a new supplier takes another name: accounts passed under the old one wait again, and none in another name passes without a reason", async () => {
  const s = await desk.entered();
  const payeeOf = async () => {
    const [found] = (await admin.call("supplier_payee_query", { supplier_id: s.id })).list;
    return { id: found?.id ?? 0, version: found?.version ?? 0, payee_status: found?.payee_status };
  };
  const approve = async () => {
    const { id, version } = await payeeOf();
    return refusalOf(admin.raw("supplier_payee_approve", { id, version }));
  };
  await desk.passPayees(s.id);
  await product.call("supplier_update", { id: s.id, version: s.version, name: "改名后送签有限公司" });
  expect((await payeeOf()).payee_status).toBe("pending");
  expect(await refusalOf(admin.raw("supplier_activate", { id: s.id, version: s.version + 1 }))).toEqual([
    "guard_failed",
    "没有已审核的收款账户",
  ]);
  expect(await approve()).toEqual(["guard_failed", "户名与供应商名称不一致且没有写原因，请驳回后重新录入"]);
  // Named as before, it is what was entered.
  await product.call("supplier_update", { id: s.id, version: s.version + 1, name: s.name });
  expect(await approve()).toEqual([undefined, ""]);
  await admin.call("supplier_activate", { id: s.id, version: s.version + 2 });
});
