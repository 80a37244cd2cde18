/** Papers asked for after the sale: a reminder, for who had handed everything in a supplement request with a message; the state stays. */
import { sendMessage } from "#kit/http/outbound.ts";
import { handedIn } from "../applicant/applicant.rules.ts";
import type { Work } from "../flow/work.ts";
import type { Person } from "../flow/facts.ts";
import { closeReminds, PAPER_REMINDS, remindRaise, remindSent } from "../desk/order-remind.ts";

const CONTENT_MAX = 200;
const cut = (text: string): string => (text.length > CONTENT_MAX ? `${text.slice(0, CONTENT_MAX - 1)}…` : text);

/** He has handed everything in: what is asked for now is a supplement. */
export const isSupplement = (p: Pick<Person, "applicant_status">): boolean => p.applicant_status !== "none";

/** `papers`: names of what has to be handed in; nothing is done for none. */
export async function askForPapers(w: Work, p: Person, papers: readonly string[], why: string): Promise<void> {
  if (papers.length === 0) return;
  const { order } = w.facts;
  const late = isSupplement(p);
  const { id } = await remindRaise(w.ctx, {
    kind: late ? "supplement" : "material",
    order_id: order.id,
    applicant_id: p.id,
    level: late ? "high" : "normal",
    content: cut(`${why}，需补交：${papers.join("、")}`),
  });
  if (!late) return;
  const send_result = await sendMessage(w.ctx, {
    channel: "sms",
    template: "material_supplement",
    receiver: p.mobile ?? order.contact_mobile,
    content: `订单 ${order.order_no} 有资料需要补充：${papers.join("、")}`,
    ref_noun: "order",
    ref_id: order.id,
  });
  await remindSent(w.ctx, id, { channel: "sms", send_result });
}

/** Everything asked for later is there: nobody has to be reminded of it. */
export async function settlePaperRequest(w: Work, p: Person): Promise<void> {
  const later = p.materials.filter((m) => m.asked_later && m.owner === "must");
  if (later.length > 0 && later.every(handedIn)) await closeReminds(w, p.id, PAPER_REMINDS);
}
