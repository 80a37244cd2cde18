/** A sheet tried: every group by the rules an order is made by, nothing written, all faults of a row told at once. */
import { createHash } from "node:crypto";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { ImportRow, orderImportApi } from "@visadesk/contract/order/import/order-import.ts";
import { IMPORT_COLUMNS, labelOfImport, lineOf, type ImportField } from "@visadesk/contract/order/import/order-import.words.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import type { Ctx } from "#kit/call/context.ts";
import { Refusal } from "#kit/http/refuse.ts";
import { peersByNo } from "../../peer/index.ts";
import { liveBody, skusByNo } from "../../product/index.ts";
import { buyingPeer } from "../order/order-buyer.ts";
import { entryChecks, entryFaults, type NewOrder } from "../order/order-entry.ts";
import { priceOf, sumOf } from "../order/order-quote.ts";
import { groupsOf, repeatsOf, twinsOf, valueOf, type CellFault, type Group } from "./import-cells.rules.ts";
import { cellOf, entryOf, type BuyerPeer, type Offer } from "./import-entry.rules.ts";

type Trial = Output<typeof orderImportApi.order_import_check>;
export type ToldFault = Trial["faults"][number];

/** A group that can be made, with the price it was shown at. */
export interface ReadyGroup {
  lines: number[];
  entry: NewOrder;
}
export interface Judged {
  trial: Trial;
  ready: ReadyGroup[];
}

interface Known {
  offers: ReadonlyMap<string, Offer>;
  peers: ReadonlyMap<string, BuyerPeer>;
}
/** Numbers of nothing hold what the database cannot: such a cell names nothing. */
const wordsOf = (groups: readonly Group[], field: ImportField): string[] => [
  ...new Set(groups.map((g) => g.lines[0].cells[field]).filter((w) => w !== "" && !w.includes("\u0000"))),
];

/** Products and peers that the sheet names, each read once. */
async function knownOf(ctx: Ctx, groups: readonly Group[]): Promise<Known> {
  const peers = await peersByNo(
    ctx.db,
    wordsOf(groups, "peer_no").map((w) => w.toUpperCase()),
  );
  const offers = new Map<string, Offer>();
  for (const [no, sku_id] of await skusByNo(ctx.db, wordsOf(groups, "sku_no")))
    offers.set(no, { sku_id, body: await liveBody(ctx.db, sku_id, ctx.now) });
  return { offers, peers };
}

/** What a check refused, at the cells it is about; `field`: where it stands when the check names none. */
export function faultsOfRefusal(refusal: Refusal, lines: Group["lines"], field: ImportField): CellFault[] {
  const told = (refusal.body.issues ?? []).flatMap((i) => cellOf(i, lines));
  return told.length > 0
    ? told
    : [{ at: lines[0].at, field: refusal.code === "duplicate" ? "partner_order_no" : field, message: refusal.message }];
}

async function refusalOf<T>(check: () => T | Promise<T>, tell: (refusal: Refusal) => void): Promise<T | null> {
  try {
    return await check();
  } catch (e) {
    if (!(e instanceof Refusal)) throw e;
    tell(e);
    return null;
  }
}

interface PricedEntry {
  entry: NewOrder;
  payable: number;
}
/** One group: the same checks as `addOrder`, each heard out. Answers its priced entry where nothing stops it. */
async function judgeGroup(ctx: Ctx, group: Group, known: Known, faults: CellFault[], doubts: CellFault[]): Promise<PricedEntry | null> {
  const [{ at, cells }] = group.lines;
  const before = faults.length;
  const offer = known.offers.get(cells.sku_no);
  const peer = known.peers.get(cells.peer_no.toUpperCase()) ?? null;
  if (cells.peer_no !== "" && !peer) faults.push({ at, field: "peer_no", message: "没有这个同行编码，请核对；直客留空" });
  if (!offer) {
    if (cells.sku_no !== "") faults.push({ at, field: "sku_no", message: "没有这个商品编码，请在商品列表核对" });
    // What the product does not decide is told along with it.
    for (const line of group.lines) for (const field of keysOf(IMPORT_COLUMNS)) valueOf(line, field, faults);
    return null;
  }
  const entry = entryOf(group, offer, peer, faults);
  if (entry === null) return null;
  faults.push(...entryFaults(entry, ctx.now).flatMap((i) => cellOf(i, group.lines)));
  const tellAt = (field: ImportField) => (r: Refusal) => void faults.push(...faultsOfRefusal(r, group.lines, field));
  await refusalOf(() => buyingPeer(ctx, entry), tellAt("peer_no"));
  const extra = entry.urgent_tier_code ? "urgent" : "protection";
  const priced = await refusalOf(
    () => priceOf(ctx.db, entry, ctx.now),
    (r) => tellAt(r.code === "guard_failed" ? extra : "sku_no")(r),
  );
  for (const check of entryChecks(ctx, entry, offer.body))
    await refusalOf(check, (r) => {
      if (r.code !== "confirm_needed") return tellAt("sku_no")(r);
      doubts.push({ at, field: "contact_mobile", message: `24小时内已有相同联系人、商品和出行日期的订单 ${String(r.body["order_no"])}` });
    });
  if (priced === null || faults.length > before) return null;
  return { entry: { ...entry, quote_hash: priced.hash }, payable: sumOf(priced.lines, "payable") };
}

const told = (faults: readonly CellFault[]): ToldFault[] => [
  ...new Map(
    faults
      .toSorted((a, b) => a.at - b.at)
      .map((f): [string, ToldFault] => [
        `${f.at} ${f.field} ${f.message}`,
        { row: lineOf(f.at), column: labelOfImport(f.field), message: f.message },
      ]),
  ).values(),
];

/** The whole sheet against what holds now. */
export async function judgeSheet(ctx: Ctx, rows: readonly ImportRow[]): Promise<Judged> {
  const [faults, doubts]: [CellFault[], CellFault[]] = [[], []];
  const groups = groupsOf(rows, faults);
  twinsOf(groups, faults, doubts);
  const wrongRows = new Set(faults.map((f) => f.at));
  repeatsOf(groups, doubts);
  const known = await knownOf(ctx, groups);
  const ready: (ReadyGroup & PricedEntry)[] = [];
  for (const group of groups) {
    const made = await judgeGroup(ctx, group, known, faults, doubts);
    if (made && !group.lines.some((l) => wrongRows.has(l.at))) ready.push({ lines: group.lines.map((l) => lineOf(l.at)), ...made });
  }
  const doubted = new Set(doubts.map((d) => lineOf(d.at)));
  const trial = {
    group_count: groups.length,
    person_count: rows.length,
    fault_rows: new Set(faults.map((f) => f.at)).size,
    amount_payable: ready.reduce((sum, g) => sum + g.payable, 0),
    faults: told(faults),
    doubts: told(doubts),
  };
  const content = [rows, ready.map((g) => g.entry.quote_hash), trial.faults, trial.doubts];
  const seen = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return {
    trial: { ...trial, seen },
    ready: ready.map(({ lines, entry }) => ({
      lines,
      // Whoever imports has confirmed what was doubted, and nothing else.
      entry: lines.some((l) => doubted.has(l)) ? { ...entry, confirm_duplicate: true } : entry,
    })),
  };
}
