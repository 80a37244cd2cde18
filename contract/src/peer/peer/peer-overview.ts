/** 概览 of a peer: what it bought in 30 and in 90 days, by country, with refunds and rounds of papers asked for again. */
import { api, read } from "../../kit/endpoint.ts";
import { id, int, money, share, text, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { countryCode } from "./peer-facts.ts";

const volume = {
  orders: int("单量"),
  applicants: int("人数"),
  gmv: money("GMV", { signed: true }),
};
const span = z.object({
  days: int("天数"),
  ...volume,
  refunded: money("退款"),
  refund_rate: z.nullable(share("退款率")),
  /** Per applicant. */
  supplement_rounds: z.nullable(z.number().meta({ label: "人均补料轮次", kind: "number" })),
  countries: z.array(z.object({ country_id: countryCode(), country_name: text("国家/地区"), ...volume })),
});

export const peerOverviewApi = api({
  peer_overview_get: read("同行概览", may.peer, { id: id("同行", "peer") }, z.object({ spans: z.array(span) })),
});
