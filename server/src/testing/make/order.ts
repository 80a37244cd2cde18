/**
 * Orders for tests: the area's handlers on a seeded database, called with parsed input in a transaction as the runner does.
 *
 *   const desk = await orderDesk();   const o = await desk.order({ people: 2 });   await desk.pay(o.id);
 */
import { randomUUID } from "node:crypto";
import { allApi, type EndpointName, type InputOf, type OutputOf } from "@visadesk/contract/index.ts";
import type { PermissionName } from "@visadesk/contract/permissions.ts";
import type { Ctx, Principal } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { TestClock } from "#kit/clock.ts";
import { parseInput } from "#kit/call/input.ts";
import { HttpError, Refusal } from "#kit/http/refuse.ts";
import { addDays } from "../../base-data/index.ts";
import * as writes from "../../order/order/order.write.ts";
import { refuseClaimServed } from "../../order/claim/refuse-claim-read.ts";
import { evaluateServed } from "../../order/evaluate/evaluate-served.ts";
import { expireServed } from "../../order/expire/order-expire.ts";
import { limitServed } from "../../order/expire/order-limit.ts";
import { visitNoticeServed } from "../../order/applicant/visit-notice.ts";
import { consistencyServed } from "../../order/consistency/order-consistency.ts";
import { refundServed } from "../../order/refund/refund.ts";
import { loadFacts } from "../../order/flow/facts.sql.ts";
import { asWrite, principalFor } from "../ctx.ts";
import { seedBusiness, TEST_NOW, testSecrets } from "../business.ts";
import { testDatabase, type TestDatabase } from "../database.ts";
import { answerOf } from "./answer.ts";
import { makePeer } from "./peer.ts";

const served = {
  ...writes.orderWrites,
  ...writes.applicantWrites,
  ...writes.applicantMaterialWrites,
  ...writes.visitWrites,
  ...writes.submissionBatchWrites,
  ...writes.expressWrites,
  ...writes.orderDiffWrites,
  ...writes.custodyWrites,
  ...refundServed,
  ...refuseClaimServed,
  ...evaluateServed,
  ...visitNoticeServed,
  ...expireServed,
  ...limitServed,
  ...consistencyServed,
};
type Name = keyof typeof served & EndpointName;
/** The desk makes the idempotency key where the caller gives none. */
type Loose<N extends Name> = Omit<InputOf<N>, "idempotency_key">;
const handlers: Readonly<Record<string, (input: never, ctx: Ctx) => unknown>> = served;
const ALL: readonly PermissionName[] = [
  "order_view",
  "order_process",
  "order_entry",
  "order_pay_register",
  "order_assign",
  "order_rollback",
  "order_settle_price",
  "order_evaluate",
  "order_expired",
  "cost_view",
];

export interface OrderFacts {
  people?: number;
  sku_no?: string;
  travel_date?: string;
  protection?: boolean;
  insurance?: { product_id: number; plan_key: string };
  wish?: "manual" | "any_30" | "not_30";
  wish_dates?: string[];
  customer_kind?: "direct" | "peer" | "corporate";
  /** One is made where a peer's order names none. */
  peer_id?: number;
  /** Blank people instead of filled ones. */
  blank?: boolean;
}
export interface Made {
  id: number;
  order_no: string;
  people: number[];
}

