/**
 * A paper's text has changed: who is affected, and giving them the text of today. An order keeps the text it was sold
 * with unless this is asked for; what has been approved or waived keeps it always.
 */
import type { Ctx } from "#kit/call/context.ts";
import type { JobCtx, JobDef, JobPayload, Progress } from "#kit/jobs.ts";
import { z } from "@visadesk/contract/kit/field.ts";
import { richChange, sameRich } from "@visadesk/contract/kit/rich-text.ts";
import { liveBody } from "../../product/index.ts";
import { changeOrder, reload } from "../flow/change.ts";
import type { Work } from "../flow/work.ts";
import { affectedIds, affectedRows, ordersOf, paperText, type Affected, type PaperText } from "./document-refresh.sql.ts";
import type { Material, Person } from "../flow/facts.ts";
import { BEFORE_SUBMISSION, UNAPPROVED } from "./material.rules.ts";
import { addSlots } from "./material-slots.ts";
import { askForPapers } from "../paper/paper-request.ts";
import { writeOrderLog } from "../order/order-log.ts";
import { slotPerson, slotsOf } from "../applicant/person.rules.ts";
import { saveRow } from "#kit/noun/save.ts";
import { materialNoun } from "./material.noun.ts";

export type { Affected } from "./document-refresh.sql.ts";

/** How many slots of the paper are open, and the first of them that the caller may see. */
export async function affectedBy(ctx: Ctx, documentId: number, limit: number): Promise<{ total: number; list: Affected[] }> {
  return { total: (await affectedIds(ctx.db, documentId)).length, list: await affectedRows(ctx, documentId, limit) };
}

const JOB = "order_document_refresh";
/** People of one job: each order is a short transaction, a job that stops goes on where it was. */
const CHUNK = 500;
const payloadType = z.object({ document_id: z.int(), applicant_ids: z.array(z.int()), by: z.string() });

/** Gives these people, or everybody with an open slot, the paper's text of today. Done after the caller's transaction; answers how many. */
export async function documentRefresh(ctx: Ctx, documentId: number, applicants?: readonly number[]): Promise<number> {
  const ids = applicants ?? (await affectedIds(ctx.db, documentId));
  const by = ctx.principal ? ctx.principal.nickname || ctx.principal.account : "系统";
  for (let i = 0; i < ids.length; i += CHUNK)
    await ctx.enqueue(JOB, { document_id: documentId, applicant_ids: ids.slice(i, i + CHUNK), by });
  return ids.length;
}

async function run(ctx: JobCtx, payload: JobPayload, progress: Progress): Promise<{ changed: number }> {
  const { document_id, applicant_ids, by } = payloadType.parse(payload);
  const orders = await ordersOf(ctx.db, applicant_ids);
  const asked = new Set(applicant_ids);
  let changed = 0;
  for (const [i, id] of orders.entries()) {
    await progress.set(i, orders.length);
    changed += await ctx.change((c) => refreshOrder(c, id, { document_id, by, isAsked: (p) => asked.has(p.id) }));
  }
  return { changed };
}

interface Refresh {
  document_id: number;
  /** Who changed the paper. */
  by: string;
  isAsked: (p: Person) => boolean;
}

/** Slots of one order that were changed or added; judged again under its lock. */
const refreshOrder = (ctx: Ctx, id: number, r: Refresh): Promise<number> =>
  changeOrder(ctx, id, async (w) => {
    const { order } = w.facts;
    if (order.order_status === "cancelled" || order.order_status === "deleted") return 0;
    let changed = 0;
    for (const p of w.facts.people.filter((x) => r.isAsked(x) && BEFORE_SUBMISSION.includes(x.applicant_status))) {
      const slots = p.materials.filter((m) => m.document_id === r.document_id);
      if (slots.length === 0) changed += await addMissing(w, p, r);
      for (const m of slots.filter((x) => UNAPPROVED.includes(x.material_status))) changed += await renew(w, p, m, r);
    }
    if (changed > 0) await reload(w);
    return changed;
  });

const LABELS: Readonly<Record<keyof PaperText, string>> = {
  name: "名称",
  category: "资料分类",
  sub_type: "子类",
  requirement: "要求",
  page_type: "单页或多页",
  max_pages: "最多页数",
  copies: "份数",
  is_original: "原件",
  max_age_days: "有效天数",
};
const FIELDS: readonly (keyof PaperText)[] = [
  "name",
  "category",
  "sub_type",
  "requirement",
  "page_type",
  "max_pages",
  "copies",
  "is_original",
  "max_age_days",
];

/** A slot gets the text of today; 0 when it has it already. */
async function renew(w: Work, p: Person, m: Material, r: Refresh): Promise<number> {
  const text = await paperText(w.ctx.db, r.document_id, p.sku_id);
  if (!text) return 0;
  const changes = FIELDS.filter((f) => (f === "requirement" ? !sameRich(m[f], text[f]) : m[f] !== text[f])).map((field) => ({
    field,
    label: LABELS[field],
    ...(field === "requirement" ? richChange(m[field], text[field]) : { before: m[field], after: text[field] }),
  }));
  if (changes.length === 0) return 0;
  const { version } = await saveRow(w.ctx, materialNoun, { id: m.id, version: m.version, set: text, told: true });
  Object.assign(m, text, { version });
  await told(w, p, m.id, `资料要求更新：${text.name}`, r, changes);
  return 1;
}

/** A slot that today's product asks of this person and the sold one did not. */
async function addMissing(w: Work, p: Person, r: Refresh): Promise<number> {
  const { order, today } = w.facts;
  const [main] = w.facts.people;
  const body = await liveBody(w.ctx.db, p.sku_id, w.ctx.now);
  const slot = slotsOf(body, slotPerson(p), main ? slotPerson(main) : null, order.travel_date ?? today).find(
    (s) => s.document_id === r.document_id,
  );
  if (!slot) return 0;
  await addSlots(w, p, [slot], true);
  await told(w, p, p.id, `增加资料：${slot.name}`, r, []);
  await askForPapers(w, p, slot.owner === "must" ? [slot.name] : [], "资料要求更新");
  return 1;
}

async function told(
  w: Work,
  p: Person,
  id: number,
  label: string,
  r: Refresh,
  changes: { field: string; label: string; before: unknown; after: unknown }[],
): Promise<void> {
  const reason = `${r.by}修改了资料库`;
  await writeOrderLog(w, {
    kind: "field",
    noun: "applicant_material",
    noun_id: id,
    applicant_id: p.id,
    label,
    reason,
    changes,
    customer_visible: true,
  });
  w.ctx.note({ noun: "applicant_material", noun_id: id, noun_no: p.applicant_no, subject_ids: [p.id], reason, changes });
}

export const documentJobs: readonly JobDef[] = [{ name: JOB, label: "资料改动后更新在办订单", run }];
