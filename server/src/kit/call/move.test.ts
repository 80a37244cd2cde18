import { beforeEach, describe, expect, test } from "vitest";
import { expressFlow } from "@visadesk/contract/order/order.flow.ts";
import { TEST_NOW } from "../../testing/business.ts";
import { asWrite } from "../../testing/ctx.ts";
import { testDatabase } from "../../testing/database.ts";
import { moveRow, type MoveTarget } from "./move.ts";
import { HttpError, Refusal } from "../http/refuse.ts";
import { q, row } from "../db/sql.ts";

const { db } = await testDatabase();
const now = new Date(TEST_NOW);
interface Row {
  id: number;
  state: string;
  version: number;
  note: string | null;
}
type State = keyof typeof expressFlow.states;
const target = (more: Partial<MoveTarget<State>> = {}): MoveTarget<State> => ({
  table: "moved",
  column: "state",
  id: 1,
  version: 3,
  to: "in_transit",
  ...more,
});
const send = (more: Partial<MoveTarget<State>> = {}): Promise<Row> =>
  asWrite(db, null, now, (ctx) => moveRow<typeof expressFlow, Row>(ctx, expressFlow, "send", target(more)));
const stored = (): Promise<Row | undefined> => row<Row>(db, q`select * from moved where id = 1`);

beforeEach(async () => {
  await row(db, q`drop table if exists moved`);
  await row(db, q`create table moved (id int8 primary key, state text not null, version int4 not null, note text)`);
  await row(db, q`insert into moved values (1, 'created', 3, null)`);
});

describe("moveRow", () => {
  test("moves from a state of the flow, raises the version and sets columns of the row", async () => {
    expect(await send({ set: { note: "顺丰" } })).toEqual({ id: 1, state: "in_transit", version: 4, note: "顺丰" });
    expect(await stored()).toEqual({ id: 1, state: "in_transit", version: 4, note: "顺丰" });
  });

  test("a state the move does not start from is refused with the present state, and nothing changes", async () => {
    await row(db, q`update moved set state = 'signed'`);
    const refused = await send().catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ code: "state_changed", body: { state: "signed" } });
    expect(await send({ version: undefined }).catch((e: unknown) => e)).toMatchObject({ code: "state_changed" });
    expect(await stored()).toMatchObject({ state: "signed", version: 3 });
  });

  test("a stale version is a conflict, whatever the state", async () => {
    const refused = await send({ version: 2 }).catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(HttpError);
    expect(refused).toMatchObject({ status: 409 });
    expect(await stored()).toMatchObject({ state: "created", version: 3 });
  });

  test("of two at once one moves", async () => {
    const ends = await Promise.allSettled([send(), send()]);
    expect(ends.map((e) => e.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await stored()).toMatchObject({ state: "in_transit", version: 4 });
  });

  test("a missing row says so; a target outside the flow is a fault of the code", async () => {
    expect(await send({ id: 2, missing: "快递不存在" }).catch((e: unknown) => e)).toMatchObject({
      code: "not_found",
      message: "快递不存在",
    });
    await expect(send({ to: "checked" })).rejects.toThrow("express.send does not lead to checked");
  });
});
