/** 概览: what a peer bought in 30 and in 90 days, by country, with refunds and rounds of papers asked for again. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { peerOverviewApi } from "@visadesk/contract/peer/peer/peer-overview.ts";
import { serve } from "#kit/call/serve.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { NO_PEER } from "./peer-scope.sql.ts";
import { storedPeer } from "./peer.sql.ts";

type Span = Output<(typeof peerOverviewApi)["peer_overview_get"]>["spans"][number];
const SPANS = [30, 90] as const;
const DAY_MS = 86_400_000;

interface Bought {
  country_id: string;
  country_name: string;
  orders: number;
  applicants: number;
  paid: number;
  refunded: number;
  rounds: number;
}
/** Paid orders since then, the country with most money first. */
const boughtSince = (db: Db, peerId: number, since: Date): Promise<Bought[]> =>
  rows<Bought>(
    db,
    q`
    select o.country_id, c.name_zh as country_name, count(*)::int as orders, sum(o.applicant_count)::int as applicants, sum(o.amount_paid)::int8 as paid,
      sum(o.amount_refunded)::int8 as refunded,
      sum((select coalesce(sum(a.supplement_round), 0) from applicants a where a.order_id = o.id))::int as rounds
    from orders o join countries c on c.id = o.country_id where o.peer_id = ${peerId} and o.paid_at >= ${since}
    group by o.country_id, c.name_zh order by sum(o.amount_paid - o.amount_refunded) desc, o.country_id`,
  );

function spanOf(days: number, list: readonly Bought[]): Span {
  const sum = (of: (b: Bought) => number): number => list.reduce((n, b) => n + of(b), 0);
  const [paid, refunded, applicants] = [sum((b) => b.paid), sum((b) => b.refunded), sum((b) => b.applicants)];
  return {
    days,
    orders: sum((b) => b.orders),
    applicants,
    gmv: paid - refunded,
    refunded,
    refund_rate: paid === 0 ? null : refunded / paid,
    supplement_rounds: applicants === 0 ? null : Math.round((sum((b) => b.rounds) / applicants) * 100) / 100,
    countries: list.map((b) => ({
      country_id: b.country_id,
      country_name: b.country_name,
      orders: b.orders,
      applicants: b.applicants,
      gmv: b.paid - b.refunded,
    })),
  };
}

export const peerOverviewServer = serve(peerOverviewApi, {
  peer_overview_get: async ({ id }, ctx) => {
    found(await storedPeer(ctx, id), NO_PEER);
    const of = async (days: number): Promise<Span> =>
      spanOf(days, await boughtSince(ctx.db, id, new Date(ctx.now.getTime() - days * DAY_MS)));
    return { spans: await Promise.all(SPANS.map(of)) };
  },
});
