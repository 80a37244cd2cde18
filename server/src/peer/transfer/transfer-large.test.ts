/** A transfer of the largest size on a real PostgreSQL: stopped between two lines, and two runs at once. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { onEmbedded } from "../../testing/database.ts";
import { key, TransferDesk, transferBody } from "../../testing/make/peer-transfer.ts";
import { makePeers } from "../../testing/make/peer.ts";
import { workerId } from "../../testing/make/supplier.ts";

const LINES = process.env["SOAK"] ? 5_000 : 120;

describe.skipIf(onEmbedded())("a transfer of many lines", () => {
  let app: TestApp;
  let desk: TransferDesk;
  let [from, a, b] = [0, 0, 0];
  beforeAll(async () => {
    app = await testApp();
    desk = new TransferDesk(await app.as("admin"));
    const by = (account: string) => workerId(app.db, account);
    [from, a, b] = [await by("business_1"), await by("business_2"), await by("business_3")];
  });
  const counts = (of: number) =>
    row<{ n: number }>(app.db, q`select count(*)::int as n from peers where bd_owner_id = ${of}`).then((r) => r?.n ?? 0);

  test("peer 16: stopped between two lines, what is done stays done, and it may be undone", { timeout: 600_000 }, async () => {
    await makePeers(app.db, LINES, { bd_owner_id: from });
    const id = await desk.confirmed(transferBody(from, [a, b]));
    const running = app.runJobs();
    let done = 0;
    while (done < LINES / 10) {
      const found = await row<{ n: number }>(
        app.db,
        q`select count(*)::int as n from peer_transfer_lines where transfer_id = ${id} and result = 'done'`,
      );
      done = found?.n ?? 0;
    }
    await desk.by.call("peer_transfer_cancel", { ...(await desk.seen(id)), ...key() });
    await running;
    const t = await desk.get(id);
    expect([t.transfer_status, t.done_count + t.skipped_count, t.failed_count]).toEqual(["partial", LINES, 0]);
    expect([await counts(from), (await counts(a)) + (await counts(b))]).toEqual([t.skipped_count, t.done_count]);
    expect(t.skipped_count).toBeGreaterThan(0);
    await desk.by.call("peer_transfer_undo", { ...(await desk.seen(id)), reason: "误转", ...key() });
    await app.runJobs();
    expect([await counts(from), await counts(a), await counts(b)]).toEqual([LINES, 0, 0]);
  });

  test("peer 16: two runs at once move each peer once", { timeout: 600_000 }, async () => {
    const id = await desk.confirmed(transferBody(from, [a, b]));
    await rows(
      app.db,
      q`insert into jobs (job, payload, title, max_attempts, run_at, created_at)
        select job, payload, title, max_attempts, run_at, created_at from jobs where job = 'peer_transfer_run' and state = 'waiting'`,
    );
    await Promise.all([app.runJobs(), app.runJobs()]);
    const t = await desk.get(id);
    expect([t.transfer_status, t.done_count]).toEqual(["done", LINES]);
    const twice = await rows(
      app.db,
      q`select peer_id from peer_owners where role = 'bd' and transfer_id = ${id} group by peer_id having count(*) > 1`,
    );
    expect(twice).toEqual([]);
  });
});
