/** Messages of the demo business in every state, and banners, made by the acts that people make them by. */
import type { CtxOf } from "#kit/call/context.ts";
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";
import { calendarOf } from "../../base-data/index.ts";
import { sendMsg, type Ref } from "../../message/index.ts";
import { addGlobalMessage, type Add } from "./global-message.ts";
import { withdraw } from "./msg-acts.ts";
import { confirm, pass, read, returned, start, submit } from "./reminder-msg.ts";
import { PROOF } from "./reminder-msg.sql.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
type Does = "read" | "start" | "submit" | "pass" | "return" | "confirm";
/** One message: how many hours ago, by whom and to whom, and what each of them did with it one after another. */
interface Story {
  title: string;
  content: string;
  by: string;
  ago: number;
  /** Working minutes to its limit; none: a notice. */
  span?: number;
  level?: "normal" | "high" | "critical";
  reviewed?: true;
  proof?: true;
  about?: true;
  cc?: readonly string[];
  to: Readonly<Record<string, readonly Does[]>>;
  withdrawn?: true;
}
const WEEK = 2_400;
const STORIES: readonly Story[] = [
  {
    title: "核对申根材料清单",
    content: "法国馆更新了在职证明模板，请逐单核对在办申请人的材料，漏件的当天补料。",
    by: "manager",
    ago: 50,
    span: WEEK,
    reviewed: true,
    proof: true,
    cc: ["service"],
    to: {
      schengen_1: ["read", "start", "submit"],
      schengen_2: ["read", "submit", "return"],
      schengen_3: ["read"],
      jpkr_1: ["read", "submit", "pass"],
    },
  },
  {
    title: "整理十月拒签案例",
    content: "每人整理两例，写明拒签理由与可改进之处。",
    by: "manager",
    ago: 30,
    span: WEEK,
    reviewed: true,
    to: { ukus_1: ["read", "start"], ukus_2: [], evisa_1: ["read", "submit"] },
  },
  {
    title: "联系客户补寄护照原件",
    content: "客户已电话确认，请跟进快递单号并登记。",
    by: "service",
    ago: 60,
    span: 240,
    level: "high",
    about: true,
    to: { ukus_3: ["read"] },
  },
  {
    title: "确认下周送签排期",
    content: "请在排期表中填好您的名额，周五统一提交。",
    by: "manager",
    ago: 120,
    span: 960,
    to: { jpkr_2: ["submit"], jpkr_3: ["submit"] },
  },
  {
    title: "收集客户评价截图",
    content: "活动取消，无需再收集。",
    by: "service",
    ago: 90,
    span: WEEK,
    to: { service_1: ["read"], service_2: [] },
    withdrawn: true,
  },
  {
    title: "韩国馆十二月起调整受理时间",
    content: "十二月一日起韩国馆只在上午受理，预约时请避开下午。",
    by: "manager",
    ago: 26,
    to: { jpkr_1: ["confirm"], jpkr_2: ["confirm"], jpkr_3: [] },
  },
  {
    title: "补充日本签证机构资质",
    content: "年检要用，请上传新的资质扫描件。",
    by: "admin",
    ago: 20,
    span: WEEK,
    reviewed: true,
    to: { manager: ["read", "submit"] },
  },
];

interface Cast {
  tx: Tx;
  actAs: CtxOf;
  ids: ReadonlyMap<string, number>;
  proof: string;
  now: Date;
}

async function rowOf(tx: Tx, msg: number, staff: number): Promise<{ id: number; version: number }> {
  const found = await row<{ id: number; version: number }>(
    tx,
    q`select id, version from reminder_msgs where msg_id = ${msg} and staff_id = ${staff}`,
  );
  if (!found) throw new Error("no such receiver");
  return found;
}

async function act(cast: Cast, does: Does, of: { msg: number; by: number; staff: number; proof: boolean }, at: Date): Promise<void> {
  const seen = await rowOf(cast.tx, of.msg, of.staff);
  const ctx = await cast.actAs(cast.tx, does === "pass" || does === "return" ? of.by : of.staff, at);
  if (does === "read") await read(seen, ctx);
  else if (does === "start") await start(seen, ctx);
  else if (does === "confirm") await confirm(seen, ctx);
  else if (does === "submit")
    await submit(
      {
        ...seen,
        result_code: "done",
        result: "已逐条处理完毕，情况见凭证",
        ...(of.proof && { proof: [cast.proof] }),
        idempotency_key: "demo-message",
      },
      ctx,
    );
  else if (does === "return") await returned({ ...seen, return_code: "incomplete", return_text: "还差两位申请人，请补齐" }, ctx);
  else {
    const key = of.proof ? cast.proof : null;
    if (key !== null) await opened(cast.tx, seen.id, of.by, at);
    await pass(seen, ctx);
  }
}
/** Its proof was looked at, as the log of opened files tells. */
const opened = (tx: Tx, reminder: number, by: number, at: Date): Promise<unknown> =>
  row(
    tx,
    q`insert into operation_logs (at, request_id, actor_kind, actor_id, actor_name, kind, endpoint, area, result, noun, noun_id, changes)
      select ${at}::timestamptz, '', 'worker', ${by}::int8, '', 'file', 'file_link_get', 'files', 'ok', 'reminder_msg', r.id::text,
        (select jsonb_agg(jsonb_build_object('field', 'file', 'label', ${PROOF}::text || n, 'before', null, 'after', null)) from generate_series(1, cardinality(r.proof)) n)
      from reminder_msgs r where r.id = ${reminder} returning id`,
  );

