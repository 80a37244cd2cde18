/** Acts upon 过期订单: extended twice at most, chased, noted, closed. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { canMove } from "@visadesk/contract/kit/flow.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { EXPIRE_KINDS, EXTENSIONS, type orderExpireApi } from "@visadesk/contract/order/expire/order-expire.ts";
import { expireFlow } from "@visadesk/contract/order/expire/order-expire.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, Denied, found, refuse } from "#kit/http/refuse.ts";
import { dayOf } from "#kit/range.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import { saveRow } from "#kit/noun/save.ts";
import { changeOrder, personOf, touchApplicant } from "../flow/change.ts";
import { remindNow } from "../remind/order-remind.acts.ts";
import { insertOrderLog } from "../order/order-log.ts";
import { noteAdd } from "../order/order-field.ts";
import { orderExpireNoun } from "./order-expire.noun.ts";
import { expireCounts, expireList, listedExpires, shownExpires, type ExpireRow, type ListedExpire } from "./order-expire.sql.ts";

type Api = typeof orderExpireApi;
/** As far as a day is put off, from today. */
const EXTEND_DAYS = 90;
const NO_EXPIRE = "过期项不存在或无权查看";
/** What the customer is asked for, by what runs out. */
const ASKS: Readonly<Record<ExpireRow["kind"], string>> = {
  pay: "订单已超过支付期限，请尽快支付",
  material: "资料尚未收齐，即将超过收资料期限，请尽快提交",
  travel: "出行日期临近，资料尚未送签，请尽快配合办理",
  document: "护照或资料的有效期不足，请尽快更换或重新开具",
  visit: "赴馆日期已过，请告知是否已赴馆或重新预约",
};

async function one(ctx: Ctx, id: number): Promise<ExpireRow> {
  const [shown] = await shownExpires(ctx, await listedExpires(ctx, [id]));
  return found(shown, NO_EXPIRE);
}
const isOpen = (x: ExpireRow): boolean => x.expire_status === "warning" || x.expire_status === "expired";
const endOf = (day: string): Date => new Date(`${day}T23:59:59+08:00`);

/** The row as its caller saw it, in a state the move leaves. */
async function seen(ctx: Ctx, input: { id: number; version: number }, move: "extend" | "close"): Promise<ExpireRow> {
  const x = await one(ctx, input.id);
  expectUnmoved(x, input.version, () => `该项现在「${expireFlow.states[x.expire_status].label}」`);
  if (!canMove(expireFlow, x.expire_status, move)) refuse("state_changed");
  return x;
}
async function told(ctx: Ctx, x: ExpireRow, act: string, reason: string, more: { before: string; after: string } | null): Promise<void> {
  const changes = more === null ? [] : [{ field: "due_at", label: "到期时间", ...more }];
  await insertOrderLog(ctx, x.order_id, {
    kind: "field",
    noun: "order_expire",
    noun_id: x.id,
    applicant_id: x.applicant_id,
    label: `${EXPIRE_KINDS[x.kind]}${act}`,
    reason,
    changes,
  });
  ctx.note({
    noun: "order_expire",
    noun_id: x.id,
    noun_no: x.applicant_no ?? x.order_no,
    reason: `${EXPIRE_KINDS[x.kind]}${act}`,
    changes,
  });
}

async function extend(input: Parsed<Api["order_expire_extend"]>, ctx: Ctx): Promise<ExpireRow> {
  const x = await seen(ctx, input, "extend");
  if (x.kind === "pay") refuse("guard_failed", "支付过期不能延期，请恢复订单，新的支付期限随之开始");
  if (x.extended_times >= EXTENSIONS) refuse("limit_exceeded", `已延期${EXTENSIONS}次，不能再延`);
  if (x.extended_times > 0 && !ctx.has(may.order_limit)) throw new Denied(may.order_limit);
  const due = endOf(input.due_on);
  if (input.due_on < shanghaiDate(ctx.now)) throw badInput({ path: "due_on", message: "新期限不能早于今天" });
  if (input.due_on > dayOf(ctx.now, EXTEND_DAYS)) throw badInput({ path: "due_on", message: `最长延期${EXTEND_DAYS}天` });
  if (due.getTime() <= Date.parse(x.due_at)) throw badInput({ path: "due_on", message: "新期限须晚于原期限" });
  const due_at = due.toISOString();
  const person = x.kind === "material" ? x.applicant_id : null;
  // Papers are due by the person's own clock, which lists and reminders read.
  if (person !== null)
    await changeOrder(ctx, x.order_id, async (w) => {
      const p = personOf(w, person);
      if (p.applicant_status === "none")
        await touchApplicant(w, p, { status_due_at: due_at }, { label: "收资料延期", reason: input.reason });
    });
  await moveRow(ctx, orderExpireNoun, "extend", {
    id: x.id,
    version: x.version,
    to: "warning",
    set: { due_at, extended_times: x.extended_times + 1, extend_reason: input.reason, updated_at: ctx.now },
  });
  await told(ctx, x, "延期", input.reason, { before: x.due_at, after: due_at });
  return one(ctx, x.id);
}

