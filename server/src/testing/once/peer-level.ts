/** Bodies of once.test.ts for groups and levels of peers. */
import { q, row } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import { makePeer } from "../make/peer.ts";

/** A line of a quarter's re-grading that nobody decided yet. */
async function levelLine({ db, clock }: TestApp, peer: number): Promise<number> {
  const made = await row<{ id: number }>(
    db,
    q`
    with run as (insert into peer_level_runs (quarter, apply_at, created_at) values ('2026-Q4', '2026-10-09T18:00:00Z', ${clock.now()})
      on conflict (quarter) do update set apply_at = excluded.apply_at returning id)
    insert into peer_level_lines (run_id, peer_id, from_level, to_level, figures, created_at, updated_at)
    select run.id, ${peer}, 'V2', 'V1', '{"gmv":0,"orders":0,"topup":0}', ${clock.now()}, ${clock.now()} from run returning id`,
  );
  return made?.id ?? 0;
}

export const peerLevelOnce = (app: () => TestApp) => ({
  bodies: {
    peer_group_add: () =>
      Promise.resolve({
        name: "一次分组",
        kind: "audience" as const,
        visible_mode: null,
        sku_ids: [],
        cs_team_id: null,
        chat_group: "",
        chat_qr: null,
        mode: "rule" as const,
        rule: { level_from: "V3" as const },
        note: "",
        status: 1 as const,
      }),
    peer_level_run_decide: async () => ({
      ids: [await levelLine(app(), (await makePeer(app().db, {}, app().clock.now())).id)],
      decision: "keep" as const,
      reason: "一次保留",
    }),
  },
  other: {
    peer_group_add: { note: "另一个" },
    peer_level_run_decide: { reason: "另一个原因" },
  },
});
