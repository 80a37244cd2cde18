/** What becomes of a lead by hand: called, given up, taken up again. What its application does to it stands with applications. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { exhibitionLeadApi } from "@visadesk/contract/peer/exhibition/exhibition-lead.ts";
import { exhibitionLeadFlow } from "@visadesk/contract/peer/exhibition/exhibition.flow.ts";
import { LOSE_REASONS } from "@visadesk/contract/peer/exhibition/exhibition.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { found, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import type { SetOf } from "#kit/noun/noun.ts";
import { exhibitionLeadNoun } from "./exhibition.noun.ts";
import { checkNext } from "./lead-next.ts";
import { heldLead, type StoredLead } from "./lead.sql.ts";
import { NO_LEAD } from "./lead-scope.sql.ts";

type Api = typeof exhibitionLeadApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Move = "follow" | "lose" | "revive";
const DONE = { ok: true } as const;
const WORDS = exhibitionLeadFlow.states;
const TO = { follow: "contacted", lose: "lost", revive: "contacted" } as const satisfies Record<Move, string>;

async function heldFor(ctx: Ctx, { id, version }: { id: number; version: number }, move: Move): Promise<StoredLead> {
  const lead = found(await heldLead(ctx, id), NO_LEAD);
  expectUnmoved(lead, version, () => `现在是「${WORDS[lead.lead_status].label}」`);
  refuseUnless(
    exhibitionLeadFlow.moves[move].from.some((s) => s === lead.lead_status),
    "state_changed",
  );
  return lead;
}
/** The log tells the reason by our own words: what somebody typed about a person stands on the lead alone. */
async function moved(ctx: Ctx, lead: StoredLead, move: Move, set: SetOf<"exhibition_leads">, reason?: string): Promise<typeof DONE> {
  const to = TO[move];
  await moveRow(ctx, exhibitionLeadNoun, move, { id: lead.id, version: lead.version, to, set: { ...set, updated_at: ctx.now } });
  const state = { field: "lead_status", label: "状态", before: WORDS[lead.lead_status].label, after: WORDS[to].label };
  ctx.note({
    noun: "exhibition_lead",
    noun_id: lead.id,
    noun_no: lead.company,
    changes: lead.lead_status === to ? [] : [state],
    ...(reason !== undefined && { reason }),
  });
  return DONE;
}

async function follow({ text, next_follow_on = null, ...seen }: In<"exhibition_lead_follow">, ctx: Ctx): Promise<typeof DONE> {
  const lead = await heldFor(ctx, seen, "follow");
  checkNext(ctx, next_follow_on);
  await ctx.db.insertInto("exhibition_lead_follows").values({ lead_id: lead.id, text, by_id: ctx.me.worker_id, at: ctx.now }).execute();
  const first_called_at = lead.first_called_at === null ? ctx.now : undefined;
  return moved(ctx, lead, "follow", { next_follow_on, ...(first_called_at && { first_called_at }) });
}

export const leadMoves = {
  exhibition_lead_follow: follow,
  exhibition_lead_lose: async ({ reason_code, reason, ...seen }, ctx) => {
    const lead = await heldFor(ctx, seen, "lose");
    const said = LOSE_REASONS[reason_code];
    return moved(ctx, lead, "lose", { lost_reason: `${said}：${reason}`, next_follow_on: null }, said);
  },
  exhibition_lead_revive: async (seen, ctx) => moved(ctx, await heldFor(ctx, seen, "revive"), "revive", { lost_reason: "" }),
} satisfies Partial<Handlers<Api>>;
