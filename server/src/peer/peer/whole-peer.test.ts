import { expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testDatabase } from "../../testing/database.ts";
import { makePeer } from "../../testing/make/peer.ts";

const { db } = await testDatabase({ seeded: true });

test("peer 1: a peer past every door stands as an approval leaves it: application, owner account, owners, papers", async () => {
  const admin = await row<{ id: number }>(db, q`select id from workers where account = 'admin'`);
  const [a, b] = [await makePeer(db, { bd_owner_id: admin?.id ?? 0 }), await makePeer(db)];
  expect(
    await rows(
      db,
      q`select p.id, p.peer_no, a.application_status, a.peer_id, (select count(*)::int from peer_owners o where o.peer_id = p.id) as owners,
        (select count(*)::int from peer_documents d where d.peer_id = p.id) as papers,
        (select c.id from peer_accounts c where c.peer_id = p.id and c.role = 'owner' and c.status = 1) as account_id
      from peers p join peer_applications a on a.id = p.application_id order by p.id`,
    ),
  ).toEqual([
    { id: a.id, peer_no: a.peer_no, application_status: "approved", peer_id: a.id, owners: 1, papers: 2, account_id: a.account_id },
    { id: b.id, peer_no: b.peer_no, application_status: "approved", peer_id: b.id, owners: 0, papers: 2, account_id: b.account_id },
  ]);
  expect(a.peer_no).toMatch(/^TY\d{6}$/);
});
