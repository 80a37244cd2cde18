/** Demo groups, and what our managers have set for themselves. */
import type { GroupRule } from "@visadesk/contract/peer/level/group.rules.ts";
import { inTransaction, type Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";

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
    await rows(
      tx,
      q`update peer_managers m set max_peers = 180, month_target = 30000000, display_name = w.nickname from workers w where w.id = m.worker_id and m.version = 1`,
    );
  });
}
