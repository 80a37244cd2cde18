/** Terms of the demo's peers: asked for, passed, refused and waiting; one peer on hold and let past for two days. */
import type { Terms } from "@visadesk/contract/peer/peer/change.rules.ts";
import type { ChangeKind } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Db, Tx } from "#kit/db/db.ts";
import { inTransaction } from "#kit/db/db.ts";
import { nextNumbers } from "#kit/db/numbers.ts";
import { q, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";

const DAY_MS = 86_400_000;
interface Of {
  id: number;
  credit_limit: number;
  level_id: string;
}
interface Asked {
  peer: Of | undefined;
  kind: ChangeKind;
  from: Terms;
  to: Terms;
  reason_code: "growth" | "season" | "customer";
  reason: string;
  days_ago: number;
  valid_to: string | null;
  status: "approved" | "rejected" | "pending";
}

function requests(credit: readonly Of[], others: readonly Of[], now: Date): Asked[] {
  const [grown, refused, waiting] = credit;
  const [graded] = others;
  const limit = { kind: "credit_limit" as const, valid_to: null };
  const until = dayOf(now, 20);
  return [
    {
      ...limit,
      peer: grown,
      from: { credit_limit: Math.round((grown?.credit_limit ?? 0) / 2) },
      to: { credit_limit: grown?.credit_limit ?? 0 },
      reason_code: "growth",
      reason: "连续两季度增长，回款及时",
      days_ago: 42,
      status: "approved",
    },
    {
      ...limit,
      peer: refused,
      from: { credit_limit: refused?.credit_limit ?? 0 },
      to: { credit_limit: (refused?.credit_limit ?? 0) + 500_000 },
      reason_code: "customer",
      reason: "客户希望提高额度",
      days_ago: 18,
      status: "rejected",
    },
    {
      peer: waiting,
      kind: "credit_temp",
      from: { temp_limit: 0, temp_until: null },
      to: { temp_limit: 300_000, temp_until: until },
      reason_code: "season",
      reason: "元旦团队集中送签，备款",
      days_ago: 1,
      valid_to: until,
      status: "pending",
    },
    {
      peer: graded,
      kind: "level",
      from: { level_id: graded?.level_id ?? "V1", level_locked_until: null },
      to: { level_id: "V3", level_locked_until: dayOf(now, 90) },
      reason_code: "growth",
      reason: "签订年度合作协议",
      days_ago: 0,
      valid_to: dayOf(now, 90),
      status: "pending",
    },
  ];
}

async function hold(tx: Tx, peer: Of | undefined, by: { maker: number; checker: number }, now: Date): Promise<void> {
  if (!peer) return;
  const placed = new Date(now.getTime() - 2 * DAY_MS);
  const [made] = await rows<{ id: number }>(
    tx,
    q`insert into peer_holds (peer_id, kind, blocks, reason, opened_by, opened_at) values (${peer.id}, 'risk', array['order'], '疑似转单，等待说明', ${by.maker}, ${placed}) returning id`,
  );
  await rows(
    tx,
    q`insert into peer_holds (peer_id, kind, reason, opened_by, opened_at, cause, cause_id, turn, until)
      values (${peer.id}, 'waiver', '已承诺两日内说明，客户行程在即', ${by.checker}, ${now}, 'hold', ${made?.id ?? 0}, 1, ${new Date(now.getTime() + 2 * DAY_MS)})`,
  );
}

/** Needs staff and peers; does nothing where there are requests. */
export async function seedTerms(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await tx.selectFrom("peer_changes").select("id").limit(1).executeTakeFirst()) return;
    const workers = await rows<{ id: number; account: string }>(
      tx,
      q`select id, account from workers where account in ('business_1', 'admin')`,
    );
    const [maker, checker] = ["business_1", "admin"].map((account) => workers.find((w) => w.account === account)?.id);
    if (maker === undefined || checker === undefined) return;
    const peers = await rows<Of & { is_credit: boolean }>(
      tx,
      q`select id, credit_limit, level_id, settle_mode = 'credit' as is_credit from peers
        where peer_status = 'active' and temp_limit = 0 and level_locked_until is null and (level_id < 'V3') = (settle_mode <> 'credit') order by id limit 20`,
    );
    const credit = peers.filter((p) => p.is_credit);
    const others = peers.filter((p) => !p.is_credit);
    const asked = requests(credit, others, now).filter((a) => a.peer !== undefined);
    const numbers = await nextNumbers(tx, "BG", now, asked.length);
    for (const [i, a] of asked.entries()) {
      const at = new Date(now.getTime() - a.days_ago * DAY_MS);
      const decided = a.status === "pending" ? null : at;
      await rows(
        tx,
        q`insert into peer_changes (change_no, peer_id, kind, old_value, new_value, reason_code, reason, valid_to, change_status, decided_by, decided_at,
            decided_note, created_by, created_at, updated_at)
          values (${numbers[i]}, ${a.peer?.id}, ${a.kind}, ${JSON.stringify(a.from)}::jsonb, ${JSON.stringify(a.to)}::jsonb, ${a.reason_code}, ${a.reason},
            ${a.valid_to}, ${a.status}, ${decided && checker}, ${decided}, ${a.status === "rejected" ? "依据不足：近三个月用量不到额度一半" : ""}, ${maker}, ${at}, ${at})`,
      );
    }
    await hold(tx, others[1], { maker, checker }, now);
  });
}
