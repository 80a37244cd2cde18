/** Exhibitions and leads as tests make them. */
import type { InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { TEST_NOW } from "../business.ts";
import type { Client } from "../client.ts";
import { dayOf } from "#kit/range.ts";

export type Fair = OutputOf<"peer_exhibition_add">;
export type Lead = OutputOf<"exhibition_lead_add">;
export type FairBody = Omit<InputOf<"peer_exhibition_add">, "idempotency_key">;
export type LeadBody = Omit<InputOf<"exhibition_lead_add">, "idempotency_key">;
const key = (): { idempotency_key: string } => ({ idempotency_key: crypto.randomUUID() });
let made = 0;

/** Begins tomorrow and lasts three days. */
export const fairBody = (owner_id: number, more: Partial<FairBody> = {}): FairBody => ({
  name: "上海旅游展",
  city: "上海",
  venue: "国家会展中心",
  booth: "A1",
  start_on: dayOf(new Date(TEST_NOW), 1),
  end_on: dayOf(new Date(TEST_NOW), 3),
  owner_id,
  staff_ids: [owner_id],
  budget: 1_000_000,
  qrcode_id: null,
  gift_coupon_id: null,
  poster: null,
  target_leads: 30,
  invited_peer_ids: [],
  ...more,
});
export const makeFair = (by: Client, more: Partial<FairBody> = {}): Promise<Fair> =>
  by.call("peer_exhibition_add", { ...fairBody(by.id, more), ...key() });

/** A number of its own each time. */
export const leadMobile = (): string => `1371${String(1_000_000 + ++made)}`;
export const leadBody = (exhibition_id: number, more: Partial<LeadBody> = {}): LeadBody => ({
  exhibition_id,
  company: "杭州远方旅行社",
  mobile: leadMobile(),
  interest: "high",
  ...more,
});
export const makeLead = (by: Client, exhibition_id: number, more: Partial<LeadBody> = {}): Promise<Lead> =>
  by.call("exhibition_lead_add", { ...leadBody(exhibition_id, more), ...key() });
