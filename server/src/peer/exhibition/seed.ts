/** Demo exhibitions: one that is over, one that runs, one that is prepared, with leads in every state. */
import { LOSE_REASONS } from "@visadesk/contract/peer/exhibition/exhibition.words.ts";
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { sealFields } from "#kit/seal/seal.ts";
import { sealedLead } from "./exhibition.noun.ts";

const HOUR_MS = 3_600_000;
type State = "new" | "contacted" | "applied" | "won" | "lost";
interface Lead {
  company: string;
  name: string;
  title: string;
  state: State;
  interest: "high" | "mid" | "low";
  countries: string[];
  /** Hours before now at which it was registered. */
  ago: number;
  /** Days from now. */
  next?: number;
  follows?: readonly string[];
  note?: string;
  /** Somebody of a peer that we have. */
  ours?: true;
}
interface Fair {
  name: string;
  city: string;
  venue: string;
  booth: string;
  days: readonly [from: number, to: number];
  state: "preparing" | "running" | "closed";
  owner: string;
  staff: readonly string[];
  budget: number;
  costs: readonly (readonly [kind: "booth" | "build" | "travel" | "material" | "gift", amount: number])[];
  target: number;
  review: string;
  leads: readonly Lead[];
}

const FAIRS: readonly Fair[] = [
  {
    name: "华东国际旅游交易会",
    city: "上海",
    venue: "国家会展中心（上海）",
    booth: "6.1H-A218",
    days: [-64, -62],
    state: "closed",
    owner: "business_1",
    staff: ["business_1", "business_2"],
    budget: 6_000_000,
    costs: [
      ["booth", 3_200_000],
      ["build", 1_150_000],
      ["travel", 486_000],
      ["material", 230_000],
      ["gift", 158_000],
    ],
    target: 60,
    review: "上午客流集中，两人值守忙不过来；日本、韩国团签咨询最多。下届提前一周约老客到场，并多印样张。",
    leads: [
      {
        company: "",
        name: "",
        title: "总经理",
        state: "won",
        interest: "high",
        countries: ["JP", "KR"],
        ago: 1_530,
        follows: ["到访门店，谈好结算方式"],
      },
      {
        company: "",
        name: "",
        title: "签证主管",
        state: "won",
        interest: "high",
        countries: ["JP"],
        ago: 1_528,
        follows: ["发了报价单，下周提交申请"],
      },
      {
        company: "无锡远行旅行社有限公司",
        name: "周敏",
        title: "计调经理",
        state: "lost",
        interest: "mid",
        countries: ["TH"],
        ago: 1_525,
        follows: ["已有固定送签方，暂不换"],
      },
      { company: "", name: "", title: "运营", state: "new", interest: "mid", countries: [], ago: 1_520, ours: true },
    ],
  },
  {
    name: "广州国际旅游展览会",
    city: "广州",
    venue: "广交会展馆B区",
    booth: "9.2-C066",
    days: [-1, 2],
    state: "running",
    owner: "business_2",
    staff: ["business_1", "business_2", "business_3"],
    budget: 4_500_000,
    costs: [
      ["booth", 2_400_000],
      ["travel", 312_000],
    ],
    target: 80,
    review: "",
    leads: [
      {
        company: "",
        name: "",
        title: "负责人",
        state: "applied",
        interest: "high",
        countries: ["US", "JP"],
        ago: 30,
        follows: ["现场演示下单流程，当天提交申请"],
      },
      {
        company: "佛山岭南假期旅行社有限公司",
        name: "何嘉欣",
        title: "签证部经理",
        state: "contacted",
        interest: "high",
        countries: ["JP", "KR"],
        ago: 26,
        next: 2,
        follows: ["已发同行价，周四回访"],
      },
      { company: "东莞顺途商务服务有限公司", name: "梁志强", title: "采购", state: "new", interest: "mid", countries: ["VN"], ago: 5 },
      {
        company: "珠海海岸线国际旅行社有限公司",
        name: "冯小珊",
        title: "计调",
        state: "new",
        interest: "low",
        countries: ["TH", "VN"],
        ago: 3,
        note: "想了解落地签",
      },
      {
        company: "中山启程留学咨询有限公司",
        name: "谭老师",
        title: "顾问主管",
        state: "lost",
        interest: "low",
        countries: ["GB"],
        ago: 28,
      },
      { company: "", name: "", title: "店长", state: "new", interest: "mid", countries: [], ago: 6, ours: true },
      { company: "", name: "", title: "签证专员", state: "new", interest: "mid", countries: [], ago: 4, ours: true },
    ],
  },
  {
    name: "成都国际旅游展",
    city: "成都",
    venue: "西部国际博览城",
    booth: "待定",
    days: [38, 40],
    state: "preparing",
    owner: "business_3",
    staff: ["business_3"],
    budget: 3_000_000,
    costs: [],
    target: 50,
    review: "",
    leads: [],
  },
];

interface Peer {
  id: number;
  name: string;
  short_name: string;
  contact_name: string;
  application_id: number | null;
}
interface Ground {
  now: Date;
  workers: ReadonlyMap<string, number>;
  /** Peers that came by a fair, peers that were ours before, and the application that waits. */
  won: Peer[];
  ours: Peer[];
  waiting: Peer[];
}

