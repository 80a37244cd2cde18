import { beforeAll, describe, expect, test } from "vitest";
import { allApi, allFlows, type EndpointName } from "@visadesk/contract/index.ts";
import { expressSettleFlow, peerSettleFlow, supplierSettleFlow } from "@visadesk/contract/finance/settle.flow.ts";
import { endpointOf, type Flow } from "@visadesk/contract/kit/flow.ts";
import { q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { nouns } from "../../nouns.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../app.ts";
import { storeSampleFiles } from "../make/hung-files.ts";
import { waitingGrant } from "../make/grant.ts";
import { makeFair, makeLead } from "../make/exhibition.ts";
import { moneyInEveryState } from "../make/finance-states.ts";
import { InvoiceDesk } from "../make/invoice.ts";
import { makePeer } from "../make/peer.ts";
import { TransferDesk, transferBody } from "../make/peer-transfer.ts";
import { handoverInHand, msgInHand } from "../make/msg.ts";
import { ApplicationDesk } from "../make/peer-application.ts";
import { hangPayment } from "../make/embassy.ts";
import { hangPolicy } from "../make/policy.ts";
import { hangExpire, hangRefund } from "../make/refund.ts";
import { workOrderDeskOf } from "../make/work-order.ts";
import type { Client, RawAnswer } from "../client.ts";
import { sampleOf } from "../sample.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  await storeSampleFiles(app.db, admin.id);
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 200 });
  await rows(
    app.db,
    q`insert into order_diffs (diff_no, order_id, fee_kind, amount, reason, payer, is_blocking, created_at) select 'BC202611200001', min(id), 'other', 100, '补收快递费', 'customer', false, ${app.clock.now()} from orders`,
  );
  await hangPayment(app.db, app.clock.now());
  await hangPolicy(app.db, app.clock.now());
  await hangExpire(app.db, app.clock.now());
  await hangRefund(app.db, app.clock.now());
  const desk = await workOrderDeskOf(app);
  await desk.add((await desk.config()).id, (await desk.peer()).id);
  await rows(app.db, q`insert into erasure_runs (cutoff_date, created_at) values ('2024-11-20', ${app.clock.now()})`);
  await rows(app.db, waitingGrant(app.clock.now()));
  const [, closed] = [await makePeer(app.db), await makePeer(app.db)];
  await rows(app.db, q`update peers set peer_status = 'closed', closed_at = ${app.clock.now()} where id = ${closed.id}`);
  await moneyInEveryState(app.db, closed.id, app.clock.now());
  await new ApplicationDesk(app, admin, admin).handedIn();
  // Already signed by another hand, so that it stands in every state.
  await rows(
    app.db,
    q`insert into peer_changes (change_no, peer_id, kind, old_value, new_value, reason_code, reason, created_by, decided_by, created_at, updated_at)
      select 'BG261120000001', ${closed.id}, 'credit_limit', '{"credit_limit":0}', '{"credit_limit":1}', 'growth', '近期订单增长', min(id), max(id),
        ${app.clock.now()}, ${app.clock.now()} from workers`,
  );
  await rows(
    app.db,
    q`insert into adjustments (adjust_no, kind, company_account_id, direction, amount, booked_on, reason, booked_id, created_by, decided_by, created_at, updated_at)
      select 'TZ261120000001', 'bank_item', 4, 'out', 100, '2026-11-20', '银行账户管理费', (select min(id) from journals), min(id), max(id),
        ${app.clock.now()}, ${app.clock.now()} from workers`,
  );
  await rows(
    app.db,
    q`insert into remittances (remittance_no, row_key, purpose, amount, payer_name, payer_key, company_account_id, remitted_on, vouchers, source, due_at,
        submitted_by, submitted_at, rejected_by, reject_code, booked_at, created_at, updated_at)
      select 'HK261120000001', 'flow', 'order', 100, '张三', '张三', 4, '2026-11-19', ${["private/00/hang.jpg"]}, 'peer', ${app.clock.now()}, min(id),
        ${app.clock.now()}, max(id), 'other', ${app.clock.now()}, ${app.clock.now()}, ${app.clock.now()} from workers`,
  );
  await rows(app.db, q`update periods set held_by = w.a, closed_by = w.b from (select min(id) as a, max(id) as b from workers) w`);
  await new TransferDesk(admin).draft(transferBody(null, [admin.id]));
  await rows(
    app.db,
    q`insert into special_price_activities (name, "end", start_at, end_at, created_at, updated_at) values ('流程活动', 'peer', '2026-12-01', '2026-12-02', ${app.clock.now()}, ${app.clock.now()})`,
  );
  await rows(
    app.db,
    q`insert into settlements (settle_no, kind, supplier_id, order_id, cycle_start, cycle_end, due_on, created_at, updated_at)
      select 'JS26112000000' || k.n, k.kind, min(s.id), null, '2026-10-01', '2026-10-31', '2026-11-30', ${app.clock.now()}, ${app.clock.now()}
      from suppliers s, (values (1, 'supplier'), (2, 'carrier')) as k(n, kind) group by k.n, k.kind`,
  );
  await rows(
    app.db,
    q`insert into settlements (settle_no, kind, peer_id, cycle_start, cycle_end, due_on, created_at, updated_at)
      values ('JS261120000003', 'peer', ${closed.id}, '2026-10-01', '2026-10-31', '2026-11-30', ${app.clock.now()}, ${app.clock.now()})`,
  );
  await msgInHand(app);
  await handoverInHand(app);
  await makeLead(admin, (await makeFair(admin)).id);
  const invoices = await InvoiceDesk.of(app);
  const tour = await invoices.tour(await invoices.peer(112_800));
  const asked = await invoices.ask(tour, [{ part: "service", amount: 10_000 }], { kind: "special" });
  await invoices.issue(asked.list[0]?.id ?? 0);
  const blue = await invoices.seen(asked.list[0]?.id ?? 0);
  await invoices.maker.call("invoice_red", { ...blue, red_reason: "wrong", reason: "开票金额有误", idempotency_key: crypto.randomUUID() });
  await rows(
    app.db,
    q`insert into price_adjustments (adjust_no, target_kind, target_id, reason_kind, reason, effect_mode, source, created_at, updated_at)
      select 'TJ261120000001', 'sku', min(id), 'market', '跟随市场调价', 'now', 'staff', ${app.clock.now()}, ${app.clock.now()} from skus`,
  );
});

