/** What the demo business sells, with every price it can have. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { demoSpecialDays, isChild, quote, snapshot, type Buyer, type Quote } from "../../product/index.ts";
import { demoAssigner } from "../../supplier/index.ts";
import type { DemoSku } from "./world.ts";

interface Time {
  now: Date;
  since: Date;
  /** Peers that order. */
  buyers: readonly Buyer[];
}
interface OwnPrice {
  sku_id: number;
  price_kind: "group" | "peer";
  ref_id: string;
}
/** Buyers of one price: those of a level, apart from whoever has a price of its own or its group's. */
const keyOf = ({ level, group, peer_id }: Buyer): string => [level, group, peer_id].join(" ");
const within = (b: Buyer, skuId: number, own: readonly OwnPrice[]): Buyer => {
  const has = (kind: string, ref: string | undefined): boolean =>
    own.some((o) => o.sku_id === skuId && o.price_kind === kind && o.ref_id === ref);
  const { group, peer_id, ...rest } = b;
  return { ...rest, ...(group && has("group", group) && { group }), ...(peer_id && has("peer", peer_id) && { peer_id }) };
};
interface Priced {
  of(buyer: Buyer): string;
  each: ReadonlyMap<string, Buyer>;
}
function priced(skuId: number, buyers: readonly Buyer[], own: readonly OwnPrice[]): Priced {
  const of = (b: Buyer): string => keyOf(within(b, skuId, own));
  const all: Buyer[] = [{ kind: "direct" }, ...buyers];
  return { of, each: new Map(all.map((b) => [of(b), b])) };
}

/** What is sold, weighted as it sells; `since`: before the first order, when everything was as it is. */
export async function demoSkus(db: Db, { now, since, buyers }: Time): Promise<(readonly [DemoSku, number])[]> {
  const list = await rows<{ id: number; country_id: string }>(
    db,
    q`select id, country_id from skus where sku_status = 'on_sale' order by id`,
  );
  const weight: Readonly<Record<string, number>> = {
    JP: 10,
    KR: 6,
    US: 5,
    TH: 4,
    VN: 4,
    FR: 4,
    IT: 3,
    DE: 3,
    GB: 3,
    AU: 3,
    CA: 2,
    NZ: 2,
    IN: 2,
  };
  const skus: (readonly [DemoSku, number])[] = [];
  const specials = await demoSpecialDays(db, now);
  const own = await rows<OwnPrice>(db, q`select distinct sku_id, price_kind, ref_id from sku_prices where price_kind in ('group', 'peer')`);
  for (const s of list)
    skus.push([
      await demoSku(
        db,
        s.id,
        { now, since, buyers: priced(s.id, buyers, own) },
        specials.find((x) => x.sku_id === s.id),
      ),
      weight[s.country_id] ?? 1,
    ]);
  return skus;
}

interface SpecialDays {
  start_at: string;
  end_at: string;
}
interface Extras {
  tier: string | null;
  plan: number | null;
}
/** A product with every price it can have, asked for beforehand: the connection is busy writing while orders are made. */
async function demoSku(
  db: Db,
  sku_id: number,
  { now, since, buyers }: Omit<Time, "buyers"> & { buyers: Priced },
  special?: SpecialDays,
): Promise<DemoSku> {
  const { id: snapshot_id, body } = await snapshot(db, sku_id, now, since);
  const extras = { tier: body.urgent_tiers[0]?.tier_code ?? null, plan: body.protections[0]?.id ?? null };
  const quotes = (at: Date): Promise<Map<string, Quote>> => quotesOf(db, sku_id, extras, buyers, at);
  const usual = await quotes(special ? new Date(Date.parse(special.start_at) - 1) : now);
  const inSpecial = special ? await quotes(new Date(special.start_at)) : usual;
  const isInSpecial = (at: Date): boolean =>
    special !== undefined && at.toISOString() >= special.start_at && at.toISOString() < special.end_at;
  return {
    sku_id,
    snapshot_id,
    body,
    quoteFor: (people, o) =>
      together(
        people.flatMap((p) => {
          const whole = (isInSpecial(o.at) ? inSpecial : usual).get(
            `${buyers.of(o.buyer)}/${isChild(body.child_age, p.birth_date, o.travel_date)}`,
          );
          return whole ? [without(whole, o)] : [];
        }),
      ),
    assign: await demoAssigner(db, sku_id, now),
  };
}

/** The quote of one grown-up and one child of each buyer at an instant, with everything that can be added. */
async function quotesOf(db: Db, sku_id: number, { tier, plan }: Extras, buyers: Priced, at: Date): Promise<Map<string, Quote>> {
  const quotes = new Map<string, Quote>();
  const day = shanghaiDate(at);
  for (const [key, buyer] of buyers.each)
    for (const child of [false, true]) {
      const entry = {
        buyer,
        travel_date: day,
        urgent_tier_code: tier,
        refuse_no_worry_product_id: plan,
        applicants: [{ birth_date: child ? day : "1980-01-01" }],
      };
      quotes.set(`${key}/${child}`, await quote(db, sku_id, entry, at));
    }
  return quotes;
}

/** The same quote of somebody who does not want what is added. */
function without(whole: Quote, { urgent, protection }: { urgent: boolean; protection: boolean }): Quote {
  const lines = whole.lines.filter((l) => (urgent || l.kind !== "urgent") && (protection || l.kind !== "protection"));
  return {
    ...whole,
    lines,
    urgent_tier: urgent ? whole.urgent_tier : null,
    protection: protection ? whole.protection : null,
    total: lines.reduce((sum, l) => sum + l.amount, 0),
  };
}

/** Persons are priced one by one, so the quote of an order is the quotes of its people put together. */
function together(each: readonly Quote[]): Quote {
  const [first] = each;
  if (!first) throw new Error("an order has at least one applicant");
  return {
    ...first,
    lines: each.flatMap((x, i) => x.lines.map((l) => ({ ...l, applicant_seq: i + 1 }))),
    people: each.flatMap((x, i) => x.people.map((p) => ({ ...p, seq: i + 1 }))),
    special: each.map((x) => x.special).reduce((a, b) => (a && b ? { ...a, qty: a.qty + b.qty, saved: a.saved + b.saved } : (a ?? b))),
    total: each.reduce((sum, x) => sum + x.total, 0),
  };
}
