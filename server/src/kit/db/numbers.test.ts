import { expect, test } from "vitest";
import { onEmbedded, testDatabase } from "../../testing/database.ts";
import { inTransaction } from "./db.ts";
import { nextNumber, nextNumbers } from "./numbers.ts";

const { db } = await testDatabase();
const now = new Date("2026-11-20T17:00:00Z");

test("prefix, Shanghai day, six digits; each prefix counts alone", async () => {
  expect(await nextNumber(db, "V", now)).toBe("V261121000001");
  expect(await nextNumbers(db, "V", now, 3)).toEqual(["V261121000002", "V261121000003", "V261121000004"]);
  expect(await nextNumber(db, "TK", now)).toBe("TK261121000001");
  expect(await nextNumbers(db, "V", now, 0)).toEqual([]);
});

test.skipIf(onEmbedded())("writers neither share a number nor wait for each other's commit", async () => {
  const held = Promise.withResolvers<void>();
  const first = inTransaction(db, async (tx) => {
    const no = await nextNumber(tx, "DC", now);
    await held.promise;
    return no;
  });
  const others = await Promise.all(Array.from({ length: 8 }, () => inTransaction(db, (tx) => nextNumber(tx, "DC", now))));
  held.resolve();
  expect(new Set([...others, await first]).size).toBe(9);
});
