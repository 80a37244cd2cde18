/** Whom of a product's open applicants a paper list would change. Read in pages of the index; nothing is locked. */
import { PUSH_MAX } from "@visadesk/contract/product/sku/sku-paper-push.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Cover } from "@visadesk/contract/product/snapshot.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { PaperImpactAsk, PaperImpactFilter, PaperImpactRow, PaperPushDoors, PaperRule, PushPerson } from "../../product/index.ts";
import { changeWords, paperChanges, type PaperChange } from "./paper-push.rules.ts";
import { fileCounts, openPeople, snapshotCovers, type OpenPerson } from "./paper-push.sql.ts";
import { isSupplement } from "./paper-request.ts";
import { slotPerson, slotsOf } from "../applicant/person.rules.ts";

const CHUNK = 500;
interface Affected {
  p: OpenPerson;
  changes: PaperChange[];
}
interface Scan {
  list: Affected[];
  hidden: number;
  is_capped: boolean;
}

const blockedOf = (p: OpenPerson): string | null => (p.held_at ? `申请人已挂起：${p.hold_reason ?? ""}` : null);

function changesFor(p: OpenPerson, rule: PaperRule, cover: Cover, today: string): PaperChange[] {
  const main = p.main ? slotPerson(p.main) : null;
  const { papers, identities } = rule;
  const due = slotsOf({ cover, papers, identities, application: null }, slotPerson(p), main, p.travel_date ?? today);
  return paperChanges(p.materials, due);
}

/** Everybody, page by page; those out of sight are only counted. */
async function scan(ctx: Ctx, rule: PaperRule): Promise<Scan> {
  const today = shanghaiDate(ctx.now);
  const covers = new Map<number, Cover>();
  const found: Scan = { list: [], hidden: 0, is_capped: false };
  for (let after = 0; ;) {
    const people = await openPeople(ctx, rule.sku_id, after, CHUNK);
    const fresh = [...new Set(people.map((p) => p.snapshot_id))].filter((id) => !covers.has(id));
    for (const [id, cover] of fresh.length > 0 ? await snapshotCovers(ctx.db, fresh) : []) covers.set(id, cover);
    for (const p of people) {
      const cover = covers.get(p.snapshot_id);
      const changes = cover ? changesFor(p, rule, cover, today) : [];
      if (changes.length === 0) continue;
      if (!p.is_visible) found.hidden++;
      else if (found.list.length < PUSH_MAX) found.list.push({ p, changes });
      else found.is_capped = true;
    }
    const last = people.at(-1);
    if (!last || people.length < CHUNK) return found;
    after = last.applicant_id;
  }
}

function matches({ p, changes }: Affected, f: PaperImpactFilter): boolean {
  const word = f.keyword?.trim().toUpperCase() ?? "";
  return (
    (word === "" || p.applicant_no.includes(word)) &&
    (!f.applicant_status || p.applicant_status === f.applicant_status) &&
    (!f.change || changes.some((c) => c.kind === f.change))
  );
}

const rowOf = ({ p, changes }: Affected, files: ReadonlyMap<number, number>): PaperImpactRow => ({
  applicant_id: p.applicant_id,
  applicant_no: p.applicant_no,
  order_id: p.order_id,
  order_no: p.order_no,
  name_cn: p.name_cn,
  applicant_status: p.applicant_status,
  is_supplement: isSupplement(p),
  blocked: blockedOf(p),
  changes: changes.map((c) => ({ ...changeWords(c), files: c.kind === "cancel" ? (files.get(c.held?.id ?? 0) ?? 0) : 0 })),
});

export const paperImpact: PaperPushDoors["paperImpact"] = async (ctx: Ctx, ask: PaperImpactAsk) => {
  const { list, hidden, is_capped } = await scan(ctx, ask.rule);
  const fit = list.filter((a) => matches(a, ask.filter));
  const page = fit.slice((ask.page - 1) * ask.page_size, ask.page * ask.page_size);
  const gone = page.flatMap((a) => a.changes.flatMap((c) => (c.kind === "cancel" && c.held ? [c.held.id] : [])));
  const files = await fileCounts(ctx.db, gone);
  return {
    list: page.map((a) => rowOf(a, files)),
    total: fit.length,
    pickable: fit.filter((a) => blockedOf(a.p) === null).length,
    people: list.length,
    hidden,
    is_capped,
  };
};

export const paperPickable: PaperPushDoors["paperPickable"] = async (ctx, rule, filter): Promise<PushPerson[]> =>
  (await scan(ctx, rule)).list
    .filter((a) => matches(a, filter) && blockedOf(a.p) === null)
    .map(({ p }) => ({ applicant_id: p.applicant_id, order_id: p.order_id }));
