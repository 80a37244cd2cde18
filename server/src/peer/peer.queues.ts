/** 待办队列 of peers: papers to be renewed, and peers nobody looks after. */
import { PEER_EXPIRING_DAYS } from "@visadesk/contract/peer/peer/peer.words.ts";
import { peerFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { QueueKey } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, rows, type Sql } from "#kit/db/sql.ts";
import { queueRows, type Desk, type Named, type Queue } from "#kit/queue.ts";
import { dayOf } from "#kit/range.ts";
import { teamReach, peerTyped } from "./peer/peer-scope.sql.ts";
import { callDesk } from "./radar/peer-call.ts";
import { levelDesk } from "./level/level.queues.ts";
import { UNOWNED } from "./peer/peer-state.sql.ts";
import { workOrderDesk } from "./work-order/work-order.desk.ts";

type Caller = Pick<Ctx, "me" | "now">;
const inList = (key: QueueKey): Pick<Queue, "key" | "list"> => ({ key, list: { route: "peer-list", params: {}, query: { queue: key } } });

/** A peer may stand in both queues, so each has a desk of its own. */
const peerDesk = {
  noun: "peer",
  flow: peerFlow,
  from: q`peers p`,
  scope: teamReach,
  keyword: (word, ctx) => peerTyped(ctx, word),
  named: async (db, ids) =>
    new Map(
      (
        await rows<Named & { id: number }>(
          db,
          q`select p.id, p.short_name as title, p.peer_no as ref_no from peers p where p.id = any(${[...ids]}::int8[])`,
        )
      ).map((p) => [p.id, p]),
    ),
  opens: ({ source_id }) => ({ route: "peer-view", params: { id: String(source_id) } }),
} satisfies Partial<Desk>;

const ending = "from peer_documents d where d.peer_id = p.id and d.superseded_at is null and d.valid_to is not null";
const midnight = (day: string): string => `((${day})::timestamp at time zone 'Asia/Shanghai')`;
export const peerDesks: readonly Desk[] = [
  {
    ...peerDesk,
    queues: [
      {
        ...inList("peer_paper"),
        may: may.peer,
        rows: ({
          now,
        }) => q`p.peer_status = 'active' and exists (select from peer_documents d where d.peer_id = p.id and d.superseded_at is null
          and d.valid_to <= ${dayOf(now, PEER_EXPIRING_DAYS)}::date)`,
        due: midnight(`(select min(d.valid_to) + 1 ${ending})`),
        clears: ["close"],
      },
    ],
    columns: {
      id: "p.id",
      state: "p.peer_status",
      entered_at: `(select min(greatest(${midnight(`d.valid_to - ${PEER_EXPIRING_DAYS}`)}, d.created_at)) ${ending})`,
      handler: "p.bd_owner_id",
    },
  },
  {
    ...peerDesk,
    queues: [{ ...inList("peer_unowned"), may: may.peer_transfer, rows: () => UNOWNED, clears: ["close"] }],
    columns: { id: "p.id", state: "p.peer_status", entered_at: "p.approved_at" },
  },
  workOrderDesk,
  levelDesk,
  callDesk,
];

/** My rows of a queue, as the filter of the list of peers. */
export function peerQueue(ctx: Caller, key: QueueKey): Sql {
  const desk = peerDesks.find((d) => d.queues.some((x) => x.key === key));
  if (!desk) throw new Error(`${key} is no queue of peers`);
  return queueRows(desk, ctx, key);
}
