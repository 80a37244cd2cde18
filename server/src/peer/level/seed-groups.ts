/** Demo groups, a quarter's re-grading under way, and what our managers have set for themselves. */
import type { GroupRule } from "@visadesk/contract/peer/level/group.rules.ts";
import { quarterOf } from "@visadesk/contract/peer/level/level.rules.ts";
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";

const DAY_MS = 86_400_000;

const SERVICE = [
  ["华东重点", "310000", "华东重点同行服务群"],
  ["华南重点", "440000", "华南重点同行服务群"],
] as const;
const AUDIENCES: readonly (readonly [name: string, rule: GroupRule, note: string])[] = [
  ["沉默待唤回", { activity: ["silent", "lost"], no_order_days: 30 }, "每月唤回活动的对象"],
  ["金牌以上", { level_from: "V3" }, "新品与活动优先通知"],
  ["新入驻", { age_max: 30 }, "新手指引"],
];

/** Asked by hand. */
const INVITED = ["年会邀请", "12月年会，逐家确认"] as const;
const INVITED_COUNT = 8;

/** Of those that hold a level that is earned: what this quarter shows, what its BD says, how one was decided. */
const LINES = [
  { gmv: 3_218_000, orders: 21, topup: 500_000, note: "" },
  { gmv: 5_460_000, orders: 38, topup: 0, note: "上月换了计调，正在恢复，建议保留" },
  { gmv: 1_090_000, orders: 9, topup: 0, note: "" },
  { gmv: 7_735_000, orders: 52, topup: 1_000_000, note: "12月有两个大团，建议保留一季" },
  { gmv: 2_640_000, orders: 17, topup: 300_000, note: "" },
] as const;
/** Not decided yet lines take effect in so many days. */
const DAYS_LEFT = 6;
async function seedRun(tx: Tx, now: Date): Promise<void> {
  const peers = await rows<{ id: number; level_id: string }>(
    tx,
    q`select p.id, p.level_id from peers p where p.peer_status = 'active' and p.level_id >= 'V3' and (p.level_locked_until is null or p.level_locked_until < ${dayOf(now)}::date)
      order by p.peer_no, p.id limit ${LINES.length}`,
  );
  const run = await row<{ id: number }>(
    tx,
    q`insert into peer_level_runs (quarter, apply_at, created_at) values (${quarterOf(dayOf(now))}, ${new Date(now.getTime() + DAYS_LEFT * DAY_MS)}, ${now}) returning id`,
  );
  for (const [n, p] of peers.entries()) {
    const { note, ...figures } = LINES[n] ?? LINES[0];
    const kept = n === 3;
    await rows(
      tx,
      q`insert into peer_level_lines (run_id, peer_id, from_level, to_level, figures, bd_note, decision, keep_reason, decided_by, decided_at, created_at, updated_at)
        select ${run?.id ?? 0}, ${p.id}, ${p.level_id}, 'V' || (right(${p.level_id}::text, 1)::int - 1), ${JSON.stringify(figures)}::jsonb, ${note}, ${kept ? "keep" : "pending"},
          ${kept ? "大团已签合同，保留一季" : ""}, w.id, ${kept ? now : null}::timestamptz, ${now}, ${now}
        from (select ${kept}::bool as kept) k left join workers w on k.kept and w.account = 'admin'`,
    );
  }
}

/** Nothing where groups stand already. */
export async function seedGroups(db: Db, now: Date): Promise<void> {
  if (await row(db, q`select id from peer_groups limit 1`)) return;
  await inTransaction(db, async (tx) => {
    for (const [name, province, chat] of SERVICE) {
      const made = await row<{ id: number }>(
        tx,
        q`insert into peer_groups (name, kind, visible_mode, chat_group, created_at, updated_at) values (${name}, 'service', 'all', ${chat}, ${now}, ${now}) returning id`,
      );
      await rows(
        tx,
        q`update peers set service_group_id = ${made?.id ?? null}
          where province_code = ${province} and level_id >= 'V2' and peer_status = 'active' and service_group_id is null`,
      );
    }
    for (const [name, rule, note] of AUDIENCES)
      await rows(
        tx,
        q`insert into peer_groups (name, kind, mode, rule, note, created_at, updated_at) values (${name}, 'audience', 'rule', ${JSON.stringify(rule)}::jsonb, ${note}, ${now}, ${now})`,
      );
    const invited = await row<{ id: number }>(
      tx,
      q`insert into peer_groups (name, kind, mode, note, created_at, updated_at) values (${INVITED[0]}, 'audience', 'fixed', ${INVITED[1]}, ${now}, ${now}) returning id`,
    );
    await rows(
      tx,
      q`insert into peer_group_members (group_id, peer_id) select ${invited?.id ?? 0}, p.id from peers p where p.peer_status = 'active' order by p.level_id desc, p.id limit ${INVITED_COUNT}`,
    );
    await seedRun(tx, now);
    await rows(
      tx,
      q`update peer_managers m set max_peers = 180, month_target = 30000000, display_name = w.nickname from workers w where w.id = m.worker_id and m.version = 1`,
    );
  });
}
