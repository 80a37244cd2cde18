/** What peers ask of areas that rest on them, and what they offer; `server/src/areas.ts` passes the real ones in. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { z } from "@visadesk/contract/kit/field.ts";
import type { linkedRecord } from "@visadesk/contract/peer/work-order/work-order.ts";
import type { workOrderFlow } from "@visadesk/contract/peer/work-order/work-order.flow.ts";
import type { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import type { AccountAct, AccountRole, Block, OwnerRole } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { LevelFallback } from "@visadesk/contract/peer/level/level.rules.ts";
import type { LevelCode } from "@visadesk/contract/peer/level/level.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { Sql } from "#kit/db/sql.ts";

/** Of paid orders within a time: GMV is paid less refunded. */
export interface PeerStat {
  peer_id: number;
  orders: number;
  paid: number;
  refunded: number;
  last_paid_at: string | null;
}
export interface OwnersMove {
  role: OwnerRole;
  from: number;
  to: number;
  order_ids: readonly number[];
  reason: string;
}
/** Whose records answer a work order. */
type OrderLink = "urge" | "refund";
type FinanceLink = "invoice" | "statement";
/** Of this peer; where the work order names an order, of that one. `id`: that record alone. */
export interface LinkAsk<N extends OrderLink | FinanceLink = OrderLink | FinanceLink> {
  noun: N;
  peer_id: number;
  order_id: number | null;
  id?: number | undefined;
  /** Also one that was turned down or taken back: it is linked already. */
  linked?: true;
}
export type LinkedRecord = z.output<typeof linkedRecord>;
export interface OrderDoor {
  /** Unfinished orders by peer. */
  openOrders(db: Db, peerIds: readonly number[]): Promise<ReadonlyMap<number, number[]>>;
  /** Gives open orders of `from` to `to`, locked in id order; those that are no longer his stay. Answers what moved. */
  ownersMove(ctx: Ctx, move: OwnersMove): Promise<number[]>;
  peerStats(db: Db, peerIds: readonly number[], from: Date, to: Date): Promise<ReadonlyMap<number, PeerStat>>;
  /** Promised days of open orders that end within three working days, for the trial of a transfer. */
  openPromises(db: Db, peerIds: readonly number[], now: Date): Promise<ReadonlyMap<number, number>>;
  /** Does an order, and this person of it, belong to the peer; for work orders. */
  isOfPeer(db: Db, ask: { peer_id: number; order_id: number; applicant_id: number | null }): Promise<boolean>;
  /** An urge on an order that a work order asks for; answers its id, also when it was open already. */
  urge(ctx: Ctx, ask: { order_id: number; applicant_id: number | null; content: string }): Promise<number>;
  /** Records that could answer a work order, the newest first, in the caller's sight; urges are called by their order. */
  linkable(ctx: Pick<Ctx, "db" | "me">, ask: LinkAsk<OrderLink>): Promise<LinkedRecord[]>;
  /** The number of the record that answers a work order of this peer. */
  linkedNo(db: Db, ask: { noun: OrderLink; id: number; peer_id: number }): Promise<string | null>;
  /** Own gross margin of orders paid by these peers within a time; null where it is not known. */
  marginOf(db: Db, peerIds: readonly number[], from: Date, to: Date): Promise<ReadonlyMap<number, number>>;
}
/** A price that could have counted. */
export interface TriedPrice {
  source: "special" | "peer" | "group" | "level" | "rule" | "retail";
  label: string;
  price: number | null;
  lost: string | null;
  /** Name of the special that it is. */
  name: string | null;
}
export interface TracedPrice {
  band: "adult" | "child";
  price: number;
  embassy: number;
  centre: number;
  service: number;
  ladder: TriedPrice[];
}
export interface ProductDoor {
  priceTrace(db: Db, ask: { sku_id: number; peer_id: number; price: PriceContext }, at: Date): Promise<TracedPrice[]>;
  /** How many products have a price for each of these groups. */
  groupPrices(db: Db, groupIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
}
/** What a peer owes, split as its statements split it; finance is to answer, until then nothing is billed. */
export interface PeerDebt {
  billed: number;
  unbilled: number;
  /** Statements that are due, the oldest first. */
  due: { due_on: string; amount: number }[];
  /** Withdrawals and remittances on their way. */
  live_payments: number;
}
export interface FinanceDoor {
  debtOf(db: Db, peerIds: readonly number[]): Promise<ReadonlyMap<number, PeerDebt>>;
  linkable(ctx: Pick<Ctx, "db" | "me">, ask: LinkAsk<FinanceLink>): Promise<LinkedRecord[]>;
  linkedNo(db: Db, ask: { noun: FinanceLink; id: number; peer_id: number }): Promise<string | null>;
}
export interface ActivityDoor {
  inviteOf(db: Db, code: string): Promise<{ peer_id: number; name: string } | null>;
  inviteBind(ctx: Ctx, code: string, applicationId: number): Promise<void>;
  registered(ctx: Ctx, peerId: number, applicationId: number): Promise<void>;
  /** Names of channel codes and coupons that an exhibition points at. */
  names(db: Db, ask: { qrcode_ids: readonly number[]; coupon_ids: readonly number[] }): Promise<ReadonlyMap<string, string>>;
}
/** Where a group is named: notices, coupons, activities. */
export interface GroupUse {
  group_id: number;
  noun: string;
  label: string;
  count: number;
}
export interface OpenDoor {
  /** The client that calls with a peer's key, made when its first key is enabled. */
  clientOf(ctx: Ctx, peerId: number): Promise<number | null>;
  /** Logins of these accounts end at once. */
  sessionsEnd(ctx: Ctx, accountIds: readonly number[], reason: string): Promise<void>;
}
export interface Doors {
  readonly order: OrderDoor;
  readonly product: ProductDoor;
  readonly finance: FinanceDoor;
  readonly activity: ActivityDoor;
  readonly open: OpenDoor;
  /** Of every area that names groups. */
  readonly groupUses: readonly ((db: Db, groupIds: readonly number[]) => Promise<readonly GroupUse[]>)[];
}

/** What the list, the page and the moves of peers ask. */
export type CoreDoors = Pick<Doors, "order" | "finance" | "open">;

/** How a peer is priced and what it sees. Numbers are text where product keeps them so. */
export interface PriceContext {
  level: LevelCode;
  level_name: string;
  fallback: LevelFallback;
  /** Of kind service; null: in none. */
  group_id: number | null;
  group_name: string | null;
  /** Empty: all. */
  allow_country_ids: readonly string[];
  visible: { mode: "all" | "only" | "except"; sku_ids: readonly number[] };
}
export interface Level {
  code: LevelCode;
  name: string;
  fallback: LevelFallback;
  sla_percent: number;
  free_urgent: number;
}
export interface WorkOrderAsk {
  code: string;
  peer_id: number;
  order_id: number | null;
  applicant_id: number | null;
  account_id: number | null;
  source: "peer" | "staff" | "system" | "chat";
  title: string;
  answers: Readonly<Record<string, unknown>>;
}
type WorkOrderStatus = keyof typeof workOrderFlow.states;
export interface LinkedWorkOrder {
  id: number;
  work_order_no: string;
  title: string;
  work_order_status: WorkOrderStatus;
  due_at: string;
}
export interface PeerName {
  id: number;
  peer_no: string;
  short_name: string;
  business_kind: string;
  level_id: LevelCode;
  peer_status: "active" | "closed";
}
export interface PeerKey {
  id: number;
  peer_id: number;
  access_key: string;
  secret: string;
  callback_url: string;
  ip_list: readonly string[];
}
export interface PeerLogin {
  account: string;
  /** MD5 of what was typed, as staff send it. */
  passwd: string;
  device: string;
  address: string;
}
export type PeerApplicationFacts = Omit<Parsed<typeof peerApplicationApi.peer_application_add>, "idempotency_key">;
/** What index.ts exports; hand-over, search, queues, files in use and erasure have the kit's own shapes. A sentence says why something may not be; null: it may. */
export interface PeerOffers {
  /** Status, blocks, countries, what its group sees. `block`: peer_frozen or not_on_sale of the order's refusal. */
  mayBuy(
    db: Db,
    peerId: number,
    sku: { id: number; country_id: string },
    at: Date,
  ): Promise<{ block: "frozen" | "unseen"; text: string } | null>;
  /** Why it may order nothing at all now, in words; null: it may. */
  mayOrder(db: Db, peerId: number, at: Date): Promise<string | null>;
  priceContext(db: Db, peerId: number): Promise<PriceContext>;
  /** Enabled ones, in their order. */
  levels(db: Db): Promise<Level[]>;
  accountMay(db: Db, accountId: number, act: AccountAct, amount: number, at: Date): Promise<string | null>;
  blocksOf(db: Db, peerIds: readonly number[], at: Date): Promise<ReadonlyMap<number, { block: Block; text: string }[]>>;
  ownersOf(db: Db, peerId: number, date: string): Promise<{ bd: number | null; cs: number | null }>;
  loadOf(db: Db, workerIds: readonly number[]): Promise<ReadonlyMap<number, { peers: number; max: number | null }>>;
  autoDeduct(db: Db, peerId: number): Promise<boolean>;
  named(db: Db, peerIds: readonly number[]): Promise<ReadonlyMap<number, PeerName>>;
  /** Numbers of a group's members now, or of a filter's rows; as a condition's right side. */
  members(db: Db, of: { group_id: number } | { filter: Readonly<Record<string, unknown>> }, at: Date): Promise<Sql>;
  /** For calls of the partner API and our calls back. */
  apiKeyOf(db: Db, of: { access_key: string } | { peer_id: number }): Promise<PeerKey | null>;
  /** A login on the peers' own site: by the ladder that staff have, refused in words. */
  accountVerify(ctx: Ctx, login: PeerLogin): Promise<{ account_id: number; peer_id: number; role: AccountRole; session_round: number }>;
  /** A company that hands itself in; answers the application. */
  applicationAdd(ctx: Ctx, facts: PeerApplicationFacts, device: string | null): Promise<{ id: number; application_no: string }>;
  serviceContact(db: Db, peerId: number): Promise<{ name: string; mobile: string; qr: string | null } | null>;
  /** How many people's urgent fee its level still pays in a month (YYYY-MM of Shanghai). */
  freeUrgentLeft(db: Db, peerId: number, month: string): Promise<number>;
  workOrderOpen(ctx: Ctx, ask: WorkOrderAsk): Promise<number>;
  workOrdersOf(db: Db, orderId: number): Promise<LinkedWorkOrder[]>;
  /** Peers of a place by region row: how many now, how many of the last 30 days, how many belong to somebody else. */
  regionFigures(
    db: Db,
    regionOwnerIds: readonly number[],
    now: Date,
  ): Promise<ReadonlyMap<number, { peers: number; new_30: number; differing: number }>>;
}
