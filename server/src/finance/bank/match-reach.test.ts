/** Many lines against as many remittances, scored in the background within half a minute: 10,000 in `npm run soak`, the suite a part. */
import process from "node:process";
import { expect, test } from "vitest";
import { q, row, rows, type Sql } from "#kit/db/sql.ts";
import { testApp } from "../../testing/app.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { BANK, beginImport, importLines, waitingRemittance } from "../../testing/make/statement.ts";
import { payerKey } from "./payer-key.ts";

const MANY = process.env["SOAK"] ? 10_000 : 2_000;
const LIMIT_MS = 30_000;
const PAYERS = 400;
const name = (n: number): string => `华东${String(n).padStart(4, "0")}国际旅行社有限公司`;

test(
  `finance, reach: ${MANY} lines against ${MANY} remittances are scored in the background in under 30 s`,
  { timeout: 240_000 },
  async () => {
    const app = await testApp();
    const clerk = await app.as("finance");
    const { id: peer_id } = await makePeer(app.db);
    await waitingRemittance(app, { amount: 100, on: "2026-11-02", payer: name(0), peer_id });
    await importLines(app, clerk, [{ at: "2026-11-02 09:30:00", income: "1.00", name: name(0), ref: "R0" }]);
    /** Copies of the one row that the app wrote itself, each with its own amount, day and payer; every tenth is a round sum. */
    const payers = q`(select array_agg(x order by n) as keys from unnest(${Array.from({ length: PAYERS }, (_, i) => payerKey(name(i)))}::text[]) with ordinality as y(x, n))`;
    const amount = q`case when n % 10 = 0 then 500000 else 100000 + (n * 7919) % 900000 end`;
    const copies = (table: Sql, more: Sql): Sql => q`
    insert into ${table} overriding system value
    select x.*
    from (select * from ${table} order by id limit 1) r, ${payers} p, generate_series(1, ${MANY}) n,
      lateral jsonb_populate_record(null::${table}, to_jsonb(r) || jsonb_build_object('id', 1000000 + n, 'row_key', 'reach ' || n, 'amount', ${amount}) || ${more}) x`;
    await rows(
      app.db,
      copies(
        q`remittances`,
        q`jsonb_build_object('remittance_no', 'HK26110200' || n, 'payer_key', p.keys[1 + n % ${PAYERS}::int], 'remitted_on', '2026-11-01'::date + n % 19, 'bank_ref', case when n % 3 = 0 then 'R' || n else '' end)`,
      ),
    );
    await rows(
      app.db,
      copies(
        q`statement_lines`,
        q`jsonb_build_object('line_hash', 'reach ' || n, 'counterparty_key', p.keys[1 + n % ${PAYERS}::int], 'at', '2026-11-01T02:00:00Z'::timestamptz + (n % 19) * interval '1 day',
        'ref', case when n % 3 = 0 then 'R' || n else '' end, 'summary', case when n % 5 = 0 then 'HK26110200' || n else '' end, 'seq', n)`,
      ),
    );
    // A further import has the account scored anew.
    await beginImport(clerk, [{ at: "2026-11-03 09:30:00", income: "2.00", name: name(1), ref: "R-last" }]);
    const began = performance.now();
    await app.runJobs();
    const took = performance.now() - began;
    const kept = await row<{ lines: number; first: number }>(
      app.db,
      q`select count(distinct c.line_id)::int as lines, count(distinct c.line_id) filter (where c.lead >= 15 and c.score >= 80 and c.remittance_id = c.line_id)::int as first
      from line_candidates c join statement_lines l on l.id = c.line_id where l.company_account_id = ${BANK}`,
    );
    console.log(`${MANY} lines against ${MANY} remittances: ${(took / 1000).toFixed(1)} s`);
    expect(kept?.lines).toBeGreaterThan(MANY * 0.99);
    expect(kept?.first).toBeGreaterThan(MANY * 0.5);
    expect(took).toBeLessThan(LIMIT_MS);
  },
);
