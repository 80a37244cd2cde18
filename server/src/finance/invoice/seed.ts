/** Invoices of the demo business in every state, red ones among them, made by the code that makes real ones. Needs the demo's orders. */
import type { InvoiceKind } from "@visadesk/contract/finance/invoice.words.ts";
import type { Ctx, Principal } from "#kit/call/context.ts";
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { FileStore } from "#kit/files/files.ts";
import { dayOf } from "#kit/range.ts";
import { demoCtx, demoWorker } from "../demo-ctx.ts";
import { titleAdd } from "../invoice-title/invoice-title.ts";
import { invoiceAdd } from "./invoice-add.ts";
import { heldInvoice, type Seen } from "./invoice-held.ts";
import { invoicedOrders, leftOf } from "./invoice-money.sql.ts";
import { approve, registerIssued, reject, withdraw } from "./invoice-moves.ts";
import { invoiceRed, lapseReds, redConfirming } from "./invoice-red.ts";
import { issueStart } from "./invoice-start.ts";
import type { InvoicePorts } from "./ports.ts";

const DAY_MS = 86_400_000;
const LEAST = 10_000;
const ports: InvoicePorts = { redIssued: () => Promise.resolve(), surchargeBack: () => Promise.resolve(null) };

type State = "pending" | "awaiting_surcharge" | "to_issue" | "issuing" | "issued" | "rejected" | "withdrawn";
interface Plan {
  state: State;
  kind: InvoiceKind;
  days_ago: number;
  /** Of an issued one: what became of its red one. */
  red?: "pending" | "confirming" | "lapsed" | "issued";
}
const PLANS: readonly Plan[] = [
  { state: "issued", kind: "normal", days_ago: 9 },
  { state: "issued", kind: "special", days_ago: 8, red: "lapsed" },
  { state: "issued", kind: "normal", days_ago: 7, red: "issued" },
  { state: "issued", kind: "special", days_ago: 1, red: "confirming" },
  { state: "issued", kind: "normal", days_ago: 4, red: "pending" },
  { state: "rejected", kind: "normal", days_ago: 6 },
  { state: "withdrawn", kind: "normal", days_ago: 4 },
  { state: "issuing", kind: "normal", days_ago: 2 },
  { state: "to_issue", kind: "special", days_ago: 2 },
  { state: "awaiting_surcharge", kind: "special", days_ago: 1 },
  { state: "pending", kind: "special", days_ago: 1 },
  { state: "pending", kind: "normal", days_ago: 0 },
];
interface Billed {
  id: number;
  peer_id: number;
  title: string;
  tax_no: string;
  email: string;
}
/** One paid order per peer with enough left of its service. */
async function orders(tx: Tx, most: number): Promise<(Billed & { service: number; embassy: number })[]> {
  const list = await rows<Billed>(
    tx,
    q`select distinct on (p.id) o.id, o.peer_id, p.name as title, p.credit_code as tax_no, p.contact_email as email
      from peers p join orders o on o.peer_id = p.id
      where o.amount_paid > 0 and o.amount_refunded = 0 and o.order_status not in ('cancelled', 'deleted') and p.peer_status = 'active' and not p.auto_deduct
      order by p.id, o.id desc limit ${most * 4}`,
  );
  const money = await invoicedOrders(
    tx,
    list.map((o) => o.id),
  );
  return list
    .flatMap((o) => {
      const of = money.get(o.id);
      return of && leftOf(of, "service") >= LEAST
        ? [{ ...o, service: leftOf(of, "service"), embassy: Math.max(0, leftOf(of, "embassy")) }]
        : [];
    })
    .slice(0, most);
}

