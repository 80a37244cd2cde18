/**
 * The packing desk's scan: one passport or number serves list, batch and parcel. Whoever is expected is packed; a whole
 * number of anybody else is a look-up, counted and logged like one, and whoever only guesses is stopped.
 */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { stateLabels } from "@visadesk/contract/kit/flow.ts";
import { mask } from "@visadesk/contract/kit/mask.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { HOLDERS, UNSUBMITTED_STATES } from "@visadesk/contract/order/words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import type { Ctx } from "#kit/call/context.ts";
import { numberForms } from "#kit/db/lookup.ts";
import { q } from "#kit/db/sql.ts";
import { Often } from "#kit/http/often.ts";
import { keeping, Refusal, refuse } from "#kit/http/refuse.ts";
import { bareNumber } from "#kit/seal/seal.ts";
import { revealAllowed } from "../../setting/index.ts";
import { batchOfParcel } from "../supplier-parcel/parcel-add.ts";
import type { ParcelDoors } from "../supplier-parcel/parcel-doors.ts";
import { heldParcel, namedItems } from "../supplier-parcel/parcel-held.ts";
import { boardOf, itemsOf, papersOf, type Board, type ItemRow, type PersonPaper } from "./parcel-items.sql.ts";
import { assertFits, assertRoom, lying, NOT_HIS, storeItems, type Target } from "./parcel-people.ts";
import type { StoredParcel } from "../supplier-parcel/parcel.sql.ts";

type Api = typeof supplierParcelActApi;
const misses = new Often(20, 600_000, "扫描不符过多，请核对交接单和护照，10分钟后再扫");
const APPLICANT_NO = /^V\d{12}-\d{2,}$/;

const STATES: Readonly<Record<string, string>> = stateLabels(applicantFlow);
/** Why nothing of somebody's is packed here. */
function whyNot(papers: readonly PersonPaper[], p: PersonPaper): string {
  if (!UNSUBMITTED_STATES.includes(p.applicant_status))
    return `${p.applicant_no} 现在「${STATES[p.applicant_status] ?? p.applicant_status}」，不用再寄`;
  if (!p.is_assigned) return `${p.applicant_no} ${p.given_to === null ? "还没有分派供应商" : `派给「${p.given_to}」`}`;
  const originals = papers.filter((m) => m.material_id !== null);
  if (originals.length === 0) return `${p.applicant_no} 没有要寄的原件`;
  const at = originals.flatMap((m) => (isHolder(m.holder) && m.holder !== "customer" ? [HOLDERS[m.holder]] : []));
  return `${p.applicant_no} ${at.length < originals.length ? "原件未登记收到，请先登记收件" : `原件在${[...new Set(at)].join("、")}，不在我方`}`;
}
const isHolder = (holder: string | null): holder is keyof typeof HOLDERS => holder !== null && holder in HOLDERS;

/** The reason of the one person meant, of whom this desk may know: he is given to its supplier, or his order is in the caller's sight. */
async function reasonOf(ctx: Ctx, doors: ParcelDoors, papers: readonly PersonPaper[]): Promise<string | null> {
  const people = Map.groupBy(papers, (p) => p.applicant_id);
  const his = [...people.values()].filter(([p]) => p?.is_assigned);
  const seen = his.length > 0 ? null : await doors.inSight(ctx, [...people.keys()]);
  const known = seen ? [...people.values()].filter(([p]) => p && seen.has(p.applicant_id)) : his;
  const [one, other] = known;
  return one?.[0] && !other ? whyNot(one, one[0]) : null;
}

/** Nobody expected: what is said depends on what was typed, and a whole number counts before anything is said. */
async function missed(ctx: Ctx, doors: ParcelDoors, code: string, papers: readonly PersonPaper[]): Promise<never> {
  misses.take(ctx);
  const bare = bareNumber(code);
  const isWhole = numberForms(bare).includes("passport");
  if (isWhole && !ctx.has(may.personal_reveal)) {
    await revealAllowed(ctx);
    const changes = [{ field: "keyword", label: "按护照号查找", before: null, after: mask("passport", bare.toUpperCase()) }];
    ctx.note({ kind: "reveal", changes, subject_ids: [...new Set(papers.map((p) => p.applicant_id))], result: "ok" });
  }
  const reason = await reasonOf(ctx, doors, papers);
  if (reason !== null) throw keeping(new Refusal("guard_failed", reason));
  const [first] = papers;
  if (first && isWhole) throw keeping(new Refusal("guard_failed", `${first.applicant_no} 未派给该供应商`));
  // A number of ours is guessed in order: one of somebody else's is answered like one that nobody has.
  if (APPLICANT_NO.test(code.toUpperCase())) throw keeping(new Refusal("guard_failed", `${code.toUpperCase()} ${NOT_HIS}`));
  throw keeping(new Refusal("not_found", `不在应寄名单：${isWhole ? mask("passport", bare.toUpperCase()) : code}`));
}

