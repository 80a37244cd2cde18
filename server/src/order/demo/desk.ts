/** Reminders and answered evaluations of the demo: every state of both, by the rules and clocks of real ones. No chance is asked: the orders stay those they were. */
import { orderRemindFlow, REMIND_KINDS } from "@visadesk/contract/order/order-remind.ts";
import { APPEAL_DAYS, type EVALUATE_TAGS } from "@visadesk/contract/order/order-evaluate.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { dayStart } from "#kit/range.ts";
import type { calendarOf } from "../../base-data/index.ts";
import { REMIND_MINUTES } from "../desk/order-remind.ts";

type Kind = keyof typeof REMIND_KINDS;
type Calendar = Awaited<ReturnType<typeof calendarOf>>;
const HOUR_MS = 3_600_000;
const MOST = 90;

/** What people in a state are reminded of. */
const KIND_OF: Readonly<Record<string, readonly [kind: Kind, content: string]>> = {
  none: ["material", "资料还没有交齐，请尽快上传"],
  pre_review_rejected: ["supplement", "预审有不合格资料，请按清单补交"],
  awaiting_originals: ["mail", "请把护照和纸质资料寄到我们的收件地址"],
  awaiting_visit: ["visit", "请按预约时间携带赴馆资料前往使馆"],
  awaiting_appointment: ["urge", "客户询问何时能约到日期"],
  awaiting_submission: ["urge", "客户询问何时送签"],
  in_embassy: ["urge", "客户询问结果进度"],
  issued: ["sign", "快递已寄出，请注意查收"],
};
const CYCLE = ["open", "doing", "done", "open", "ignored", "done"] as const;
interface Subject {
  order_id: number;
  applicant_id: number;
  status: string;
  cs_owner_id: number | null;
  expert_id: number | null;
}
interface Of {
  now: Date;
  calendar: Calendar;
}

function remindOf(s: Subject, n: number, { now, calendar }: Of) {
  const [kind, content] = KIND_OF[s.status] ?? ["urge", "客户询问办理进度"];
  const remind_status = CYCLE[n % CYCLE.length] ?? "open";
  // By day: nobody is disturbed at night.
  const made = new Date(dayStart(now, -1 - (n % 3)).getTime() + 10 * HOUR_MS);
  const later = new Date(made.getTime() + 3 * HOUR_MS);
  const level = kind === "urge" ? ("high" as const) : ("normal" as const);
  const isSnoozed = n % CYCLE.length === 3;
  const next_at = isSnoozed ? new Date(dayStart(now, 2).getTime() + 9 * HOUR_MS) : null;
  const isSent = remind_status === "doing" && kind !== "urge";
  const isOver = remind_status === "done" || remind_status === "ignored";
  const by = s.cs_owner_id ?? s.expert_id;
  return {
    order_id: s.order_id,
    applicant_id: s.applicant_id,
    kind,
    content,
    level,
    source: kind === "urge" ? ("customer" as const) : ("system" as const),
    created_by: kind === "urge" ? by : null,
    handler_id: by,
    remind_status,
    times: 1 + (n % 2),
    created_at: made,
    last_at: made,
    due_at: calendar.addWorkingMinutes(next_at ?? made, REMIND_MINUTES[level]),
    next_at,
    snooze_reason: isSnoozed ? "客户出差，约定周后再联系" : "",
    reply: remind_status === "done" && n % 2 === 0 ? "已电话告知客户当前进度和预计时间" : "",
    close_kind:
      remind_status === "ignored"
        ? ("ignored" as const)
        : remind_status === "done"
          ? n % 2 === 0
            ? ("replied" as const)
            : ("condition" as const)
          : null,
    close_reason: remind_status === "ignored" ? "客户已在其他渠道联系过" : "",
    closed_at: isOver ? later : null,
    ...(isSent && { channel: "sms" as const, sent_at: later, sent_times: 1, send_result: "no_provider" as const }),
    version: remind_status === "open" && !isSnoozed ? 1 : 2,
  };
}

/** People of each state in turn, so that a small business has every kind too. */
async function demoReminds(db: Db, of: Of): Promise<void> {
  const subjects = await rows<Subject>(
    db,
    q`
    select x.order_id, x.applicant_id, x.status, x.cs_owner_id, x.expert_id from (
      select a.order_id, a.id as applicant_id, a.applicant_status as status, o.cs_owner_id, coalesce(a.expert_id, o.expert_id) as expert_id,
        row_number() over (partition by a.applicant_status order by a.status_at desc, a.id) as n
      from applicants a join orders o on o.id = a.order_id
      where a.status_at < ${dayStart(of.now, -3)} and a.seq = 1 and o.order_status not in ('cancelled', 'deleted')) x
    order by x.n, x.status limit ${MOST}`,
  );
  if (subjects.length === 0) return;
  // Whatever is over needs nobody any more.
  const made = subjects.map((s, n) => remindOf(s, s.status in KIND_OF && s.status !== "issued" ? n : n * CYCLE.length + 5, of));
  const keyed = made.map((m) => ({ channel: "in_app" as const, sent_at: null, sent_times: 0, send_result: null, ...m }));
  const stored = await db
    .insertInto("order_reminds")
    .values(keyed)
    .returning(["id", "order_id", "applicant_id", "kind", "content", "created_at", "closed_at", "remind_status", "reply", "close_reason"])
    .execute();
  const words = orderRemindFlow.states;
  const line = (r: (typeof stored)[number], label: string, reason: string | null, at: string | Date) => ({
    order_id: r.order_id,
    applicant_id: r.applicant_id,
    kind: "message" as const,
    noun: "order_remind",
    noun_id: r.id,
    label,
    actor_kind: "system" as const,
    actor_name: "系统",
    reason,
    customer_visible: false,
    at,
  });
  const logs = stored.flatMap((r) => [
    line(r, `${REMIND_KINDS[r.kind]}提醒`, r.content, r.created_at),
    ...(r.closed_at === null
      ? []
      : [line(r, `${REMIND_KINDS[r.kind]}提醒：${words[r.remind_status].label}`, r.reply || r.close_reason || null, r.closed_at)]),
  ]);
  await db.insertInto("order_logs").values(logs).execute();
}

