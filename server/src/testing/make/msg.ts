/** Messages as tests send them: a leader asks, experts do, somebody looks at it. */
import type { InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import type { HungSupplierFile } from "./hung-files.ts";
import type { OrderDesk } from "./order.ts";
import { ownFile } from "./supplier.ts";

type Body = Omit<InputOf<"msg_add">, "idempotency_key">;
type Row = OutputOf<"reminder_msg_query">["list"][number];
const keyed = <B extends object>(body: B): B & { idempotency_key: string } => ({ ...body, idempotency_key: crypto.randomUUID() });
export const msgBody = (to: readonly number[], more: Partial<Body> = {}): Body => ({
  kind: "task",
  title: "补齐日本材料清单",
  content: "请核对本周日本单次的材料清单",
  staff_ids: [...to],
  level: "normal",
  due_in: "day_1",
  ...more,
});

type Banner = Omit<InputOf<"global_message_add">, "idempotency_key">;
const DAY_MS = 86_400_000;
/** To everybody, for a day. */
export const bannerBody = (now: Date, more: Partial<Banner> = {}): Banner => ({
  level: "info",
  title: "系统维护通知",
  content: "今晚二十二点起维护一小时",
  audience: "all",
  end_at: new Date(now.getTime() + DAY_MS).toISOString(),
  ...more,
});

export class MsgDesk {
  readonly app: TestApp;
  readonly sender: Client;
  constructor(app: TestApp, sender: Client) {
    this.app = app;
    this.sender = sender;
  }
  async add(to: readonly number[], more: Partial<Body> = {}): Promise<number> {
    return (await this.sender.call("msg_add", keyed(msgBody(to, more)))).id;
  }
  /** Of a message sent or reviewed by him. */
  async rows(msg_id: number, by: Client = this.sender): Promise<Row[]> {
    return (await by.call("reminder_msg_query", { msg_id, page_size: 100 })).list;
  }
  /** One receiver's, by himself. */
  async mine(msg_id: number, who: Client): Promise<OutputOf<"reminder_msg_get">> {
    const list = await this.rows(msg_id);
    const his = list.find((r) => r.staff_id === who.id);
    if (!his) throw new Error("not his");
    return who.call("reminder_msg_get", { id: his.id, msg_id });
  }
  async seen(msg_id: number, who: Client): Promise<{ id: number; version: number }> {
    const { id, version } = await this.mine(msg_id, who);
    return { id, version };
  }
  file(who: Client): Promise<string> {
    return ownFile(this.app.db, who.id, this.app.clock.now());
  }
  async submit(msg_id: number, who: Client, more: Partial<InputOf<"reminder_msg_submit">> = {}): Promise<void> {
    const body = { ...(await this.seen(msg_id, who)), result_code: "done" as const, result: "清单已经核对完", ...more };
    await who.call("reminder_msg_submit", keyed(body));
  }
}
/** Sent by the administrator, handed in once by an expert, back with him; and a banner for all. */
export async function msgInHand(app: TestApp): Promise<number> {
  const [admin, expert] = [await app.as("admin"), await app.as("expert")];
  await admin.call("global_message_add", keyed(bannerBody(app.clock.now())));
  const desk = new MsgDesk(app, admin);
  const id = await desk.add([expert.id], { need_review: true });
  await desk.submit(id, expert);
  const [first] = await desk.rows(id);
  await admin.call("reminder_msg_return", {
    id: first?.id ?? 0,
    version: first?.version ?? 0,
    return_code: "incomplete",
    return_text: "请补充遗漏的材料",
  });
  return id;
}

/** The administrator goes away tomorrow; an expert may cover him. */
export async function handoverInHand(app: TestApp): Promise<number> {
  const [admin, expert] = [await app.as("admin"), await app.as("expert")];
  const at = (days: number): string => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString();
  return (await admin.call("handover_add", keyed({ to_staff_id: expert.id, start_at: at(1), end_at: at(3) }))).id;
}

/** An attachment and a proof of a message that everybody is told of, uploaded by nobody who is tried. */
export async function hangMsg(desk: Pick<OrderDesk, "db" | "file" | "clock">): Promise<HungSupplierFile[]> {
  const { db, clock } = desk;
  const [paper, proof] = [await desk.file("image/jpeg", 1_000, []), await desk.file("image/jpeg", 1_000, [])];
  const at = clock.now();
  const made = await row<{ id: number; reminder: number }>(
    db,
    q`with m as (
        insert into msgs (kind, source, title, content, files, due_at, cc, created_by, created_at, updated_at)
        select 'task', 'staff', '带附件的消息', '请查看附件', ${[paper]}::text[], ${at}::timestamptz, array_agg(id), min(id), ${at}::timestamptz, ${at}::timestamptz from workers returning id)
      insert into reminder_msgs (msg_id, staff_id, proof, created_at, updated_at)
      select m.id, (select max(id) from workers), ${[proof]}::text[], ${at}::timestamptz, ${at}::timestamptz from m returning msg_id as id, id as reminder`,
  );
  const { id, reminder } = made ?? { id: 0, reminder: 0 };
  await rows(
    db,
    q`insert into reminder_msg_rounds (reminder_msg_id, move, proof, at) values (${reminder}, 'submit', ${[proof]}::text[], ${at})`,
  );
  return [
    { purpose: "msg", noun: "msg", noun_id: id, key: paper },
    { purpose: "msg", noun: "reminder_msg", noun_id: reminder, key: proof },
  ];
}
