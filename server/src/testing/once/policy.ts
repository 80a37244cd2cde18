/** Bodies of once.test.ts for policies. */
import { q, rows } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { issuedPolicy, madePolicy, type MadePolicy } from "../make/policy.ts";
import type { OrderDesk } from "../make/order.ts";

const again = { version: 99 };
const OTHER = {
  policy_issued: again,
  policy_failed: again,
  policy_retry: again,
  policy_change: again,
  policy_surrender: again,
  policy_claim_add: again,
  policy_sheet_export: { rows: [{ id: 1, version: 99 }] },
  policy_sheet_import: { dry_run: true },
};

export function policyOnce(app: () => TestApp, _admin: () => Client, desk: () => OrderDesk) {
  const pdf = () => desk().file("application/pdf", 1_000);
  const seen = ({ id, version }: MadePolicy) => ({ id, version });
  const days = { start_on: "2027-01-01", end_on: "2027-03-01" };
  let n = 0;
  const waiting = async () => seen(await madePolicy(desk()));
  const issued = async () => seen(await issuedPolicy(desk(), await pdf()));
  const reason = "客户要求办理此项";
  return {
    bodies: {
      policy_issued: async () => ({ ...(await waiting()), ...days, policy_no: `ONCE-${++n}-0001`, file: await pdf() }),
      policy_failed: async () => ({ ...(await waiting()), reason }),
      policy_retry: async () => {
        const p = await waiting();
        await rows(app().db, q`update policies set policy_status = 'failed' where id = ${p.id}`);
        return p;
      },
      policy_change: async () => ({ ...(await issued()), end_on: "2027-12-31", reason }),
      policy_surrender: async () => {
        const p = await issued();
        // Premiums are given back by orders; there is none here.
        await rows(app().db, q`update policies set premium = 0 where id = ${p.id}`);
        return p && { ...p, reason };
      },
      policy_claim_add: async () => {
        const p = await issued();
        await rows(app().db, q`update policies set start_on = '2026-11-01' where id = ${p.id}`);
        return { ...p, on: "2026-11-02", claimed: 100, paid: 0, note: "" };
      },
      policy_sheet_export: async () => ({ rows: [await waiting()] }),
      policy_sheet_import: async () => ({
        rows: [{ apply_no: (await madePolicy(desk())).apply_no, policy_no: `ONCE-${++n}-0002`, start_on: "", end_on: "" }],
        file: await pdf(),
        dry_run: false,
      }),
    },
    other: OTHER,
  };
}
