/** An import that is taken back, and payers that are no longer confirmed, while others handle the same lines; on a real PostgreSQL. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { onEmbedded } from "../../testing/database.ts";
import { AdjustDesk, BANK } from "../../testing/make/adjustment.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { keyed } from "../../testing/make/peer-terms.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { importLines, waitingRemittance } from "../../testing/make/statement.ts";
import { inTurn } from "../../testing/races.ts";

let app: TestApp;
let clerk: Client;
let admin: Client;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  clerk = await app.as("finance");
  admin = await app.as("admin");
});
const line = (id: number) => clerk.call("statement_line_get", { id });
const seen = async (id: number) => ({ id, version: (await line(id)).version });
let day = 0;
/** One line in a batch of its own. */
async function batch(income: string): Promise<{ line: number; batch: { id: number; version: number } }> {
  const at = `2026-11-${String(1 + day++).padStart(2, "0")} 09:00:00`;
  const [id] = await importLines(app, clerk, [{ at, income, name: "某某旅行社", account: "6222000099998888", summary: `批${day}` }]);
  const of = await row<{ id: number; version: number }>(
    app.db,
    q`select i.id, i.version from statement_imports i join statement_lines l on l.import_id = i.id where l.id = ${id ?? 0}`,
  );
  return { line: id ?? 0, batch: of ?? { id: 0, version: 0 } };
}

test("a batch with a line that an adjustment names is not taken back", async () => {
  const { line: id, batch: of } = await batch("12.00");
  const desk = await AdjustDesk.of(app);
  const a = await desk.add({ kind: "bank_item", company_account_id: BANK, statement_line_id: id, direction: "in", amount: 1_200 });
  const said = async () => (await refusalOf(clerk.raw("statement_import_undo", of)))[1];
  expect(await said()).toBe("有 1 条流水已有调账单，不能撤销导入");
  await desk.maker.call("adjustment_withdraw", { id: a.id, version: a.version });
  expect(await said()).toBe("有 1 条流水已有调账单，不能撤销导入");
});

describe.skipIf(onEmbedded())("on PostgreSQL", () => {
  test("finance 13: a batch taken back while a clerk parks a line of it: the parked money keeps its line", async () => {
    const { line: id, batch: of } = await batch("77.00");
    const asked = await seen(id);
    const both = await inTurn(
      app,
      ["select id from periods for update"],
      () => clerk.raw("statement_line_park", keyed(asked)),
      () => admin.raw("statement_import_undo", of),
    );
    expect(both.map((b) => b.msg)).toEqual(["", "有 1 条流水已处理，请先取消匹配再撤销导入"]);
    expect((await line(id)).line_status).toBe("parked");
  });

  test("finance 13: a batch taken back while a clerk matches a line of it: the match stands", async () => {
    const { line: id, batch: of } = await batch("78.00");
    const r = await waitingRemittance(app, { amount: 7_800, on: "2026-11-02" });
    const asked = { ...(await seen(id)), targets: [{ target_noun: "remittance" as const, target_id: r.id, amount: 7_800 }] };
    const both = await inTurn(
      app,
      ["lock table line_matches in share mode"],
      () => clerk.raw("statement_line_match", keyed(asked)),
      () => admin.raw("statement_import_undo", of),
    );
    expect(both.map((b) => b.msg)).toEqual(["", "有 1 条流水已处理，请先取消匹配再撤销导入"]);
    expect((await line(id)).line_status).toBe("matched");
    await clerk.call("statement_line_unmatch", await seen(id));
  });

  test("finance 14: two clerks take back the last two confirmations of one payer at once: it is confirmed by nobody", async () => {
    const both = [await batch("79.00"), await batch("80.00")];
    const peer_id = (await makePeer(app.db, {}, app.clock.now())).id;
    for (const [i, b] of both.entries()) {
      const r = await waitingRemittance(app, { amount: 7_900 + i * 100, on: "2026-11-03", peer_id });
      const target = { target_noun: "remittance" as const, target_id: r.id, amount: 7_900 + i * 100 };
      await clerk.call("statement_line_match", keyed({ ...(await seen(b.line)), targets: [target] }));
    }
    const [one, two] = [await seen(both[0]?.line ?? 0), await seen(both[1]?.line ?? 0)];
    const answers = await inTurn(
      app,
      ["select id from known_payers for update"],
      () => clerk.raw("statement_line_unmatch", one),
      () => admin.raw("statement_line_unmatch", two),
    );
    expect(answers.map((a) => [a.status, a.msg])).toEqual([
      [200, ""],
      [200, ""],
    ]);
    expect(await row(app.db, q`select 1 from known_payers`)).toBeUndefined();
  });
});
