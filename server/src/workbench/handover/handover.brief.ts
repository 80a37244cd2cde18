/** 交接清单 and what became of it, in words: the stored states, with names and notes as the reader may see them. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { maskNumbers } from "@visadesk/contract/kit/mask-numbers.ts";
import { applicantFlow, orderFlow } from "@visadesk/contract/order/order.flow.ts";
import { PARTIES } from "@visadesk/contract/order/words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { handoverApi } from "@visadesk/contract/workbench/handover/handover.ts";
import { QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { briefOf, briefSaid, ordersMeanwhile, type BriefPart, type BriefSaid, type OrderStage } from "../../order/index.ts";
import type { Changed, Held } from "./handover.sql.ts";

type Detail = Output<typeof handoverApi.handover_get>;

const labelIn = (states: Readonly<Record<string, { label: string }>>, state: string): string => states[state]?.label ?? state;
/** The order's state; of one in work those of its people. */
function stageWords({ order_status, people }: OrderStage): string {
  const of = Object.entries(people).map(([state, n]) => `${labelIn(applicantFlow.states, state)}${n > 1 ? `×${n}` : ""}`);
  return order_status === "processing" && of.length > 0 ? of.join("、") : labelIn(orderFlow.states, order_status);
}
const parties: Readonly<Record<string, string>> = PARTIES;
function nextWords({ queue, waiting_party, order_status }: BriefPart): string {
  if (queue !== null) return QUEUES[queue];
  return order_status === "processing" && waiting_party !== null ? `等${parties[waiting_party] ?? ""}` : "等客户";
}

/** As it is kept: no names, no texts. */
export const keptBrief = async (ctx: Ctx, worker: number): Promise<{ json: string; count: number }> => {
  const parts = await briefOf(ctx, worker);
  return { json: JSON.stringify(parts), count: parts.length };
};
/** What changed since it began: orders of the brief that somebody touched, and those that came meanwhile. */
export async function keptOutcome(ctx: Ctx, h: Held): Promise<{ json: string; count: number }> {
  const before = new Map((h.brief ?? []).map((p) => [p.order_id, p]));
  const now = await briefOf(ctx, h.from_staff_id);
  const ids = [...new Set([...before.keys(), ...now.map((p) => p.order_id)])];
  const since = new Date(h.started_at ?? h.start_at);
  const meanwhile = await ordersMeanwhile(ctx, { ids, since, cover: h.to_staff_id });
  const changed = meanwhile.flatMap(({ order_id, acts, cover_acts, last_act, ...after }): Changed[] => {
    const was = before.get(order_id);
    if (was && acts === 0) return [];
    return [{ order_id, before: was ? { order_status: was.order_status, people: was.people } : null, after, acts, cover_acts, last_act }];
  });
  return { json: JSON.stringify(changed), count: changed.length };
}

async function saidOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, BriefSaid>> {
  const sees = ctx.has(may.order_view) || ctx.has(may.order_process);
  // Printed and carried away: numbers that people typed into notes are not.
  const bare = (s: BriefSaid): BriefSaid => ({ ...s, last_contact: maskNumbers(s.last_contact), notes: s.notes.map(maskNumbers) });
  return new Map((sees ? await briefSaid(ctx, ids) : []).map((s) => [s.order_id, bare(s)]));
}
export async function linesOf(ctx: Ctx, parts: readonly BriefPart[]): Promise<Detail["lines"]> {
  const said = await saidOf(
    ctx,
    parts.map((p) => p.order_id),
  );
  return parts.flatMap((p) => {
    const s = said.get(p.order_id);
    if (!s) return [];
    const { risk, due_at, promised_date } = p;
    return [{ ...s, risk, due_at, promised_date, state: stageWords(p), next: nextWords(p) }];
  });
}
export async function changesOf(ctx: Ctx, list: readonly Changed[] | null): Promise<Detail["changes"]> {
  if (list === null) return null;
  const said = await saidOf(
    ctx,
    list.map((c) => c.order_id),
  );
  return list.flatMap(({ order_id, before, after, acts, cover_acts, last_act }) => {
    const s = said.get(order_id);
    if (!s) return [];
    const { order_no, customer, product_name } = s;
    const was = before === null ? "" : stageWords(before);
    return [
      {
        order_id,
        order_no,
        customer,
        product_name,
        is_new: before === null,
        before: was,
        after: stageWords(after),
        acts,
        cover_acts,
        last_act,
      },
    ];
  });
}
