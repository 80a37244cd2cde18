/** Every move and act that a page offers to whoever sees it ends in success or in a sentence that says what to do. */
import { beforeAll, expect, it } from "vitest";
import { allApi, allFlows, type EndpointName } from "@visadesk/contract/index.ts";
import { endpointOf, type Flow } from "@visadesk/contract/kit/flow.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { allCodes, allows } from "@visadesk/contract/permissions.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client, RawAnswer } from "../../testing/client.ts";
import { sampleOf } from "../../testing/sample.ts";
import { seedDemoOrders } from "../index.ts";

const ROLES = ["admin", "manager", "expert", "service"] as const;
const DEMO_ORDERS = 400;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: DEMO_ORDERS });
}, 120_000);

interface Judged {
  move: string;
  ok: boolean;
  missing: string | null;
}
interface Page {
  id: number;
  version: number;
  moves: Judged[];
}

const sentencesOf = (a: RawAnswer): string[] => [
  a.msg,
  ...((a.body as { issues?: { message: string }[] } | null)?.issues ?? []).map((i) => i.message),
];
const codeOf = (a: RawAnswer): string | undefined => (a.body as { code?: string } | null)?.code;
const isOk = (a: RawAnswer): boolean => a.status === 200 && a.ret === 0;

/** A person's sentence: Chinese, without a field's name, a validator's words or a code. */
function expectSaid(a: RawAnswer, what: string): void {
  if (isOk(a)) return;
  expect(a.status, what).toBeLessThan(500);
  for (const said of sentencesOf(a)) {
    expect(said, what).toMatch(/\p{Script=Han}/u);
    expect(said, what).not.toMatch(/[a-z]+_[a-z]+|Invalid|expected|received|undefined|null|无效输入|期望/);
  }
}

/** Codes of a demo account, as its role has them. */
async function codesOf(account: string): Promise<ReadonlySet<number>> {
  const role = await row<{ module_group: number[]; is_builtin: boolean }>(
    app.db,
    q`select r.module_group, r.is_builtin from workers w join roles r on r.id = w.role_id where w.account = ${account}`,
  );
  return new Set(role?.is_builtin ? allCodes : role?.module_group);
}

async function act(me: Client, name: string, body: Record<string, unknown>): Promise<RawAnswer> {
  const endpoint = allApi[name as EndpointName];
  const answer = await me.raw(name, { ...body, ...(endpoint.key && { idempotency_key: crypto.randomUUID() }) });
  expectSaid(answer, `${name} ${JSON.stringify(body)}`);
  return answer;
}

/** Tries every move that the page shows to these codes; what was judged is what the server says. */
async function tryMoves(me: Client, codes: ReadonlySet<number>, f: Flow, again: () => Promise<Page | null>): Promise<number> {
  let tried = 0;
  for (const { move } of (await again())?.moves ?? []) {
    const now = await again();
    const judged = now?.moves.find((m) => m.move === move);
    const name = endpointOf(f, move);
    const rule = f.moves[move]?.may ?? "system";
    if (!now || !judged || !name || rule === "system" || !allows(rule, codes)) continue;
    tried++;
    const given = sampleOf(allApi[name as EndpointName].input) as Record<string, unknown>;
    const answer = await act(me, name, { ...given, id: now.id, ...("version" in given && { version: now.version }) });
    const what = `${name} judged ${judged.ok ? "open" : String(judged.missing)}: ${answer.msg}`;
    if (!judged.ok) expect(isOk(answer), what).toBe(false);
    if (!judged.ok && codeOf(answer) === "guard_failed") expect(answer.msg, what).toBe(judged.missing);
    if (judged.ok) expect(codeOf(answer) ?? "", what).not.toMatch(/state_changed|not_allowed/);
    expect(answer.status, what).not.toBe(403);
  }
  return tried;
}

const pageOf = async <N extends "order_get" | "applicant_get">(
  me: Client,
  name: N,
  input: Record<string, unknown>,
): Promise<Page | null> => {
  const answer = await me.raw(name, input);
  return isOk(answer) ? (answer.body as Page) : null;
};

