/** What the screens of peers ask, by endpoint: lists by each dear filter and sort, tiles, tabs, figures, trials. */
import { allApi, type EndpointName } from "@visadesk/contract/index.ts";
import { may, type PermissionName } from "@visadesk/contract/permissions.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { serving } from "../../server/src/areas.ts";
import { parseInput } from "../../server/src/kit/call/input.ts";
import type { Db } from "../../server/src/kit/db/db.ts";
import { q, row } from "../../server/src/kit/db/sql.ts";
import { principalFor, readCtx } from "../../server/src/testing/ctx.ts";

type Case = [string, () => Promise<unknown>];
interface Who {
  label: string;
  worker: number;
  scope_ids: number[] | null;
}
const CODES: readonly PermissionName[] = keysOf(may).filter(
  (name) => name.startsWith("peer") || name.startsWith("order") || name === "workbench" || name === "corporate_remittance",
);

type Asked = Partial<Record<EndpointName, readonly object[]>>;
/** `peer`: one that the caller sees. */
const askedOf = (peer: number): Asked => ({
  peer_query: [
    {},
    { sort: "updated_at" },
    { sort: "peer_no" },
    { keyword: "测量12" },
    { keyword: "1234" },
    { level_id: ["V3", "V4"] },
    { service_group_id: [2] },
    { is_unowned: true },
    { province_code: ["310000"] },
    { state: ["frozen"] },
    { activity: ["silent"] },
    { activity: ["lost"] },
    { no_order_days: 60 },
    { balance_below: 100_000 },
    { available_below: 0 },
    { is_overdue: true },
    { paper: "expiring" },
    { paper: "expired" },
  ],
  peer_stat_get: [{}, { level_id: ["V3"] }],
  peer_pick: [{ keyword: "测量" }],
  peer_get: [{ id: peer }],
  peer_overview_get: [{ id: peer }],
  peer_credit_get: [{ id: peer }],
  peer_account_query: [{}, { keyword: "1234" }, { sort: "last_login_at" }],
  peer_application_query: [{}, { application_status: ["pending"] }, { sort: "due_at" }, { keyword: "测量6" }],
  peer_change_query: [{}, { change_status: ["pending"] }, { peer_id: [peer] }],
  peer_top_up_query: [{}, { peer_id: [peer] }],
  peer_level_query: [{}],
  peer_level_preview: [{ code: "V3", gmv_min: 21_000_000 }],
  peer_level_run_query: [{}],
  peer_level_lock_query: [{}],
  peer_group_query: [{}],
  peer_manager_query: [{}],
  peer_call_query: [{}],
  peer_transfer_query: [{}],
  peer_transfer_line_query: [{ transfer_id: 1 }],
  peer_exhibition_query: [{}],
  peer_exhibition_get: [{ id: 1 }],
  exhibition_lead_query: [{}, { lead_status: ["new"] }, { sort: "next_follow_on" }],
  work_order_query: [
    {},
    { view: "mine" },
    { view: "team" },
    { overdue: "resolve" },
    { sort: "due_at" },
    { keyword: "GD12" },
    { peer_id: [peer] },
  ],
  work_order_stat_get: [{}, { view: "mine" }],
  work_order_config_query: [{}],
  order_query: [{ customer_kind: ["peer"] }],
});

/** Of whoever sees that much. */
export function peerCases(db: Db, { label, worker, scope_ids }: Who, now: Date): Case[] {
  const scope = scope_ids === null ? {} : { data_scope: "own" as const, scope_ids };
  const ctx = readCtx(db, principalFor({ worker_id: worker, codes: CODES, ...scope }), now);
  const peer = row<{ id: number }>(db, q`select min(id) as id from peers where bd_owner_id = ${worker} and peer_status = 'active'`);
  const run = (name: EndpointName, body: object): unknown => serving[name].run(parseInput(allApi[name], body), ctx, null);
  // Named before it is known which peer is asked for.
  const lists = keysOf(askedOf(0)).flatMap((name) =>
    (askedOf(0)[name] ?? []).map((body, i): Case => [
      `${name} ${label} ${JSON.stringify(body)}`,
      async () => run(name, askedOf((await peer)?.id ?? 0)[name]?.[i] ?? {}),
    ]),
  );
  const targets = { target_ids: [worker + 1, worker + 2], split: "even_gmv", selection: "all", carry: ["orders", "work_orders"] };
  return [
    ...lists,
    [`peer_transfer_preview ${label}`, async () => run("peer_transfer_preview", { role: "bd", from_worker_id: worker, ...targets })],
  ];
}