async function close(input: Parsed<Api["order_expire_close"]>, ctx: Ctx): Promise<ExpireRow> {
  const x = await seen(ctx, input, "close");
  await moveRow(ctx, orderExpireNoun, "close", {
    id: x.id,
    version: x.version,
    to: "closed",
    set: { close_reason: input.reason, closed_by: ctx.me.worker_id, closed_at: ctx.now, updated_at: ctx.now },
  });
  await told(ctx, x, "关闭", input.reason, null);
  return one(ctx, x.id);
}

async function contact({ id, content }: Omit<Parsed<Api["order_expire_contact"]>, "idempotency_key">, ctx: Ctx): Promise<ExpireRow> {
  const x = await one(ctx, id);
  if (!isOpen(x)) refuse("state_changed", "该项已结束，请在订单里写联系记录");
  await noteAdd({ order_id: x.order_id, kind: "contact", content, ...(x.applicant_id !== null && { applicant_id: x.applicant_id }) }, ctx);
  const set = { contact_times: x.contact_times + 1, last_contact_at: ctx.now, updated_at: ctx.now };
  await saveRow(ctx, orderExpireNoun, { id, version: x.version, set, told: true });
  return one(ctx, id);
}

/** Said to the customer by the reminders' own desk, with its hours; held in the order of their orders. */
async function remind({ ids }: Parsed<Api["order_expire_remind"]>, ctx: Ctx): Promise<Output<Api["order_expire_remind"]>> {
  const asked = [...new Set(ids)];
  const shown = new Map((await shownExpires(ctx, await listedExpires(ctx, asked))).map((x) => [x.id, x]));
  const orderOf = (id: number): number => shown.get(id)?.order_id ?? 0;
  const results: Output<Api["order_expire_remind"]>["results"] = [];
  for (const id of asked.sort((a, b) => orderOf(a) - orderOf(b) || a - b)) {
    const x = shown.get(id);
    const fault = !x ? NO_EXPIRE : !isOpen(x) ? "该项已结束" : await remindOne(ctx, x);
    const name = x?.applicant_no ?? x?.order_no ?? "";
    results.push({ id, name, ok: fault === null, msg: fault ?? "" });
    if (x && fault === null) ctx.note({ noun: "order_expire", noun_id: x.id, noun_no: name });
  }
  return { results, done: results.filter((r) => r.ok).length };
}
const remindOne = async (ctx: Ctx, x: ExpireRow): Promise<string | null> => {
  // Its order was cancelled unpaid: there is nothing to pay until it is taken up again.
  if (x.kind === "pay") return "订单已取消，请先恢复";
  const level = x.expire_status === "expired" ? "high" : "normal";
  const fault = await remindNow(ctx, { order_id: x.order_id, applicant_id: x.applicant_id, kind: x.kind, level, content: ASKS[x.kind] });
  return fault && fault.message;
};

export const expireServed = {
  order_expire_query: async (input: Parsed<Api["order_expire_query"]>, ctx: Ctx) => {
    const page = await pageOf<ListedExpire>(ctx.db, input, expireList(input, ctx));
    return { ...page, list: await shownExpires(ctx, page.list) };
  },
  order_expire_counts: async (input: Parsed<Api["order_expire_counts"]>, ctx: Ctx) => ({ counts: await expireCounts(input, ctx) }),
  order_expire_extend: extend,
  order_expire_close: close,
  order_expire_contact: contact,
  order_expire_remind: remind,
};
