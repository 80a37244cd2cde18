import { expect, test, vi } from "vitest";
import { testDatabase } from "../../testing/database.ts";
import { inTransaction } from "./db.ts";
import { forgetKnown, known } from "./known.ts";

const { db } = await testDatabase();
const stored = new Map([
  [1, "一"],
  [2, "二"],
]);
const read = vi.fn((_db: unknown, ids: readonly number[]) =>
  Promise.resolve(ids.flatMap((id) => (stored.has(id) ? [[id, stored.get(id) ?? ""] as const] : []))),
);
const names = known<number, string>(read);
const asked = (): number[] => read.mock.calls.flatMap(([, ids]) => ids);

test("what is known is not asked again, nor what does not exist", async () => {
  expect([...(await names(db, [1, null, 3, 1]))]).toEqual([[1, "一"]]);
  expect([...(await names(db, [3, 1, 2]))].sort(([a], [b]) => a - b)).toEqual([
    [1, "一"],
    [2, "二"],
  ]);
  expect(asked()).toEqual([1, 3, 2]);
});

test("a change of this process is seen at once, another's after five seconds", async () => {
  await names(db, [1]);
  stored.set(1, "壹");
  expect((await names(db, [1])).get(1)).toBe("一");
  forgetKnown();
  expect((await names(db, [1])).get(1)).toBe("壹");
  stored.set(1, "一一");
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 5_001);
  expect((await names(db, [1])).get(1)).toBe("一一");
  clock.mockRestore();
});

test("what was read while something changed is not kept", async () => {
  forgetKnown();
  read.mockImplementationOnce((_db, ids) => {
    forgetKnown();
    return Promise.resolve(ids.map((id) => [id, "old"] as const));
  });
  expect((await names(db, [2])).get(2)).toBe("old");
  expect((await names(db, [2])).get(2)).toBe("二");
});

test("inside a transaction everything is read anew", async () => {
  await names(db, [2]);
  stored.set(2, "贰");
  expect((await inTransaction(db, (tx) => names(tx, [2]))).get(2)).toBe("贰");
  expect((await names(db, [2])).get(2)).toBe("二");
});