interface Found {
  applicant_id: number;
  applicant_no: string;
  papers: PersonPaper[];
  /** What of him is on the list. */
  items: ItemRow[];
}
/** Which of the expected people was scanned. Last four may be those of several. */
async function scanned(ctx: Ctx, doors: ParcelDoors, t: Target, parcelId: number, code: string): Promise<Found> {
  const papers = await papersOf(ctx.db, t.supplier_id, doors.scanMatch(code));
  const items = await itemsOf(
    ctx.db,
    parcelId,
    papers.map((m) => m.applicant_id),
  );
  const isListed = (p: PersonPaper): boolean => items.some((i) => i.applicant_id === p.applicant_id);
  const isExpected = (p: PersonPaper): boolean => isListed(p) || (p.is_assigned && p.holder === "us");
  const expected = Map.groupBy(papers, (p) => p.applicant_id);
  for (const [id, mine] of expected) if (!mine.some(isExpected)) expected.delete(id);
  if (expected.size === 0) return missed(ctx, doors, code, papers);
  const [first, other] = expected.values();
  if (other) refuse("guard_failed", `后四位有 ${expected.size} 人相同，请扫完整护照号`);
  const [one] = first ?? [];
  if (!one) return missed(ctx, doors, code, papers);
  if (!one.is_assigned) refuse("guard_failed", `${one.applicant_no} 已改派，请移出`);
  const { applicant_id, applicant_no } = one;
  return { applicant_id, applicant_no, papers: first ?? [], items: items.filter((i) => i.applicant_id === applicant_id) };
}

async function pack(ctx: Ctx, doors: ParcelDoors, p: StoredParcel, who: Found, board: Board): Promise<boolean> {
  const open = who.items.filter((i) => i.packed_at === null);
  if (who.items.length > 0 && open.length === 0) return false;
  if (who.items.length > 0) {
    const set = { packed_at: ctx.now, packed_by: ctx.principal?.worker_id ?? null };
    await ctx.db
      .updateTable("supplier_parcel_items")
      .set(set)
      .where(
        "id",
        "in",
        open.map((i) => i.id),
      )
      .execute();
    return true;
  }
  const packed = lying(who.papers);
  assertRoom(board.items, packed.length);
  await storeItems(ctx, p.id, packed, await doors.expressItemsAdded(ctx, p.express_id, packed), true);
  return true;
}

export async function itemScan(
  input: Parsed<Api["supplier_parcel_item_scan"]>,
  ctx: Ctx,
  doors: ParcelDoors,
): Promise<Output<Api["supplier_parcel_item_scan"]>> {
  misses.assertFree(ctx);
  const p = await heldParcel(ctx, input, ["packing"]);
  const batch = await batchOfParcel(ctx, doors, p);
  const target: Target = { supplier_id: p.supplier_id, isOutgoing: true, batch };
  const board = await boardOf(ctx.db, p.id);
  const who = await scanned(ctx, doors, target, p.id, input.code);
  const [first] = who.papers;
  if (first) assertFits(target, first, await embassyOf(ctx, p, board));
  const isNew = await pack(ctx, doors, p, who, board);
  if (batch) await doors.batchScanned(ctx, batch.id, [who.applicant_id]);
  const told = namedItems(isNew ? await itemsOf(ctx.db, p.id, [who.applicant_id]) : who.items);
  ctx.note({
    noun: "supplier_parcel",
    noun_id: p.id,
    noun_no: p.parcel_no,
    subject_ids: [who.applicant_id],
    changes: [{ field: "items", label: isNew ? "已装" : "重复扫描", before: null, after: told }],
  });
  const { people, packed } = isNew ? await boardOf(ctx.db, p.id) : board;
  const { applicant_id, applicant_no } = who;
  return { outcome: isNew ? "packed" : "already", applicant_id, applicant_no, packed, missing: people - packed, version: p.version };
}

/** Where the papers of a batch's parcel go to. */
async function embassyOf(ctx: Ctx, p: StoredParcel, { first_person }: Board): Promise<number | null> {
  if (p.batch_id === null || first_person === null) return null;
  return (await papersOf(ctx.db, p.supplier_id, q`a.id = ${first_person}`))[0]?.embassy_id ?? null;
}