/** Which row the calls name, where not any will do; a state may ask for more than its own column. */
const ROWS: Readonly<Record<string, string | ((state: string) => string)>> = {
  peer: (state) => `peer_status = '${state}'`,
  // Signed by another hand already.
  refund: "reject_code is not null",
  peer_application: (state) => `(peer_id is not null) = ${state === "approved"}`,
  // A red special one may stand in every state.
  invoice: "direction = 'red'",
  applicant: "order_id in (select id from orders where order_status = 'processing')",
  applicant_material: "applicant_id in (select id from applicants where applicant_status = 'pre_review') and kind = 1",
};

/** The same where a noun has several flows. */
const FLOW_ROWS = new Map<Flow, string>([
  [supplierSettleFlow, "kind = 'supplier'"],
  [expressSettleFlow, "kind = 'carrier'"],
  [peerSettleFlow, "kind = 'peer'"],
]);

interface Pair {
  flow: Flow;
  move: string;
  state: string;
  endpoint: EndpointName;
}
const isEndpoint = (name: string | null): name is EndpointName => name !== null && Object.hasOwn(allApi, name);
/** Every (state, move) of people that the flow does not list. */
const illegal: [string, Pair][] = Object.values(allFlows).flatMap((flow) =>
  Object.entries(flow.moves).flatMap(([move, def]) => {
    const endpoint = endpointOf(flow, move);
    if (!isEndpoint(endpoint) || def.from.length === 0) return [];
    const states = Object.keys(flow.states).filter((s) => !def.from.includes(s));
    return states.map((state): [string, Pair] => [`${flow.noun} ${state} × ${move}`, { flow, move, state, endpoint }]);
  }),
);

/** Where a flow's state is stored, and the row. */
const place = (flow: Flow, at: string): readonly [table: string, column: string, row: string] => {
  const stored = nouns.find((n) => n.name === flow.noun);
  if (!stored?.state) throw new Error(`no descriptor of ${flow.noun} with its state`);
  const where = FLOW_ROWS.get(flow) ?? ROWS[flow.noun] ?? "true";
  return [stored.table, stored.state, typeof where === "string" ? where : where(at)];
};