export class OrderDesk {
  readonly database: TestDatabase;
  readonly clock: TestClock;
  readonly staff: ReadonlyMap<string, number>;
  me: Principal;
  constructor(database: TestDatabase, clock: TestClock, staff: ReadonlyMap<string, number>) {
    this.database = database;
    this.clock = clock;
    this.staff = staff;
    this.me = this.worker("expert");
  }
  get db(): Db {
    return this.database.db;
  }
  worker(account: string, facts: { codes?: readonly PermissionName[]; scope_ids?: readonly number[] | null } = {}): Principal {
    return principalFor({
      worker_id: this.staff.get(account) ?? 0,
      codes: facts.codes ?? ALL,
      scope_ids: facts.scope_ids ?? null,
      nickname: account,
    });
  }
  call<N extends Name>(name: N, input: Loose<N>, as: Principal | null = this.me): Promise<OutputOf<N>> {
    const endpoint = allApi[name];
    const parsed = parseInput(endpoint, endpoint.key ? { idempotency_key: randomUUID(), ...input } : input);
    return asWrite(this.db, as, this.clock.now(), async (ctx) => (await handlers[name]?.(parsed as never, ctx)) as OutputOf<N>);
  }
  /** The refusal's code and sentence of a call that must not succeed. */
  async refused<N extends Name>(
    name: N,
    input: Loose<N>,
    as: Principal | null = this.me,
  ): Promise<{ code: string | number; msg: string; issues: readonly { path: string; message: string }[] }> {
    try {
      await this.call(name, input, as);
    } catch (e) {
      if (e instanceof Refusal) return { code: e.code, msg: e.message, issues: e.body.issues ?? [] };
      if (e instanceof HttpError)
        return {
          code: e.status,
          msg: e.msg ?? "",
          issues: (e.body as { issues?: { path: string; message: string }[] } | null)?.issues ?? [],
        };
      throw e;
    }
    throw new Error(`${name} succeeded`);
  }
  /** A file by type, uploaded by these accounts. */
  async file(
    type: "image/jpeg" | "application/pdf" = "image/jpeg",
    size = 200_000,
    by: readonly string[] = ["admin", "expert"],
  ): Promise<string> {
    const hash = randomUUID().replaceAll("-", "");
    const key = `private/${hash.slice(0, 2)}/${hash}.${type === "image/jpeg" ? "jpg" : "pdf"}`;
    const { id } = await this.db
      .insertInto("files")
      .values({ key, is_private: true, sha256: hash, size, content_type: type, created_at: this.clock.now() })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const account of by)
      await this.db
        .insertInto("file_uploads")
        .values({ file_id: id, worker_id: this.staff.get(account) ?? 0, filename: `${hash.slice(0, 6)}.jpg`, created_at: this.clock.now() })
        .execute();
    return key;
  }
  async sku(no: string): Promise<number> {
    return (await this.db.selectFrom("skus").select("id").where("sku_no", "=", no).executeTakeFirstOrThrow()).id;
  }
  facts(id: number) {
    return loadFacts(this.db, id, this.clock.now()).then((f) => {
      if (!f) throw new Error(`order ${id} is missing`);
      return f;
    });
  }
  async person(id: number) {
    const { order_id } = await this.db.selectFrom("applicants").select("order_id").where("id", "=", id).executeTakeFirstOrThrow();
    const p = (await this.facts(order_id)).people.find((x) => x.id === id);
    if (!p) throw new Error(`applicant ${id} is missing`);
    return p;
  }

  async entry(o: OrderFacts = {}) {
    const today = this.clock.now().toISOString().slice(0, 10);
    const sku_id = await this.sku(o.sku_no ?? PLAIN_SKU);
    const protection = o.protection
      ? await this.db.selectFrom("refuse_no_worry_links").select("product_id").where("sku_id", "=", sku_id).executeTakeFirstOrThrow()
      : null;
    return {
      sku_id,
      customer_kind: o.customer_kind ?? ("direct" as const),
      ...(o.customer_kind && o.customer_kind !== "direct" && { peer_id: o.peer_id ?? (await this.peer(o.customer_kind)) }),
      travel_date: o.travel_date ?? addDays(today, 60),
      return_date: addDays(o.travel_date ?? addDays(today, 60), 7),
      refuse_no_worry_product_id: protection?.product_id ?? null,
      ...(o.insurance && { insurance: o.insurance }),
      applicants: Array.from({ length: o.people ?? 1 }, (_, i) => (o.blank ? {} : personData(i))),
    };
  }
  private async peer(kind: "peer" | "corporate"): Promise<number> {
    return (await makePeer(this.db, { business_kind: kind === "corporate" ? "corporate" : "ticket" }, this.clock.now())).id;
  }
  async order(o: OrderFacts = {}): Promise<Made> {
    const entry = await this.entry(o);
    const quote = await this.call("order_quote", entry);
    const made = await this.call("order_add", {
      ...entry,
      quote_hash: quote.quote_hash,
      contact_name: "李四",
      contact_mobile: "13900001111",
      return_mode: "pickup",
      confirm_duplicate: true,
      ...(o.wish && { visit_wish: o.wish, visit_wish_dates: o.wish_dates ?? [] }),
    });
    return { ...made, people: (await this.facts(made.id)).people.map((p) => p.id) };
  }
  async pay(id: number): Promise<void> {
    const { order } = await this.facts(id);
    await this.call("order_pay_register", {
      id,
      version: order.version,
      parts: [
        {
          method: "wechat",
          amount: order.amount_payable,
          trade_no: randomUUID(),
          proof: [await this.file()],
          paid_at: this.clock.now().toISOString(),
        },
      ],
    });
  }
  /** Uploads every paper and submits every form of a person. */
  async handIn(applicantId: number): Promise<void> {
    for (const { id, kind } of (await this.person(applicantId)).materials.filter(
      (m) => m.owner !== "ours" && m.kind !== 2 && m.kind !== 3,
    )) {
      const m = (await this.person(applicantId)).materials.find((x) => x.id === id);
      if (!m || m.material_status !== "missing") continue;
      if (kind === 5)
        await this.call("applicant_form_save", { id, version: m.version, form_answers: await this.answers(applicantId), submit: true });
      else
        await this.call("applicant_material_upload", {
          id,
          version: m.version,
          files: [{ file: await this.file(), page_no: 1 }],
          doc_date: this.clock.now().toISOString().slice(0, 10),
        });
    }
  }
  private async answers(applicantId: number): Promise<Record<string, unknown>> {
    const f = await this.facts((await this.person(applicantId)).order_id);
    // What the order answers by itself is not typed: another day would not fit it.
    const questions = (f.snapshot.application?.sections ?? []).flatMap((s) => s.questions).filter((q) => q.source !== "system");
    return Object.fromEntries(questions.map((q) => [q.key, answerOf(q, this.today())]));
  }
  /** Passes every handed-in paper. */
  async passItems(applicantId: number): Promise<void> {
    for (const m of (await this.person(applicantId)).materials.filter((x) => x.material_status === "submitted" && x.kind !== 2))
      await this.call("applicant_material_pass", { id: m.id, version: m.version });
  }
  /** Brings a paid person into the review and through it. */
  async reviewed(applicantId: number): Promise<void> {
    await this.handIn(applicantId);
    await this.passItems(applicantId);
    await this.move("applicant_review_pass", applicantId);
    const p = await this.person(applicantId);
    if (p.applicant_status !== "awaiting_originals") return;
    await this.move("applicant_originals_pass", applicantId, {
      counts: p.materials.filter((m) => m.kind === 2).map((m) => ({ material_id: m.id, count: Math.max(1, m.copies) })),
    });
  }
  /** A move with the person's present version. */
  async move<N extends Name>(
    name: N,
    applicantId: number,
    input: Record<string, unknown> = {},
    as: Principal | null = this.me,
  ): Promise<OutputOf<N>> {
    return this.call(name, { id: applicantId, version: (await this.person(applicantId)).version, ...input } as never, as);
  }
  async refusedMove(name: Name, applicantId: number, input: Record<string, unknown> = {}, as: Principal | null = this.me) {
    const { version } = await this.person(applicantId);
    return this.refused(name, { id: applicantId, version, ...input }, as);
  }
  today(): string {
    return new Date(this.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  }
}

export const PLAIN_SKU = "JP-TOUR-S-01";
/** Person data that passes every rule. */
export const personData = (i: number) => ({
  name_cn: `张${"伟敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂"[i % 20]}`,
  surname_en: "ZHANG",
  given_name_en: "WEI",
  gender: "male" as const,
  birth_date: "1990-05-20",
  identity: "employed" as const,
  passport_no: `E${String(10_000_000 + i)}`,
  passport_issue_date: "2022-01-01",
  passport_expiry_date: "2031-12-31",
  household_province: "310000",
  household_city: "310100",
  relation: i === 0 ? ("self" as const) : ("other" as const),
});

/** Call at the top of a test file. */
export async function orderDesk(now = TEST_NOW): Promise<OrderDesk> {
  testSecrets();
  const database = await testDatabase({ seeded: now === TEST_NOW });
  const clock = new TestClock(now);
  if (!database.seeded) await seedBusiness(database.db, clock.now());
  const staff = await database.db.selectFrom("workers").select(["account", "id"]).execute();
  return new OrderDesk(database, clock, new Map(staff.map((w) => [w.account, w.id])));
}
