/** Gives people of an order the paper list of today; approved and waived papers keep what they are, uploaded files stay. */
import type { FieldChange } from "#kit/call/context.ts";
import type { PaperPushAsk, PaperPushDoors, PaperPushResult, PaperRule, Slot } from "../../product/index.ts";
import { changeOrder, personOf, reload } from "../flow/change.ts";
import type { Work } from "../flow/work.ts";
import type { Person } from "../flow/facts.ts";
import { addSlots } from "../material/material-slots.ts";
import { verdictRefusal } from "../material/material.rules.ts";
import { moveMaterial, resubmitWhenComplete } from "../material/material.ts";
import { writeOrderLog } from "../order/order-log.ts";
import { changeSentence, changeWords, NOT_LISTED, paperChanges, toHandIn, type PaperChange } from "./paper-push.rules.ts";
import { askForPapers } from "./paper-request.ts";
import { slotPerson, slotsOf } from "../applicant/person.rules.ts";
import { q } from "#kit/db/sql.ts";
import { saveRows } from "#kit/noun/save.ts";
import { materialNoun } from "../material/material.noun.ts";

export const paperPush: PaperPushDoors["paperPush"] = (ctx, ask) =>
  changeOrder(ctx, ask.order_id, async (w) => {
    const results: PaperPushResult[] = [];
    for (const id of ask.applicant_ids) results.push(await pushTo(w, personOf(w, id), ask));
    return results;
  });

/** The papers a person needs by the list of today; whom the product takes stays as sold. */
function dueNow(w: Work, p: Person, { papers, identities }: PaperRule): Slot[] {
  const { order, snapshot, today, people } = w.facts;
  const [main] = people;
  const body = { cover: snapshot.cover, papers, identities, application: null };
  return slotsOf(body, slotPerson(p), main && main.id !== p.id ? slotPerson(main) : null, order.travel_date ?? today);
}

async function pushTo(w: Work, p: Person, ask: PaperPushAsk): Promise<PaperPushResult> {
  const refusal = p.sku_id === ask.rule.sku_id ? verdictRefusal(w.facts, p) : "订单已换商品";
  if (refusal !== null) return { applicant_id: p.id, outcome: "refused", msg: refusal };
  const changes = paperChanges(p.materials, dueNow(w, p, ask.rule));
  if (changes.length === 0) return { applicant_id: p.id, outcome: "same", msg: "资料已与现行清单一致" };
  const kept = changes.filter((c) => c.kind === "cancel" && fileCount(p, c) > 0).length;
  await logPush(w, p, changes, ask.by);
  await applyChanges(w, p, changes);
  await reload(w);
  await askForPapers(w, personOf(w, p.id), toHandIn(changes), "商品资料清单变更");
  // A rejected paper that is asked for no more may have been the last one the person was waited for.
  if (changes.some((c) => c.kind === "cancel")) await resubmitWhenComplete(w, p.id);
  const msg = `${changeSentence(changes)}${kept > 0 ? `（${kept}项已传的文件保留）` : ""}`;
  return { applicant_id: p.id, outcome: "done", msg };
}

const fileCount = (p: Person, c: PaperChange): number => p.materials.find((m) => m.id === c.held?.id)?.files ?? 0;

async function applyChanges(w: Work, p: Person, changes: readonly PaperChange[]): Promise<void> {
  const fresh = changes.flatMap((c) => (c.kind === "add" && c.held === null && c.slot ? [c.slot] : []));
  await addSlots(w, p, fresh, true);
  for (const { kind, held, slot } of changes) {
    const m = p.materials.find((x) => x.id === held?.id);
    if (!m) continue;
    if (kind === "cancel")
      await moveMaterial(w, p, m, "waive", "waived", { waive_reason: NOT_LISTED }, { reason: NOT_LISTED, cause: NOT_LISTED });
    else if (kind === "add") await moveMaterial(w, p, m, "reopen", m.files > 0 ? "submitted" : "missing", { waive_reason: null });
    if (slot) await setRule(w, m.id, slot);
  }
}

const setRule = (w: Work, id: number, { copies, owner, group_key, need_n }: Slot): Promise<unknown> =>
  saveRows(w.ctx, materialNoun, { where: q`id = ${id}`, set: { copies, owner, group_key, need_n } });

const WORDS = { add: "新增资料", cancel: "取消资料", copies: "份数", rule: "必交与任选" } as const;
function logged(c: PaperChange): FieldChange {
  const { kind, name, before, after } = changeWords(c);
  if (kind === "add") return { field: kind, label: WORDS[kind], before: null, after: name };
  if (kind === "cancel") return { field: kind, label: WORDS[kind], before: name, after: null };
  return { field: kind, label: `${name}${WORDS[kind]}`, before, after };
}

async function logPush(w: Work, p: Person, changes: readonly PaperChange[], by: string): Promise<void> {
  const reason = `${by}推送了商品资料清单的变更`;
  const list = changes.map(logged);
  await writeOrderLog(w, {
    kind: "field",
    noun: "applicant",
    noun_id: p.id,
    applicant_id: p.id,
    label: "资料清单变更",
    reason,
    changes: list,
    customer_visible: true,
  });
  w.ctx.note({ noun: "applicant", noun_id: p.id, noun_no: p.applicant_no, subject_ids: [p.id], reason, changes: list });
}
