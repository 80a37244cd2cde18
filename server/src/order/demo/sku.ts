/** What the demo business sells, with every price it can have. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Tx } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { demoSpecialDays, isChild, quote, snapshot, type Quote } from "../../product/index.ts";
import { demoAssigner } from "../../supplier/index.ts";
import type { DemoSku } from "./world.ts";

/** What is sold, weighted as it sells; `since`: before the first order, when everything was as it is. */
export async function demoSkus(tx: Tx, now: Date, since: Date): Promise<(readonly [DemoSku, number])[]> {
  const list = await rows<{ id: number; country_id: string }>(
    tx,
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
  const specials = await demoSpecialDays(tx, now);
  for (const s of list)
    skus.push([
      await demoSku(
        tx,
        s.id,
        { now, since },
        specials.find((x) => x.sku_id === s.id),
      ),
      weight[s.country_id] ?? 1,
    ]);
  return skus;
}

const BOTH = [false, true];

interface SpecialDays {
  start_at: string;
  end_at: string;
}
/** A product with every price it can have, asked for beforehand: the connection is busy writing while orders are made. */
async function demoSku(tx: Tx, sku_id: number, { now, since }: { now: Date; since: Date }, special?: SpecialDays): Promise<DemoSku> {
  const { id: snapshot_id, body } = await snapshot(tx, sku_id, now, since);
  const tier = body.urgent_tiers[0]?.tier_code ?? null;
  const plan = body.protections[0]?.id ?? null;
  const usual = await quotesOf(tx, sku_id, { tier, plan }, special ? new Date(Date.parse(special.start_at) - 1) : now);
  const inSpecial = special ? await quotesOf(tx, sku_id, { tier, plan }, new Date(special.start_at)) : usual;
  const isInSpecial = (at: Date): boolean =>
    special !== undefined && at.toISOString() >= special.start_at && at.toISOString() < special.end_at;
  return {
    sku_id,
    snapshot_id,
    body,
    quoteFor: (people, o) =>
      together(
        people.flatMap(
          (p) =>
            (isInSpecial(o.at) ? inSpecial : usual).get(
              `${isChild(body.child_age, p.birth_date, o.travel_date)} ${o.urgent} ${o.protection}`,
            ) ?? [],
        ),
      ),
    assign: await demoAssigner(tx, sku_id, now),
  };
}

/** The quote of one person of every kind at an instant. */
async function quotesOf(tx: Tx, sku_id: number, sku: { tier: string | null; plan: number | null }, at: Date): Promise<Map<string, Quote>> {
  const quotes = new Map<string, Quote>();
  const day = shanghaiDate(at);
  for (const child of BOTH)
    for (const urgent of BOTH)
      for (const protection of BOTH) {
        const entry = {
          buyer: { kind: "direct" as const },
          travel_date: day,
          urgent_tier_code: urgent ? sku.tier : null,
          refuse_no_worry_product_id: protection ? sku.plan : null,
          applicants: [{ birth_date: child ? day : "1980-01-01" }],
        };
        quotes.set(`${child} ${urgent} ${protection}`, await quote(tx, sku_id, entry, at));
      }
  return quotes;
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