class Demo {
  readonly #tx: Tx;
  readonly #files: FileStore;
  readonly #paper: string;
  #number = 26_310_000_000_000_000_000n;
  constructor(tx: Tx, files: FileStore, paper: string) {
    this.#tx = tx;
    this.#files = files;
    this.#paper = paper;
  }
  ctx(who: Principal, at: Date): Ctx {
    return demoCtx(this.#tx, this.#files, who, at);
  }
  async seen(id: number): Promise<Seen> {
    const found = await row<Seen>(this.#tx, q`select id, version from invoices where id = ${id}`);
    if (!found) throw new Error(`invoice ${id} is missing`);
    return found;
  }
  /** Passed, in work and registered, each a little later. */
  async issue(id: number, maker: Ctx, checker: Ctx): Promise<void> {
    await approve({ ...(await this.seen(id)), idempotency_key: crypto.randomUUID() }, checker);
    await issueStart({ rows: [await this.seen(id)] }, maker);
    this.#number += 1n;
    const told = { invoice_no: String(this.#number), issued_on: dayOf(maker.now), files: [this.#paper] };
    await registerIssued(maker, ports, await heldInvoice(maker, await this.seen(id), "issued"), told);
  }
  async red(id: number, how: NonNullable<Plan["red"]>, maker: Ctx, checker: Ctx): Promise<void> {
    const wanted = {
      ...(await this.seen(id)),
      idempotency_key: crypto.randomUUID(),
      red_reason: "wrong" as const,
      reason: "购方名称变更，重新开具",
    };
    const red = await invoiceRed(wanted, maker);
    if (how === "issued") await this.issue(red.id, maker, checker);
    if (how === "confirming" || how === "lapsed")
      await redConfirming({ ...(await this.seen(red.id)), red_confirm_no: `HZ${red.fp_no.slice(2)}` }, maker);
  }
}

/** Nothing where there are invoices. `paper`: a stored file that stands for the tax office's. */
export async function seedInvoices(db: Db, files: FileStore, paper: string, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await row(tx, q`select 1 from invoices limit 1`)) return;
    const [maker, checker] = [await demoWorker(tx, "finance"), await demoWorker(tx, "admin")];
    if (!maker || !checker) return;
    const demo = new Demo(tx, files, paper);
    const found = await orders(tx, PLANS.length);
    for (const [n, plan] of PLANS.entries()) {
      const o = found[n];
      if (o) await one(tx, demo, { plan, o, maker, checker, now });
    }
    await lapseReds(demo.ctx(checker, now));
  });
}
interface One {
  plan: Plan;
  o: Billed & { service: number; embassy: number };
  maker: Principal;
  checker: Principal;
  now: Date;
}
async function one(tx: Tx, demo: Demo, { plan, o, maker, checker, now }: One): Promise<void> {
  const at = new Date(now.getTime() - plan.days_ago * DAY_MS);
  const [asks, passes] = [demo.ctx(maker, at), demo.ctx(checker, at)];
  const isSurcharged = plan.state === "awaiting_surcharge";
  if (isSurcharged) await rows(tx, q`update finance_settings set special_surcharge_bp = 300 where id = 1`);
  const id = await asked(asks, plan, o);
  if (isSurcharged) await rows(tx, q`update finance_settings set special_surcharge_bp = 0 where id = 1`);
  const key = { idempotency_key: crypto.randomUUID() };
  if (plan.state === "issued") await demo.issue(id, asks, passes);
  if (plan.red) await demo.red(id, plan.red, asks, passes);
  if (["awaiting_surcharge", "to_issue", "issuing"].includes(plan.state)) await approve({ ...(await demo.seen(id)), ...key }, passes);
  if (plan.state === "issuing") await issueStart({ rows: [await demo.seen(id)] }, asks);
  if (plan.state === "withdrawn") await withdraw(ports, await demo.seen(id), asks);
  if (plan.state === "rejected")
    await reject(ports, { ...(await demo.seen(id)), reject_code: "title", reason: "抬头与营业执照不一致" }, passes);
}
/** Made out to the peer itself, by its book; a special one also for what missions took, so that it is split. */
async function asked(ctx: Ctx, { kind, state }: Plan, o: One["o"]): Promise<number> {
  const title = await titleAdd(
    {
      peer_id: o.peer_id,
      title_type: "company",
      title: o.title,
      tax_no: o.tax_no,
      address: "",
      phone: "",
      bank: "招商银行营业部",
      bank_account: `6225${String(880_000_000_000 + o.peer_id)}`,
    },
    ctx,
  );
  const lines = [
    { order_id: o.id, part: "service" as const, amount: o.service },
    ...(o.embassy > 0 && kind === "special" && state === "pending"
      ? [{ order_id: o.id, part: "embassy" as const, amount: o.embassy }]
      : []),
  ];
  const asking = { peer_id: o.peer_id, title_id: title.id, kind, lines, email: o.email, remark: "", idempotency_key: crypto.randomUUID() };
  const { list } = await invoiceAdd(asking, ctx);
  return list[0]?.id ?? 0;
}
