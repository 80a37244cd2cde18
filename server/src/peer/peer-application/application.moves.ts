/** What becomes of an application besides being passed: asked for again, handed in again, rejected, taken back. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import { peerApplicationFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import { APPLICATION_REJECTS, RETURN_DAYS, RETURN_ITEMS } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { eachRow } from "#kit/db/each-row.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import type { SetOf } from "#kit/noun/noun.ts";
import { calendarOf, instantOf } from "../../base-data/index.ts";
import { dayOf } from "#kit/range.ts";
import { peerApplicationNoun } from "../peer/peer-application.noun.ts";
import { GUARDS } from "./application.guards.ts";
import { itemFacts } from "./application.rules.ts";
import { NO_APPLICATION } from "./application-scope.sql.ts";
import { lockedApplication, type StoredApplication } from "./application.sql.ts";
import { leadBack } from "./lead-link.ts";
import { told } from "./told.ts";

type Api = typeof peerApplicationApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Move = keyof typeof peerApplicationFlow.moves;
export interface Seen {
  id: number;
  version: number;
}
const DONE = { ok: true } as const;
const WORDS = peerApplicationFlow.states;
/** Where each move leads. */
const TO = {
  approve: "approved",
  return: "returned",
  resubmit: "pending",
  reject: "rejected",
  withdraw: "withdrawn",
  lapse: "withdrawn",
} as const satisfies Record<Move, string>;
const DECIDED_BY = "18:00";

/** Until when one that is handed in now should be decided: the end of the next working day. */
export const dueOf = async ({ db, now }: Pick<Ctx, "db" | "now">): Promise<Date> =>
  instantOf((await calendarOf(db)).addWorkingDays(dayOf(now), 1), DECIDED_BY);

/** The application as its caller saw it, held, where this move begins and nothing stands in its way. */
export async function heldFor(ctx: Ctx, { id, version }: Seen, move: Move): Promise<StoredApplication> {
  const a = found(await lockedApplication(ctx, id), NO_APPLICATION);
  expectUnmoved(a, version, () => `现在是「${WORDS[a.application_status].label}」`);
  refuseUnless(
    peerApplicationFlow.moves[move].from.some((state) => state === a.application_status),
    "state_changed",
  );
  const fault = await GUARDS[move]?.(ctx, a);
  if (fault) refuse(fault.code, fault.message);
  return a;
}

export interface Moved {
  move: Move;
  set: SetOf<"peer_applications">;
  reason?: string;
}
/** Writes the new state and its log row. */
export async function moved(ctx: Ctx, a: StoredApplication, { move, set, reason }: Moved): Promise<void> {
  const to = TO[move];
  await moveRow(ctx, peerApplicationNoun, move, { id: a.id, version: a.version, to, set: { ...set, updated_at: ctx.now } });
  ctx.note({
    noun: "peer_application",
    noun_id: a.id,
    noun_no: a.application_no,
    ...(reason !== undefined && { reason }),
    changes: [{ field: "application_status", label: "状态", before: WORDS[a.application_status].label, after: WORDS[to].label }],
  });
}

async function giveBack({ items, reason, ...seen }: In<"peer_application_return">, ctx: Ctx): Promise<typeof DONE> {
  const a = await heldFor(ctx, seen, "return");
  const named = [...new Set(items)];
  const asked = `${named.map((i) => RETURN_ITEMS[i]).join("、")}：${reason}`;
  const set = { returned_at: ctx.now, returned_items: named, returned_facts: JSON.stringify(itemFacts(a, named)), reason_text: reason };
  await moved(ctx, a, { move: "return", set, reason: asked });
  const until = `请在 ${RETURN_DAYS} 天内补充`;
  await told(ctx, a, `已退回补充 ${asked}，${until}`, `您的入驻申请 ${a.application_no} 需要补充 ${asked}，${until}`);
  return DONE;
}

/** Whoever hands it in again made it too. */
async function resubmit(seen: In<"peer_application_resubmit">, ctx: Ctx): Promise<typeof DONE> {
  const a = await heldFor(ctx, seen, "resubmit");
  await moved(ctx, a, {
    move: "resubmit",
    set: {
      round: a.round + 1,
      submitted_at: ctx.now,
      due_at: await dueOf(ctx),
      returned_at: null,
      returned_items: [],
      returned_facts: null,
      reason_text: "",
      changed_by: withHand(ctx, a),
    },
  });
  return DONE;
}
export const withHand = ({ me }: Pick<Ctx, "me">, a: StoredApplication): number[] => [...new Set([...a.changed_by, me.worker_id])];

async function withdraw(seen: In<"peer_application_withdraw">, ctx: Ctx): Promise<typeof DONE> {
  const a = await heldFor(ctx, seen, "withdraw");
  await moved(ctx, a, { move: "withdraw", set: {} });
  await leadBack(ctx, a.id);
  await told(ctx, a, "已撤回", `您的入驻申请 ${a.application_no} 已撤回`);
  return DONE;
}

type Results = Output<Api["peer_application_reject"]>;
const reject = ({ rows, reason_code, reason }: In<"peer_application_reject">, ctx: Ctx): Promise<Results> =>
  eachRow(ctx.db, rows, async (seen) => {
    const a = await heldFor(ctx, seen, "reject");
    const said = `${APPLICATION_REJECTS[reason_code]}：${reason}`;
    const set = { reason_code, reason_text: reason, decided_by: ctx.me.worker_id, decided_at: ctx.now };
    await moved(ctx, a, { move: "reject", set, reason: said });
    await leadBack(ctx, a.id);
    await told(ctx, a, `被驳回：${said}`, `您的入驻申请 ${a.application_no} 未通过：${said}`);
  });

export const applicationMoves = {
  peer_application_return: giveBack,
  peer_application_resubmit: resubmit,
  peer_application_withdraw: withdraw,
  peer_application_reject: reject,
} satisfies Partial<Handlers<Api>>;
