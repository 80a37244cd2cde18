/** 过期订单 of the demo business as some days of scans and acts leave them: extended, chased, closed, and ended with their condition. */
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { orderExpireApi } from "@visadesk/contract/order/expire/order-expire.ts";
import type { Ctx } from "#kit/call/context.ts";
import { writeLog } from "#kit/call/log.ts";
import { makeCtx } from "#kit/call/run.ts";
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { FileStore } from "#kit/files/files.ts";
import { dayOf } from "#kit/range.ts";
import { principalOfWorker } from "../../account/index.ts";
import { config } from "../../setting/index.ts";
import { expireServed } from "./order-expire.ts";
import { runningOut, type Running } from "./order-expire-due.sql.ts";
import { expireOpen, expireResolve } from "./order-expire-open.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The scan that found them ran so long ago. */
const FOUND_DAYS = 3;
const RESOLVED = 8;
type Act = "extend" | "twice" | "contact" | "close" | "none";
/** In turn; the few of a small business are extended and closed first. */
const ACTS: readonly Act[] = ["twice", "close", "contact", "none", "extend", "none", "contact", "close"];
const MOST = 40;

class ExpireSeed {
  private readonly tx: Tx;
  private readonly files: FileStore;
  private readonly manager: number;
  private readonly now: Date;
  constructor(tx: Tx, files: FileStore, manager: number, now: Date) {
    this.tx = tx;
    this.files = files;
    this.manager = manager;
    this.now = now;
  }
  private async ctx(at: Date, name: string): Promise<ReturnType<typeof makeCtx>> {
    const who = await principalOfWorker(this.tx, this.manager, at);
    return makeCtx({ files: this.files, config }, this.tx, { name, request_id: crypto.randomUUID() }, who, at);
  }
  private async as(hours: number, endpoint: Endpoint, act: (ctx: Ctx) => Promise<unknown>): Promise<void> {
    const ctx = await this.ctx(new Date(this.now.getTime() - hours * HOUR_MS), endpoint.name);
    await act(ctx);
    await writeLog(this.tx, ctx, endpoint, ctx.entries, "ok", 0);
  }
  private async open(r: Running, at: Date): Promise<{ id: number; version: number } | undefined> {
    await expireOpen({ db: this.tx, now: at }, r);
    return row(
      this.tx,
      q`select id, version from order_expires where order_id = ${r.order_id} and applicant_id is not distinct from ${r.applicant_id} and kind = ${r.kind}`,
    );
  }
  private async seen(id: number): Promise<{ id: number; version: number }> {
    const found = await row<{ version: number }>(this.tx, q`select version from order_expires where id = ${id}`);
    return { id, version: found?.version ?? 0 };
  }

  /** What somebody did with one that was found some days ago and runs still. */
  async told(r: Running, act: Act, n: number): Promise<void> {
    const x = await this.open(r, new Date(this.now.getTime() - FOUND_DAYS * DAY_MS));
    if (!x) return;
    const { id } = x;
    const due = (days: number): string => dayOf(new Date(Math.max(this.now.getTime(), Date.parse(r.due_at))), days);
    const extend = (hours: number, days: number, reason: string) =>
      this.as(hours, orderExpireApi.order_expire_extend, async (ctx) =>
        expireServed.order_expire_extend({ ...(await this.seen(id)), due_on: due(days), reason }, ctx),
      );
    if (act === "contact")
      await this.as(30 + (n % 9), orderExpireApi.order_expire_contact, (ctx) =>
        expireServed.order_expire_contact({ id, content: "电话联系客户，答应本周内补齐资料" }, ctx),
      );
    if (act === "close")
      await this.as(20 + (n % 7), orderExpireApi.order_expire_close, async (ctx) =>
        expireServed.order_expire_close({ ...(await this.seen(id)), reason: "客户确认改期，另行安排" }, ctx),
      );
    if (act === "extend" || act === "twice") await extend(44, 5 + (n % 4), "客户出差，回来后提交");
    if (act === "twice") await extend(10, 12 + (n % 4), "公司盖章未办完，再宽限几天");
  }

  /** The journey was near and somebody not submitted yet; he was, since: what a scan of then opened has ended. */
  async ended(): Promise<void> {
    const found = await rows<{ order_id: number; travel_on: string; submitted_at: string }>(
      this.tx,
      q`select o.id as order_id, o.travel_date::text as travel_on, max(a.submitted_at) as submitted_at from orders o join applicants a on a.order_id = o.id
        where o.travel_date between ${dayOf(this.now)}::date and ${dayOf(this.now, 6)}::date group by o.id
        having bool_and(a.submitted_at is not null) and max(a.submitted_at) > ${new Date(this.now.getTime() - FOUND_DAYS * DAY_MS)}
        order by o.id desc limit ${RESOLVED}`,
    );
    for (const { order_id, travel_on, submitted_at } of found) {
      const due = new Date(Date.parse(`${travel_on}T23:59:59+08:00`) - DAY_MS);
      const then = new Date(this.now.getTime() - FOUND_DAYS * DAY_MS);
      await this.open({ order_id, applicant_id: null, kind: "travel", due_at: due.toISOString(), is_over: false }, then);
      const ctx = await this.ctx(new Date(submitted_at), "expire_scan");
      await expireResolve({ ...ctx, principal: null }, order_id, ["travel"]);
    }
  }
}

/** Nothing where there are rows. */
export async function seedExpires(db: Db, files: FileStore, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await row(tx, q`select 1 from order_expires limit 1`)) return;
    const manager = await row<{ id: number }>(tx, q`select id from workers where account = 'manager'`);
    if (!manager) return;
    const seed = new ExpireSeed(tx, files, manager.id, now);
    await seed.ended();
    const found = new Date(now.getTime() - FOUND_DAYS * DAY_MS).toISOString();
    // An unpaid order that ran out since would have been found later.
    const running = (await runningOut(tx, now)).filter((r) => r.kind !== "pay" || new Date(r.due_at).toISOString() < found);
    running.sort((a, b) => Number(a.kind === "pay") - Number(b.kind === "pay"));
    const some = [...Map.groupBy(running, (r) => r.kind).values()].flatMap((list) => list.slice(0, MOST));
    for (const [n, r] of some.entries()) {
      const act = ACTS[n % ACTS.length] ?? "none";
      // A payment that ran out is not extended: its order is taken up again.
      await seed.told(r, r.kind === "pay" && (act === "extend" || act === "twice") ? "contact" : act, n);
    }
  });
}
