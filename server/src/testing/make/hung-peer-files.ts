/** Private files that hang on peers, each in its place. */
import type { FilePurpose } from "@visadesk/contract/kit/file-purposes.ts";
import type { FileOwner } from "@visadesk/contract/kit/upload.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { OrderDesk } from "./order.ts";
import { makePeer } from "./peer.ts";
import { workerId } from "./supplier.ts";

export interface HungPeerFile {
  purpose: FilePurpose;
  noun: FileOwner;
  noun_id: number;
  key: string;
  /** An identity paper asks for more than its record. */
  isIdentity: boolean;
}
/** The proof of a cost of a fair, and the card of a lead. */
async function hangExhibitionFiles(desk: Pick<OrderDesk, "db" | "file" | "clock">): Promise<HungPeerFile[]> {
  const [proof, card] = [await desk.file("image/jpeg", 1_000, []), await desk.file("image/jpeg", 1_000, [])];
  const { db, clock } = desk;
  const [owner_id, at] = [await workerId(db, "service"), clock.now()];
  const costs = JSON.stringify([{ kind: "booth", amount: 100, file: proof }]);
  const fair = await db
    .insertInto("peer_exhibitions")
    .values({ name: "旅游展", city: "上海", start_on: "2026-11-01", end_on: "2026-11-02", owner_id, costs, created_at: at, updated_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  const stamps = { created_at: at, updated_at: at };
  const lead = await db
    .insertInto("exhibition_leads")
    .values({
      exhibition_id: fair.id,
      row_key: "hung",
      kind: "new",
      company: "远方旅行社",
      mobile: "",
      owner_id,
      card_file: card,
      ...stamps,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return [
    { purpose: "exhibition_cost", noun: "peer_exhibition", noun_id: fair.id, key: proof, isIdentity: false },
    { purpose: "lead_card", noun: "exhibition_lead", noun_id: lead.id, key: card, isIdentity: false },
  ];
}

/** A contract, the legal person's paper and the application's licence of a peer that customer service looks after, uploaded by nobody who is tried. */
export async function hangPeerFiles(desk: Pick<OrderDesk, "db" | "file" | "clock">): Promise<HungPeerFile[]> {
  const now = desk.clock.now();
  const { id, application_id } = await makePeer(desk.db, { cs_owner_id: await workerId(desk.db, "service") }, now);
  const [scan, legal] = [await desk.file("image/jpeg", 1_000, []), await desk.file("image/jpeg", 1_000, [])];
  const proof = await desk.file("image/jpeg", 1_000, []);
  const asked = await row<{ id: number }>(
    desk.db,
    q`insert into peer_changes (change_no, peer_id, kind, old_value, new_value, reason_code, reason, files, created_by, created_at, updated_at)
      select ${proof}, ${id}, 'company', '{"name":"甲"}', '{"name":"乙"}', 'correct', '工商信息已变更', ${[proof]}::text[], min(w.id), ${now}, ${now} from workers w returning id`,
  );
  const licence = await desk.file("image/jpeg", 1_000, []);
  await rows(desk.db, q`update peer_applications set business_licence = ${[licence]}::text[] where id = ${application_id}`);
  await rows(
    desk.db,
    q`insert into peer_documents (peer_id, row_key, kind, id_card_no, valid_from, files, created_at) values
      (${id}, ${crypto.randomUUID()}, 'contract', null, '2026-01-01', ${[scan]}, ${now}),
      (${id}, ${crypto.randomUUID()}, 'legal_id', '', '2026-01-01', ${[legal]}, ${now})`,
  );
  return [
    { purpose: "peer_document", noun: "peer", noun_id: id, key: scan, isIdentity: false },
    { purpose: "peer_legal_id", noun: "peer_legal", noun_id: id, key: legal, isIdentity: true },
    { purpose: "peer_change", noun: "peer_change", noun_id: asked?.id ?? 0, key: proof, isIdentity: false },
    { purpose: "peer_document", noun: "peer_application", noun_id: application_id, key: licence, isIdentity: false },
    ...(await hangExhibitionFiles(desk)),
  ];
}
