/** One row of each paper of finance, as plain rows: for loops that ask who opens a record, its log and its files. */
import { q, row, rows } from "#kit/db/sql.ts";
import type { OrderDesk } from "./order.ts";
import { hangPayment, makeRate } from "./embassy.ts";
import type { HungPeerFile } from "./hung-peer-files.ts";
import { makePeer } from "./peer.ts";
import { hangPolicy } from "./policy.ts";
import { workerId } from "./supplier.ts";

type Desk = Pick<OrderDesk, "db" | "file" | "clock">;
const idOf = (found: { id: number } | undefined): number => found?.id ?? 0;

/** A withdrawal with its letter and the payment it became, of a peer that customer service looks after. */
async function hangCash(desk: Desk): Promise<HungPeerFile[]> {
  const { db, clock } = desk;
  const [now, letter, receipt] = [clock.now(), await desk.file("image/jpeg", 1_000, []), await desk.file("image/jpeg", 1_000, [])];
  const peer = await makePeer(db, { cs_owner_id: await workerId(db, "service") }, now);
  const asked = idOf(
    await row(
      db,
      q`insert into withdrawals (withdrawal_no, peer_id, amount, fee, gift_back, payee_name, payee_bank, files, created_at, updated_at)
        values ('TX261120000999', ${peer.id}, 1000, 0, 0, '某旅行社', '中国银行', ${[letter]}, ${now}, ${now}) returning id`,
    ),
  );
  const paid = idOf(
    await row(
      db,
      q`insert into payouts (payout_no, source_noun, source_id, source_no, peer_id, method, company_account_id, payee_name, amount, receipt, created_at, updated_at)
        values ('FK261120000999', 'withdrawal', ${asked}, 'TX261120000999', ${peer.id}, 'bank', 4, '某旅行社', 1000, ${receipt}, ${now}, ${now}) returning id`,
    ),
  );
  return [
    { purpose: "withdrawal", noun: "withdrawal", noun_id: asked, key: letter, isIdentity: false },
    { purpose: "payout_receipt", noun: "payout", noun_id: paid, key: receipt, isIdentity: false },
  ];
}

/** A remittance with its voucher, of such a peer. */
async function hangRemittance(desk: Desk): Promise<HungPeerFile[]> {
  const { db, clock } = desk;
  const [now, voucher] = [clock.now(), await desk.file("image/jpeg", 1_000, [])];
  const peer = await makePeer(db, { cs_owner_id: await workerId(db, "service") }, now);
  const made = idOf(
    await row(
      db,
      q`insert into remittances (remittance_no, row_key, peer_id, purpose, amount, payer_name, payer_key, company_account_id, remitted_on, vouchers, source,
          due_at, submitted_at, created_at, updated_at)
        values ('HK261120000999', ${crypto.randomUUID()}, ${peer.id}, 'top_up', 1000, '某旅行社', '某旅行社', 4, ${now}::date, ${[voucher]}, 'peer',
          ${now}, ${now}, ${now}, ${now}) returning id`,
    ),
  );
  return [{ purpose: "remittance", noun: "remittance", noun_id: made, key: voucher, isIdentity: false }];
}

/** An invoice and an adjustment of that peer, and a supplier's settlement. */
async function hangPapers(desk: Desk): Promise<HungPeerFile[]> {
  const { db, clock } = desk;
  const [now, paper, proof, bill] = [
    clock.now(),
    await desk.file("image/jpeg", 1_000, []),
    await desk.file("image/jpeg", 1_000, []),
    await desk.file("image/jpeg", 1_000, []),
  ];
  const by = await workerId(db, "admin");
  const peer = await makePeer(db, { cs_owner_id: await workerId(db, "service") }, now);
  const invoice = idOf(
    await row(
      db,
      q`insert into invoices (row_key, fp_no, direction, kind, peer_id, title_type, title, amount, tax, files, created_at, updated_at)
        values (${crypto.randomUUID()}, 'FP261120000999', 'blue', 'normal', ${peer.id}, 'person', '张三', 1000, 57, ${[paper]}, ${now}, ${now}) returning id`,
    ),
  );
  const adjustment = idOf(
    await row(
      db,
      q`insert into adjustments (adjust_no, kind, peer_id, account, direction, amount, booked_on, reason, files, created_by, created_at, updated_at)
        values ('TZ261120000999', 'peer_adjust', ${peer.id}, 'peer_principal', 'in', 100, ${now}::date, '补偿客户损失', ${[proof]}, ${by}, ${now}, ${now}) returning id`,
    ),
  );
  const settlement = idOf(
    await row(
      db,
      q`insert into settlements (settle_no, kind, supplier_id, cycle_start, cycle_end, due_on, files, created_at, updated_at)
        select 'JS261120000999', 'supplier', min(id), '2026-10-01', '2026-10-31', '2026-11-30', ${[bill]}, ${now}, ${now} from suppliers returning id`,
    ),
  );
  return [
    { purpose: "invoice", noun: "invoice", noun_id: invoice, key: paper, isIdentity: false },
    { purpose: "adjustment", noun: "adjustment", noun_id: adjustment, key: proof, isIdentity: false },
    { purpose: "settle_file", noun: "settlement", noun_id: settlement, key: bill, isIdentity: false },
  ];
}

/** A fee paid to a mission with its receipt; the first person of the orders is whom it is for. */
async function hangFee(desk: Desk): Promise<HungPeerFile[]> {
  const { db, clock } = desk;
  await hangPayment(db, clock.now());
  const receipt = await desk.file("image/jpeg", 1_000, []);
  const fee = idOf(await row(db, q`update embassy_payments set receipt = ${receipt} where payment_no = 'SG261120000001' returning id`));
  return [{ purpose: "embassy_receipt", noun: "embassy_payment", noun_id: fee, key: receipt, isIdentity: false }];
}

/** A policy with its file, of the first person of the orders. */
async function hangInsurance(desk: Desk): Promise<HungPeerFile[]> {
  const key = await desk.file("application/pdf", 1_000, []);
  return [{ purpose: "policy", noun: "policy", noun_id: await hangPolicy(desk.db, desk.clock.now(), key), key, isIdentity: false }];
}

/** Files of each paper of finance in their places; a line of a statement, a rate and a month stand beside them. */
export async function hangFinance(desk: Desk): Promise<HungPeerFile[]> {
  const now = desk.clock.now();
  await makeRate(desk.db, "EUR", "2026-11-19", 7_812_300);
  await rows(desk.db, q`insert into periods (month, created_at, updated_at) values ('2026-10', ${now}, ${now}) on conflict do nothing`);
  const read = idOf(
    await row(
      desk.db,
      q`insert into statement_imports (row_key, company_account_id, row_count, import_status, created_at, updated_at)
        values (${crypto.randomUUID()}, 4, 1, 'done', ${now}, ${now}) returning id`,
    ),
  );
  await rows(
    desk.db,
    q`insert into statement_lines (row_key, company_account_id, import_id, line_hash, at, direction, amount, seq, created_at, updated_at)
      values (${crypto.randomUUID()}, 4, ${read}, ${crypto.randomUUID()}, ${now}, 'in', 100, 1, ${now}, ${now})`,
  );
  return [
    ...(await hangCash(desk)),
    ...(await hangRemittance(desk)),
    ...(await hangPapers(desk)),
    ...(await hangFee(desk)),
    ...(await hangInsurance(desk)),
  ];
}
