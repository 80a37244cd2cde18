/** Work orders of the demo business, a few dozen in every state, some of them late, and configurations in more than one version. */
import { limitFor } from "@visadesk/contract/peer/work-order/work-order.rules.ts";
import { calendarOf, type WorkCalendar } from "../../base-data/index.ts";
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { numberOf } from "#kit/db/numbers.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { seedConfigs } from "./seed-work-order-configs.ts";
import { MATTERS, type Matter } from "./demo-matters.ts";

const COUNT = 48;
const HOUR = 3_600_000;
type Status = "pending" | "processing" | "waiting_peer" | "resolved" | "closed";
/** How far one has come: how long ago it began, in hours, and what was done. */
interface Course {
  status: Status;
  age: number;
  /** Hours after its beginning: first answer, end. */
  replied?: number;
  ended?: number;
  resolution?: "solved" | "explained" | "no_answer" | "withdrawn" | "invalid";
  score?: number;
  reopened?: number;
}
const COURSES: readonly Course[] = [
  { status: "pending", age: 0.2 },
  { status: "pending", age: 30 },
  { status: "processing", age: 3, replied: 0.3 },
  { status: "processing", age: 96, replied: 1 },
  { status: "waiting_peer", age: 22, replied: 0.4 },
  { status: "resolved", age: 26, replied: 0.3, ended: 4, resolution: "solved" },
  { status: "closed", age: 200, replied: 0.5, ended: 6, resolution: "solved", score: 5 },
  { status: "processing", age: 50, replied: 0.4, reopened: 1 },
  { status: "closed", age: 340, replied: 2, ended: 30, resolution: "explained", score: 4 },
  { status: "closed", age: 260, ended: 2, resolution: "withdrawn" },
  { status: "closed", age: 400, replied: 1, ended: 130, resolution: "no_answer" },
  { status: "closed", age: 520, replied: 26, ended: 60, resolution: "solved", score: 2 },
];

interface PeerRow {
  id: number;
  cs_owner_id: number | null;
  account_id: number | null;
  order_id: number | null;
  sla_percent: number;
}
interface ConfigRow {
  id: number;
  code: string;
  need_order: boolean;
  reply_minutes: number;
  resolve_minutes: number;
}
const peersOf = (tx: Tx): Promise<PeerRow[]> =>
  rows(
    tx,
    q`
    select p.id, p.cs_owner_id, (select min(a.id) from peer_accounts a where a.peer_id = p.id) as account_id,
      (select max(o.id) from orders o where o.peer_id = p.id) as order_id, l.sla_percent
    from peers p join peer_levels l on l.code = p.level_id where p.peer_status = 'active' order by p.cs_owner_id is null, p.id limit ${COUNT}`,
  );
const configsOf = (tx: Tx): Promise<ConfigRow[]> =>
  rows(
    tx,
    q`select id, code, need_order, reply_minutes, resolve_minutes from work_order_configs where config_status = 'live' and scope = 'all' order by id`,
  );

/** Nothing where there are no peers, or work orders already. */
export async function seedWorkOrders(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const peers = await peersOf(tx);
    if (peers.length === 0 || (await row(tx, q`select id from work_orders limit 1`))) return;
    await seedConfigs(tx, now);
    const configs = new Map((await configsOf(tx)).map((c) => [c.code, c]));
    const calendar = await calendarOf(tx);
    for (let i = 0; i < COUNT; i++) {
      const peer = peers[(i * 7) % peers.length];
      const [course, matter] = [COURSES[i % COURSES.length], MATTERS[(i * 5) % MATTERS.length]];
      const config = matter && configs.get(matter.code);
      if (peer && course && config && (peer.order_id !== null || !config.need_order))
        await insertOne(tx, calendar, { n: i + 1, peer, course, matter, config, now });
    }
    await rows(tx, q`select setval('number_gd', ${COUNT})`);
  });
  await rows(db, { pieces: ["analyze work_orders"], values: [] });
}

interface One {
  n: number;
  peer: PeerRow;
  course: Course;
  matter: Matter;
  config: ConfigRow;
  now: Date;
}
const at = (from: Date, hours: number): Date => new Date(from.getTime() + hours * HOUR);

function rowOf(c: WorkCalendar, { n, peer, course, matter, config, now }: One) {
  const created = c.nextWorkingTime(at(now, -course.age - n / 60));
  const began = created > now ? at(now, -course.age) : created;
  const [reply, resolve] = [limitFor(config.reply_minutes, peer.sla_percent), limitFor(config.resolve_minutes, peer.sla_percent)];
  const replied = course.replied === undefined ? null : at(began, course.replied);
  const ended = course.ended === undefined ? null : at(began, course.ended);
  const isWaiting = course.status === "waiting_peer";
  const isOver = course.status === "resolved" || course.status === "closed";
  const last = ended ?? replied ?? began;
  return {
    work_order_no: numberOf("GD", began, n),
    config_id: config.id,
    peer_id: peer.id,
    account_id: n % 3 === 0 ? null : peer.account_id,
    order_id: config.need_order ? peer.order_id : null,
    source: n % 3 === 0 ? ("staff" as const) : ("peer" as const),
    title: matter.title,
    answers: JSON.stringify(matter.answers ?? {}),
    handler_id: peer.cs_owner_id,
    reply_minutes: reply,
    resolve_minutes: resolve,
    due_reply_at: c.addWorkingMinutes(began, reply),
    due_at: c.addWorkingMinutes(course.reopened ? at(began, 6) : began, resolve),
    first_reply_at: replied,
    waiting_since: isWaiting ? replied : null,
    left_minutes: isWaiting ? Math.round(resolve * 0.7) : null,
    resolution: isOver ? (course.resolution ?? null) : null,
    resolution_note: isOver ? matter.answer : "",
    resolved_at: isOver && course.resolution !== "withdrawn" ? ended : null,
    closed_at: course.status === "closed" ? ended && at(ended, 72) : null,
    score: course.score ?? null,
    score_text: course.score === undefined ? "" : course.score > 3 ? "处理及时" : "等了一天才有回复",
    reopen_count: course.reopened ?? 0,
    last_message_at: last,
    last_message_kind: replied ? "to_peer" : "from_peer",
    work_order_status: course.status,
    created_by: n % 3 === 0 ? peer.cs_owner_id : null,
    created_at: began,
    updated_at: last,
  };
}

/** The row and what was said: the peer's words, our answer, a note among us on some. */
async function insertOne(tx: Tx, calendar: WorkCalendar, one: One): Promise<void> {
  const facts = rowOf(calendar, one);
  const { id } = await tx.insertInto("work_orders").values(facts).returning("id").executeTakeFirstOrThrow();
  const { matter, n, peer } = one;
  const said = { work_order_id: id, files: [] };
  const messages = [
    {
      ...said,
      kind: "from_peer" as const,
      text: matter.asked,
      by_id: facts.created_by,
      account_id: facts.account_id,
      at: facts.created_at,
    },
    ...(n % 4 === 0
      ? [{ ...said, kind: "internal" as const, text: matter.note, by_id: peer.cs_owner_id, account_id: null, at: facts.created_at }]
      : []),
    ...(facts.first_reply_at
      ? [{ ...said, kind: "to_peer" as const, text: matter.answer, by_id: peer.cs_owner_id, account_id: null, at: facts.first_reply_at }]
      : []),
  ];
  await tx.insertInto("work_order_messages").values(messages).execute();
}
