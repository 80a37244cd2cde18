/** A scan costs as much on a full desk as on an empty one: as many statements, and far less than a tenth of a second. */
import pg from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { onEmbedded } from "../../testing/database.ts";
import { waiting } from "../../testing/make/parcel.ts";
import { parcelDeskOf, type ParcelDesk } from "../../testing/make/parcel-desk.ts";

const PEOPLE = 10;
const FULL = 500;
const SCANS = 15;
const LIMIT_MS = 100;

let app: TestApp;
let d: ParcelDesk;
beforeAll(async () => {
  app = await testApp();
  d = await parcelDeskOf(app);
});

const waitingPeople = async (n: number): Promise<number[]> => {
  const people: number[] = [];
  while (people.length < n) people.push(...(await waiting(d.desk, d.lane, Math.min(PEOPLE, n - people.length))).people);
  return people;
};
/** Of these scans the statements of each, and the quickest: what else runs on the machine only makes one slower. */
async function scans(parcel: number, people: readonly number[]): Promise<{ statements: number[]; best: number }> {
  const found = await rows<{ no: string }>(
    app.db,
    q`select applicant_no as no from applicants where id = any(${[...people]}::int8[]) order by id`,
  );
  const statements: number[] = [];
  let best = Infinity;
  for (const { no } of found) {
    const asked = vi.spyOn(pg.Client.prototype, "query");
    const began = performance.now();
    const answer = await d.act("supplier_parcel_item_scan", { id: parcel, code: no });
    best = Math.min(best, performance.now() - began);
    statements.push(asked.mock.calls.length);
    asked.mockRestore();
    expect(answer.outcome).toBe("packed");
  }
  return { statements, best };
}

test.skipIf(onEmbedded())(
  "at 500 expected originals a scan asks what it asks at 15, and answers within 100 ms",
  async () => {
    const few = await waitingPeople(SCANS);
    const small = await scans((await d.add(few)).id, few);
    const many = await waitingPeople(FULL - SCANS);
    const full = await d.add(many.slice(0, FULL - 2 * SCANS));
    expect((await d.now(full.id)).expected.length).toBeGreaterThanOrEqual(FULL - SCANS);
    // On the list already, and expected beside it.
    const listed = await scans(full.id, many.slice(0, SCANS));
    const beside = await scans(full.id, many.slice(-SCANS));
    expect(new Set(listed.statements)).toEqual(new Set(small.statements));
    expect(Math.max(...beside.statements)).toBeLessThanOrEqual(Math.max(...small.statements) + 6);
    expect(
      [listed.best, beside.best].map((ms) => ms < LIMIT_MS),
      `${small.best} ${listed.best} ${beside.best}`,
    ).toEqual([true, true]);
  },
  240_000,
);