const midnight = (now: Date, hours: number): Date => new Date(now.getTime() - hours * HOUR_MS);
const whose = (l: Lead, g: Ground): Peer | undefined =>
  l.ours ? g.ours.shift() : l.state === "won" ? g.won.shift() : l.state === "applied" ? g.waiting.shift() : undefined;

async function writeLead(tx: Tx, fair: { id: number; owner: number }, l: Lead, n: number, g: Ground): Promise<void> {
  const peer = whose(l, g);
  if (l.company === "" && !peer) return;
  const row_key = crypto.randomUUID();
  const at = midnight(g.now, l.ago);
  const { id } = await tx
    .insertInto("exhibition_leads")
    .values({
      exhibition_id: fair.id,
      row_key,
      kind: l.ours ? "peer" : "new",
      company: peer?.name ?? l.company,
      name: peer?.contact_name ?? l.name,
      ...sealFields(sealedLead, row_key, { mobile: `1370030${String(1_001 + fair.id * 100 + n)}` }),
      title: l.title,
      interest: l.interest,
      country_ids: l.countries,
      owner_id: fair.owner,
      next_follow_on: l.next === undefined ? null : dayOf(g.now, l.next),
      first_called_at: l.follows ? new Date(at.getTime() + 2 * HOUR_MS) : null,
      peer_id: l.ours || l.state === "won" ? (peer?.id ?? null) : null,
      application_id: l.ours ? null : (peer?.application_id ?? null),
      lost_reason: l.state === "lost" ? `${LOSE_REASONS.other_supplier}：已有固定送签方` : "",
      note: l.note ?? "",
      lead_status: l.state,
      created_by: fair.owner,
      created_at: at,
      updated_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const text of l.follows ?? [])
    await tx
      .insertInto("exhibition_lead_follows")
      .values({ lead_id: id, text, by_id: fair.owner, at: new Date(at.getTime() + 2 * HOUR_MS) })
      .execute();
  if (l.ours || peer?.application_id === undefined || peer.application_id === null) return;
  await rows(
    tx,
    q`update peer_applications set source = 'exhibition', source_id = ${fair.id}, inviter_code = '' where id = ${peer.application_id}`,
  );
  if (l.state === "won") await rows(tx, q`update peers set source_id = ${fair.id} where id = ${peer.id}`);
}

async function writeFair(tx: Tx, f: Fair, g: Ground): Promise<void> {
  const owner = g.workers.get(f.owner);
  if (owner === undefined) return;
  const made_at = midnight(g.now, 24 * (30 - f.days[0]));
  const { id } = await tx
    .insertInto("peer_exhibitions")
    .values({
      name: f.name,
      city: f.city,
      venue: f.venue,
      booth: f.booth,
      start_on: dayOf(g.now, f.days[0]),
      end_on: dayOf(g.now, f.days[1]),
      owner_id: owner,
      staff_ids: f.staff.flatMap((account) => g.workers.get(account) ?? []),
      budget: f.budget,
      costs: JSON.stringify(f.costs.map(([kind, amount]) => ({ kind, amount, file: null }))),
      target_leads: f.target,
      invited_peer_ids: f.state === "preparing" ? g.ours.map((p) => p.id) : g.ours.slice(0, 2).map((p) => p.id),
      review_note: f.review,
      exhibition_status: f.state,
      created_by: owner,
      created_at: made_at < g.now ? made_at : g.now,
      updated_at: g.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const [n, lead] of f.leads.entries()) await writeLead(tx, { id, owner }, lead, n, g);
}

/** Needs staff, peers and applications; does nothing where there are exhibitions. */
export async function seedExhibitions(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await row(tx, q`select id from peer_exhibitions limit 1`)) return;
    const list = await tx.selectFrom("workers").select(["id", "account"]).execute();
    const peers = await rows<Peer & { source: string; is_since: boolean }>(
      tx,
      q`select p.id, p.name, p.short_name, p.contact_name, p.source,
          p.approved_at between ${midnight(now, 24 * 61)} and ${midnight(now, 24 * 15)} as is_since, (select max(a.id) from peer_applications a where a.peer_id = p.id) as application_id
        from peers p where p.peer_status = 'active' order by p.level_id desc, p.approved_at desc, p.id`,
    );
    const waiting = await rows<Peer>(
      tx,
      q`select a.id, a.name, a.name as short_name, a.contact_name, a.id as application_id from peer_applications a
        where a.application_status = 'pending' and a.created_by is null and a.source = 'self' order by a.id`,
    );
    // Of a fair two months ago: who came since, and has had the time to order.
    const met = peers.filter((p) => p.source === "exhibition").sort((a, b) => Number(b.is_since) - Number(a.is_since));
    const [won, ours] = [met.slice(0, 2), peers.filter((p) => p.source === "bd").slice(0, 6)];
    const ground = { now, workers: new Map(list.map((w) => [w.account, w.id])), won, ours, waiting };
    for (const fair of FAIRS) await writeFair(tx, fair, ground);
  });
}