interface Evaluation {
  id: number;
  score: number;
  expert_id: number | null;
  cs_owner_id: number | null;
  created_at: string;
  judge_id: number | null;
}
const GOOD_TAGS: readonly (keyof typeof EVALUATE_TAGS)[] = ["fast", "patient", "clear", "in_time"];
const BAD_TAGS: readonly (keyof typeof EVALUATE_TAGS)[] = ["slow", "unclear", "repeated"];
const THANKS = "感谢您的认可，期待下次继续为您服务。";
/** Older than this, a bad rating is answered and an appeal is judged. */
const OLD_HOURS = 6 * 24;
const SORRY = "很抱歉办理时间超出了您的预期，我们已核对各环节用时并改进进度通知。";

function answerOf(e: Evaluation, n: number, { now, calendar }: Of) {
  const at = (hours: number): Date => new Date(Date.parse(e.created_at) + hours * HOUR_MS);
  const isBad = e.score <= 3;
  const tags = isBad ? BAD_TAGS.slice(0, 1 + (n % 2)) : GOOD_TAGS.slice(n % 3, 1 + (n % 3) + (n % 2));
  // What waits is of the last days: a house that leaves complaints for a year is none to show.
  const isOld = at(OLD_HOURS) < now;
  const isReplied = e.cs_owner_id !== null && (isBad ? isOld || n % 3 === 1 : n % 2 === 0) && at(6) < now;
  const isAppealed = isBad && e.expert_id !== null && at(20) < now && n % 4 !== 3;
  const isJudged = isAppealed && e.judge_id !== null && (isOld || n % 3 !== 0) && at(44) < now;
  return {
    tags,
    reply: isReplied ? (isBad ? SORRY : THANKS) : null,
    replied_by: isReplied ? e.cs_owner_id : null,
    replied_at: isReplied ? at(6) : null,
    evaluate_status: isReplied ? "replied" : "pending",
    appeal_status: isJudged ? (n % 3 === 1 ? "accepted" : "rejected") : isAppealed ? "pending" : "none",
    appeal_reason: isAppealed ? "延误由使馆系统停机造成，我方各环节均在时限内完成" : null,
    appealed_by: isAppealed ? e.expert_id : null,
    appealed_at: isAppealed ? at(20) : null,
    appeal_due_at: isAppealed ? calendar.dueAt(at(20), APPEAL_DAYS, "work_day") : null,
    appeal_note: isJudged ? (n % 3 === 1 ? "使馆停机有公告，采纳" : "进度告知不及时，评价有依据") : "",
    judged_by: isJudged ? e.judge_id : null,
    judged_at: isJudged ? at(44) : null,
    is_hidden: isBad && n % 7 === 6,
  };
}

async function demoAnswers(db: Db, of: Of): Promise<void> {
  const list = await rows<Evaluation>(
    db,
    q`
    select e.id, e.score, e.expert_id, o.cs_owner_id, e.created_at,
      (select w.id from workers w join roles g on g.id = w.role_id where w.status = 1 and (g.is_builtin or ${may.order_evaluate_judge} = any(g.module_group))
        and w.id is distinct from e.expert_id order by w.id limit 1) as judge_id
    from order_evaluates e join orders o on o.id = e.order_id where e.source <> 'auto' order by e.id`,
  );
  const all = list.map((e, n) => ({ id: e.id, ...answerOf(e, n, of) }));
  if (all.length === 0) return;
  await rows(
    db,
    q`
    update order_evaluates e set tags = array(select jsonb_array_elements_text(x.v -> 'tags')), reply = x.v ->> 'reply', replied_by = (x.v ->> 'replied_by')::int8,
      replied_at = (x.v ->> 'replied_at')::timestamptz, evaluate_status = x.v ->> 'evaluate_status', appeal_status = x.v ->> 'appeal_status', appeal_reason = x.v ->> 'appeal_reason',
      appealed_by = (x.v ->> 'appealed_by')::int8, appealed_at = (x.v ->> 'appealed_at')::timestamptz, appeal_due_at = (x.v ->> 'appeal_due_at')::timestamptz,
      appeal_note = x.v ->> 'appeal_note', judged_by = (x.v ->> 'judged_by')::int8, judged_at = (x.v ->> 'judged_at')::timestamptz,
      is_shown = not (x.v ->> 'is_hidden')::boolean, show_reason = case when (x.v ->> 'is_hidden')::boolean then '内容与本单无关' else '' end
    from jsonb_array_elements(${JSON.stringify(all)}::jsonb) x(v) where e.id = (x.v ->> 'id')::int8`,
  );
}

export async function demoDesk(db: Db, calendar: Calendar, now: Date): Promise<void> {
  await demoReminds(db, { calendar, now });
  await demoAnswers(db, { calendar, now });
}