/** One order of each state, and one person of each state, among those whose expert this is; null: among all. */
const orders = (skip: number, expert: number | null) =>
  rows<{ id: number }>(
    app.db,
    q`select (array_agg(id order by id))[${skip} % count(*) + 1] as id from orders where ${expert}::int8 is null or expert_id = ${expert} group by order_status`,
  );
const people = (skip: number, expert: number | null) =>
  rows<{ id: number; order_id: number }>(
    app.db,
    q`select a.id, a.order_id from applicants a join (select (array_agg(id order by id))[${skip} % count(*) + 1] as id from applicants
      where ${expert}::int8 is null or expert_id = ${expert} group by applicant_status) k on k.id = a.id order by a.id`,
  );

it.each(ROLES.map((r, i) => [r, i] as const))(
  "%s: moves of orders and their people",
  async (account, skip) => {
    const me = await app.as(account);
    const codes = await codesOf(account);
    const expert = account === "expert" ? me.id : null;
    if (expert !== null) {
      await rows(app.db, q`update orders set expert_id = ${expert}`);
      await rows(app.db, q`update applicants set expert_id = ${expert}`);
    }
    let tried = 0;
    for (const { id } of await orders(skip, expert))
      tried += await tryMoves(me, codes, allFlows["orderFlow"] as Flow, () => pageOf(me, "order_get", { id }));
    for (const { id, order_id } of await people(skip, expert))
      tried += await tryMoves(me, codes, allFlows["applicantFlow"] as Flow, () => pageOf(me, "applicant_get", { order_id, id }));
    // Service looks at orders and moves none.
    if (account !== "service") expect(tried).toBeGreaterThan(10);
  },
  180_000,
);

interface Person extends Page {
  order_id: number;
  held_at: string | null;
  applicant_status: string;
  rollback_to: { state: string }[];
  send_back: { mode: string; missing: { text: string; mend: string; material_ids: number[] }[] }[] | null;
}

it("admin: what stands beside the moves: hold, way back, rollback, each as the page says", async () => {
  const me = await app.as("admin");
  for (const { id, order_id } of await people(ROLES.length, null)) {
    const now = async () => (await pageOf(me, "applicant_get", { order_id, id })) as Person;
    const versioned = async () => ({ id, version: (await now()).version });
    for (const way of (await now()).send_back ?? []) {
      if (way.missing.length === 0) continue;
      const said = await act(me, "applicant_result_send", { ...(await versioned()), mode: way.mode });
      expect(said.msg).toBe(way.missing.map((m) => m.text).join("；"));
      const material_ids = way.missing.flatMap((m) => m.material_ids);
      if (material_ids.length > 0) expect(isOk(await act(me, "custody_move", { material_ids, to_holder: "us" }))).toBe(true);
    }
    const ended = ["refunded", "cancelled"].includes((await now()).applicant_status);
    if (!ended && (await now()).held_at === null) {
      expect(isOk(await act(me, "applicant_hold", { ...(await versioned()), hold_party: "customer", reason: "等待客户确认" }))).toBe(true);
      expect(await now()).toMatchObject({ waiting_party: "customer" });
      expect(isOk(await act(me, "applicant_unhold", await versioned()))).toBe(true);
    }
    const to = (await now()).rollback_to[0]?.state;
    if (to === undefined) continue;
    const { missing } = await me.call("applicant_rollback_preview", { id, to });
    const back = await act(me, "applicant_rollback", { ...(await versioned()), to, reason_code: "mistake", reason: "操作有误需回退" });
    if (missing !== null) expect(back.msg).toBe(missing);
    else expect([isOk(back) || back.msg, (await now()).applicant_status]).toEqual([true, to]);
  }
}, 180_000);

it("a move sent empty names what is asked for, never a validator's words", async () => {
  const me = await app.as("admin");
  const moves = Object.values(allFlows).flatMap((f) => Object.keys(f.moves).flatMap((m) => endpointOf(f, m) ?? []));
  const known = moves.filter((name) => name in allApi);
  expect(known.length).toBeGreaterThan(40);
  for (const name of known) {
    const fields = Object.keys(shapeOf(allApi[name as EndpointName].input));
    await act(me, name, { ...(fields.includes("id") && { id: 1 }), ...(fields.includes("version") && { version: 1 }) });
  }
}, 60_000);
