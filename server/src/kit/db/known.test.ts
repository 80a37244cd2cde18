import { expect, test, vi } from "vitest";
import { testDatabase } from "../../testing/database.ts";
import { inTransaction } from "./db.ts";
import { raw, rows } from "./sql.ts";
import { known } from "./known.ts";

const { db } = await testDatabase();
const stored = new Map([
  [1, "一"],
  [2, "二"],
]);
const read = vi.fn((_db: unknown, ids: readonly number[]) =>
  Promise.resolve(ids.flatMap((id) => (stored.has(id) ? [[id, stored.get(id) ?? ""] as const] : []))),
);
const names = known<number, string>(["suppliers"], read);
/** Commits a statement, as a change does. */
const write = (text: string): Promise<unknown> => inTransaction(db, (tx) => rows(tx, raw(text)));
const wrote = (): Promise<unknown> => write("update suppliers set short_name = short_name where id = -1");
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
  await wrote();
  expect((await names(db, [1])).get(1)).toBe("壹");
  stored.set(1, "一一");
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 5_001);
  expect((await names(db, [1])).get(1)).toBe("一一");
  clock.mockRestore();
});

test("what was read while something changed is not kept", async () => {
  await wrote();
  read.mockImplementationOnce(async (_db, ids) => {
    await wrote();
    return ids.map((id) => [id, "old"] as const);
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

test("a write of another table, and one that is rolled back, leave a cache alone; the query builder's writes are seen too", async () => {
  const fresh = async (): Promise<boolean> => {
    read.mockClear();
    await names(db, [2]);
    return asked().length > 0;
  };
  await wrote();
  expect(await fresh()).toBe(true);
  await write("update skus set sort = sort where id = -1");
  await write("select id from suppliers where id = -1 for update");
  await expect(
    inTransaction(db, async (tx) => {
      await rows(tx, raw("delete from suppliers where id = -1"));
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(await fresh()).toBe(false);
  await inTransaction(db, (tx) => tx.updateTable("suppliers").set({ short_name: "新" }).where("id", "=", -1).execute());
  expect(await fresh()).toBe(true);
});
