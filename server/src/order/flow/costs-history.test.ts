/** Whatever happens to a person, the books say what his supplier is owed by where he stands. */
import { beforeAll, expect, test } from "vitest";
import { ON_REFUSALS, SETTLE_TRIGGERS } from "@visadesk/contract/supplier/supplier.words.ts";
import { keysOf } from "#kit/files/objects.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { asWrite } from "../../testing/ctx.ts";
import { orderDesk } from "../../testing/make/order.ts";
import { random } from "../../testing/make/rights.ts";
import { changeOrder, moveApplicant, personOf } from "./change.ts";

const desk = await orderDesk();
let letter = "";
let scan = "";
beforeAll(async () => {
  [letter, scan] = [await desk.file("application/pdf"), await desk.file()];
});

type Act = "submit" | "issue" | "refuse" | "back_in" | "back_out" | "price" | "complete" | "refund";
type Trigger = keyof typeof SETTLE_TRIGGERS;
type OnRefusal = keyof typeof ON_REFUSALS;
/** Told by the acts alone, never by the rows that the business reads. */
interface Story {
  order: number;
  id: number;
  stage: "waiting" | "in" | "issued" | "refused" | "refunded";
  isHandedIn: boolean;
  wasRefused: boolean;
  hasResult: boolean;
  isBack: boolean;
  wasOver: boolean;
  price: number;
  fee: number;
}
const CAN: Readonly<Record<Story["stage"], readonly Act[]>> = {
  waiting: ["submit", "submit", "price"],
  in: ["issue", "refuse", "refuse", "price", "back_out"],
  issued: ["back_in", "price", "complete", "back_out"],
  refused: ["back_in", "back_in", "price", "complete", "back_out"],
  refunded: [],
};

function owed(s: Story, trigger: Trigger, on: OnRefusal): number {
  if (!s.isHandedIn) return 0;
  const isOver = s.wasOver && (s.hasResult || s.stage === "refunded");
  if (!{ submitted: true, issued: s.hasResult, completed: isOver }[trigger]) return 0;
  if (!s.wasRefused) return s.price;
  const fee = Math.min(s.fee, s.price);
  return { full: s.price, service_half: fee + Math.round((s.price - fee) / 2), embassy_only: fee, none: 0 }[on];
}
async function booked(id: number): Promise<number> {
  const sum = q`select coalesce(-sum(l.amount), 0)::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id
    where a.code = 'payable_supplier' and l.applicant_id = ${id}`;
  return (await row<{ n: number }>(desk.db, sum))?.n ?? 0;
}

const back = (s: Story, to: string) => desk.move("applicant_rollback", s.id, { to, reason_code: "wrong_result", reason: "结果录入有误" });
const acts: Readonly<Record<Act, (s: Story, pick: (n: number) => number) => Promise<Partial<Story>>>> = {
  submit: async (s) => {
    await desk.move("applicant_submit", s.id, { submit_date: desk.today() });
    return { stage: "in", isHandedIn: true };
  },
  issue: async (s) => {
    const day = { visa_issue_date: desk.today(), visa_effective_date: desk.today(), visa_expiry_date: "2029-01-01" };
    await desk.move("applicant_issue", s.id, { visa_no: "V1234567", ...day, stay_days: 30, entry_count: "single", result_files: [letter] });
    return { stage: "issued", hasResult: true };
  },
  refuse: async (s) => {
    await desk.move("applicant_refuse", s.id, { refusal_category: "funds", refusal_files: [scan] });
    return { stage: "refused", hasResult: true, wasRefused: true };
  },
  back_in: async (s) => {
    await back(s, "in_embassy");
    return { stage: "in", hasResult: false, wasRefused: false, isBack: false };
  },
  back_out: async (s) => {
    await back(s, "awaiting_submission");
    return { stage: "waiting", isHandedIn: false, hasResult: false, wasRefused: false, isBack: false };
  },
  price: async (s, pick) => {
    const settle_price = [0, Math.floor(s.fee / 2), s.fee + 10_001, s.fee + 30_000, s.fee + 55_555][pick(5)] ?? 0;
    await desk.move("applicant_settle_price_update", s.id, { settle_price, reason: "与供应商另有约定" });
    return { price: settle_price };
  },
  complete: async (s) => {
    if (s.isBack) return {};
    const away = (await desk.person(s.id)).materials.filter((m) => m.kind === 2 && (m.holder === "supplier" || m.holder === "courier"));
    if (away.length > 0) await desk.call("custody_move", { material_ids: away.map((m) => m.id), to_holder: "us" });
    await desk.move("applicant_result_send", s.id, { mode: "embassy_mail" });
    await desk.call("order_receive", { id: s.order, version: (await desk.facts(s.order)).order.version });
    if (!s.wasOver) await desk.call("order_evaluate_add", { order_id: s.order, score: 5, content: "" });
    expect((await desk.facts(s.order)).order.order_status).toBe("completed");
    return { isBack: true, wasOver: true };
  },
  refund: async (s) => {
    await asWrite(desk.db, null, desk.clock.now(), (ctx) =>
      changeOrder(ctx, s.order, async (w) => {
        const p = personOf(w, s.id);
        await moveApplicant(w, p, "refund_lock", { to: "refunding", set: { prev_status: p.applicant_status } });
        await moveApplicant(w, p, "refund_done", { to: "refunded" });
      }),
    );
    return { stage: "refunded", wasOver: true };
  },
};

async function begun(trigger: Trigger, on: OnRefusal): Promise<Story> {
  await rows(desk.db, q`update suppliers set settle_trigger = ${trigger}, on_refusal = ${on}`);
  const { id: order, people } = await desk.order();
  const [id = 0] = people;
  await desk.pay(order);
  await desk.reviewed(id);
  const { settle_price, embassy_part } = await desk.person(id);
  const nothing = { isHandedIn: false, wasRefused: false, hasResult: false, isBack: false, wasOver: false };
  return { order, id, stage: "waiting", price: settle_price ?? 0, fee: embassy_part ?? 0, ...nothing };
}

const LENGTH = 10;
const FIRST: readonly Act[] = ["submit", "refuse", "back_in", "refuse", "price", "back_in", "issue"];
for (const [t, trigger] of keysOf(SETTLE_TRIGGERS).entries())
  for (const [r, on] of keysOf(ON_REFUSALS).entries())
    test(`settled at ${trigger}, ${on} on a refusal: whatever happened, the books hold what is owed`, async () => {
      const pick = random(100 + t * 10 + r);
      const s = await begun(trigger, on);
      const told: string[] = [];
      const step = async (act: Act): Promise<void> => {
        Object.assign(s, await acts[act](s, pick));
        told.push(`${act}→${s.price}`);
        expect(await booked(s.id), told.join(" ")).toBe(owed(s, trigger, on));
      };
      for (const act of FIRST) await step(act);
      for (let n = 0; n < LENGTH; n++) await step(CAN[s.stage][pick(CAN[s.stage].length)] ?? "price");
      await step("refund");
    }, 60_000);