async function tell(cast: Cast, s: Story, about: Ref | null): Promise<void> {
  const { tx, ids, now } = cast;
  const by = ids.get(s.by) ?? 0;
  const names = Object.keys(s.to).filter((name) => ids.has(name));
  const at = new Date(now.getTime() - s.ago * HOUR_MS);
  const calendar = await calendarOf(tx);
  const msg = await sendMsg(await cast.actAs(tx, by, at), {
    kind: s.span === undefined ? "notice" : "task",
    source: "staff",
    title: s.title,
    content: s.content,
    ref: s.about ? about : null,
    level: s.level ?? "normal",
    due_at: s.span === undefined ? null : calendar.addWorkingMinutes(at, s.span),
    span_minutes: s.span ?? null,
    to: names.map((name) => ids.get(name) ?? 0),
    cc: (s.cc ?? []).flatMap((name) => ids.get(name) ?? []),
    reviewer_id: s.reviewed ? by : null,
    need_proof: s.proof === true,
  });
  if (msg === null) return;
  for (const name of names) {
    const staff = ids.get(name) ?? 0;
    const steps = s.to[name] ?? [];
    for (const [n, does] of steps.entries())
      await act(cast, does, { msg, by, staff, proof: s.proof === true }, new Date(at.getTime() + (n + 1) * HOUR_MS));
  }
  if (!s.withdrawn) return;
  const { version } = (await row<{ version: number }>(tx, q`select version from msgs where id = ${msg}`)) ?? { version: 1 };
  await withdraw({ id: msg, version, reason: "活动取消，不再需要" }, await cast.actAs(tx, by, new Date(at.getTime() + 5 * HOUR_MS)));
}

/** One over, one to come, one live that only the editors see. */
async function banners({ tx, actAs, ids, now }: Cast): Promise<void> {
  const by = ids.get("admin") ?? 0;
  const role = await row<{ id: number }>(tx, q`select role_id as id from workers where account = 'content'`);
  const day = (n: number): string => new Date(now.getTime() + n * DAY_MS).toISOString();
  const add = async (at: Date, body: Omit<Add, "idempotency_key">): Promise<void> =>
    void (await addGlobalMessage({ ...body, idempotency_key: "demo-banner" }, await actAs(tx, by, at)));
  const past = new Date(now.getTime() - 9 * DAY_MS);
  await add(past, {
    level: "warning",
    title: "系统升级",
    content: "今晚二十二点至二十四点系统升级，请提前保存。",
    audience: "all",
    end_at: day(-7),
  });
  await add(now, {
    level: "info",
    title: "年末盘点安排",
    content: "十二月下旬开始年末盘点。",
    audience: "all",
    start_at: day(20),
    end_at: day(30),
  });
  if (role)
    await add(now, {
      level: "warning",
      title: "国家页改版，请核对文案",
      content: "改版后的国家页已上线，请核对各自负责的国家。",
      audience: "roles",
      role_ids: [role.id],
      end_at: day(14),
      must_confirm: true,
    });
}

/** Nothing where there are messages already, or nobody of the demo's staff. */
export async function seedMessages(o: { db: Db; proof: string; now: Date; actAs: CtxOf }): Promise<void> {
  await inTransaction(o.db, async (tx) => {
    if (await row(tx, q`select id from msgs limit 1`)) return;
    const list = await row<{ ids: Record<string, number> | null }>(tx, q`select jsonb_object_agg(account, id) as ids from workers`);
    const ids = new Map(Object.entries(list?.ids ?? {}));
    if (!ids.has("manager") || !ids.has("service")) return;
    const order = await row<{ id: number }>(tx, q`select max(id) as id from orders where order_status = 'processing'`);
    const cast: Cast = { tx, actAs: o.actAs, ids, proof: o.proof, now: o.now };
    for (const story of STORIES) await tell(cast, story, order?.id ? { noun: "order", id: order.id } : null);
    await banners(cast);
  });
}