/** What a table asks to stand beside a state. */
const BESIDE: Readonly<Record<string, (state: string) => Sql>> = {
  invoice: () =>
    q`, red_confirm_no = 'HZ1', red_expires_at = ${app.clock.now()}, invoice_no = '24310000000000009999', issued_on = ${app.clock.now()}, issued_at = ${app.clock.now()}`,
  embassy_payment: (state) => {
    const back = state === "returned";
    return q`, returned_amount = ${back ? 1 : null}::int8, returned_on = ${back ? "2026-11-20" : null}::date, return_proof = ${back ? "private/00/hang.jpg" : null},
      returned_by = case when ${back} then released_by end`;
  },
  statement_line: (state) => {
    const matched = { part: 1, matched: 100 }[state] ?? 0;
    return q`, matched = ${matched}, journal_id = case when ${state === "parked" || state === "ignored"} then (select min(id) from journals) end`;
  },
  order_remind: (state) => q`, close_kind = ${{ done: "replied", ignored: "ignored" }[state] ?? null}::text`,
  order_evaluate: (state) => q`, replied_at = ${state === "replied" ? app.clock.now() : null}::timestamptz`,
  order_evaluate_appeal: (state) =>
    q`, judged_by = null, appealed_at = ${state === "none" ? null : app.clock.now()}::timestamptz, judged_at = ${state === "accepted" || state === "rejected" ? app.clock.now() : null}::timestamptz`,
  peer_exhibition: () => q`, review_note = '已复盘'`,
  exhibition_lead: () => q`, lost_reason = '无需求'`,
  peer_transfer: (state) => q`, finished_at = ${app.clock.now()}, undone_at = ${state === "undone" ? app.clock.now() : null}::timestamptz`,
  handover: (state) =>
    q`, confirmed_at = ${app.clock.now()}, started_at = ${state === "active" || state === "ended" ? app.clock.now() : null}::timestamptz`,
  work_order: (state) => q`, resolution = 'explained', waiting_since = ${state === "waiting_peer" ? app.clock.now() : null}::timestamptz`,
};
const putInto = (flow: Flow, state: string): Sql =>
  q`set ${raw(place(flow, state)[1])} = ${state} ${BESIDE[flow.noun]?.(state) ?? raw("")}`;
interface Kept {
  id: number;
  state: string;
  version: number;
}
async function inState(flow: Flow, state: string): Promise<Kept> {
  const [table, column, where] = place(flow, state);
  const found = await row<Kept>(
    app.db,
    q`
    update ${raw(table)} ${putInto(flow, state)} where id = (select min(id) from ${raw(table)} where ${raw(where)}) returning id, ${raw(column)} as state, version`,
  );
  if (!found) throw new Error(`no row of ${flow.noun}`);
  return found;
}
const read = async (flow: Flow, id: number): Promise<Kept | undefined> => {
  const [table, column] = place(flow, "");
  return row<Kept>(app.db, q`select id, ${raw(column)} as state, version from ${raw(table)} where id = ${id}`);
};

/** The move with a well-formed body, on a row put into a state. */
async function attempt({
  flow,
  state,
  endpoint,
}: Omit<Pair, "move">): Promise<{ answer: RawAnswer; before: Kept; after: Kept | undefined }> {
  const [table, column, where] = place(flow, state);
  const was = await row<{ id: number; state: string }>(
    app.db,
    q`select id, ${raw(column)} as state from ${raw(table)} where ${raw(where)} order by id limit 1`,
  );
  const before = await inState(flow, state);
  const sample = sampleOf(allApi[endpoint].input) as Record<string, unknown>;
  const answer = await admin.raw(endpoint, {
    ...sample,
    id: before.id,
    version: before.version,
    ...(allApi[endpoint].key && { idempotency_key: crypto.randomUUID() }),
  });
  const after = await read(flow, before.id);
  await rows(app.db, q`update ${raw(table)} ${putInto(flow, was?.state ?? state)} where id = ${before.id}`);
  return { answer, before, after };
}

test("order 13: many pairs are illegal", () => {
  expect(illegal.length).toBeGreaterThan(400);
});

/** Where a move says in its own word that somebody else was first. */
const TAKEN: Readonly<Record<string, readonly string[]>> = { statement_line: ["match", "park", "ignore"] };
describe("order 13: every move in every state outside its list is refused and changes nothing", () => {
  test.each(illegal)("%s", async (_name, pair) => {
    const { answer, before, after } = await attempt(pair);
    expect([answer.status, (answer.body as { code?: string } | null)?.code], `${answer.msg} ${JSON.stringify(answer.body)}`).toEqual([
      200,
      TAKEN[pair.flow.noun]?.includes(pair.move) ? "taken" : "state_changed",
    ]);
    expect(answer.msg).not.toBe("");
    expect(after).toEqual(before);
  });
});
