/** Demo applications in every state that waits or came to nothing; those that were passed stand behind the demo peers. */
import type { BusinessKind, PeerSource } from "@visadesk/contract/peer/peer/peer.words.ts";
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { nextNumbers } from "#kit/db/numbers.ts";
import { q, row } from "#kit/db/sql.ts";
import { only } from "#kit/files/objects.ts";
import { dayOf } from "#kit/range.ts";
import { sealFields } from "#kit/seal/seal.ts";
import { sealedApplication } from "../peer/peer-application.noun.ts";
import { dueOf } from "./application.moves.ts";
import { itemFacts, type ReturnItem } from "./application.rules.ts";
import { searchOf } from "./application.sql.ts";

const HOUR_MS = 3_600_000;
/** From the first handing in to the second. */
const ROUND_MS = 48 * HOUR_MS;
interface Seed {
  name: string;
  credit_code: string;
  legal_person: string;
  business_kind: BusinessKind;
  contact_name: string;
  place: readonly [province: string, city: string, county: string, detail: string];
  source: PeerSource;
  inviter_code?: string;
  /** Account of whoever handed it in; absent: the company itself. */
  maker?: string;
  /** Hours before now. */
  ago: number;
  /** Days from now on which its licence to travel ends. */
  ends?: number;
  round?: number;
  note?: string;
  end?:
    | { state: "returned"; items: readonly ReturnItem[]; reason: string }
    | { state: "rejected"; reason_code: "unqualified" | "untrue"; reason: string }
    | { state: "withdrawn" };
}

const SEEDS: readonly Seed[] = [
  {
    name: "杭州云帆国际旅行社有限公司",
    credit_code: "91330106MA2DEM0005",
    legal_person: "沈云帆",
    business_kind: "travel_agency",
    contact_name: "沈佳",
    place: ["330000", "330100", "330106", "文三路478号华星时代广场A座1206"],
    source: "bd",
    maker: "business_1",
    ago: 3,
    ends: 400,
    note: "主做日韩团队，预计每月80人",
  },
  {
    name: "深圳前程航空票务有限公司",
    credit_code: "91440305MA5DEM000E",
    legal_person: "方启程",
    business_kind: "ticket",
    contact_name: "方晓敏",
    place: ["440000", "440300", "440305", "深南大道9678号大冲商务中心B座2310"],
    source: "channel_code",
    inviter_code: "GD2026A",
    maker: "business_2",
    ago: 120,
  },
  {
    name: "苏州启明出国留学服务有限公司",
    credit_code: "91320505MA1DEM0001",
    legal_person: "顾启明",
    business_kind: "study",
    contact_name: "顾老师",
    place: ["320000", "320500", "320505", "狮山路88号金河国际中心1502"],
    source: "self",
    ago: 20,
  },
  {
    name: "成都锦里假期旅行社有限公司",
    credit_code: "91510104MA6DEM0006",
    legal_person: "罗锦程",
    business_kind: "travel_agency",
    contact_name: "罗芳",
    place: ["510000", "510100", "510104", "红星路三段1号国际金融中心2号楼1808"],
    source: "bd",
    maker: "business_3",
    ago: 26,
    ends: 12,
    round: 2,
    note: "补交了新的许可证",
  },
  {
    name: "西安大唐商务服务有限公司",
    credit_code: "91610113MA6DEM000X",
    legal_person: "唐建业",
    business_kind: "other",
    contact_name: "唐颖",
    place: ["610000", "610100", "610113", "长安南路300号"],
    source: "bd",
    maker: "business_1",
    ago: 72,
    end: { state: "returned", items: ["business_licence", "contact_mobile"], reason: "营业执照照片反光看不清，手机号打不通" },
  },
  {
    name: "武汉江城天下旅行社有限公司",
    credit_code: "91420106MA4DEM0004",
    legal_person: "江一平",
    business_kind: "travel_agency",
    contact_name: "江小北",
    place: ["420000", "420100", "420106", "中南路9号"],
    source: "bd",
    maker: "business_2",
    ago: 300,
    ends: 90,
    end: { state: "rejected", reason_code: "untrue", reason: "许可证号与文旅部公示的企业不一致" },
  },
  {
    name: "厦门鹭岛会展服务有限公司",
    credit_code: "91350203MA3DEM000D",
    legal_person: "陈鹭",
    business_kind: "other",
    contact_name: "陈海",
    place: ["350000", "350200", "350203", "湖滨南路57号"],
    source: "bd",
    maker: "business_3",
    ago: 260,
    end: { state: "withdrawn" },
  },
];

interface Ground {
  file: string;
  now: Date;
  checker: number;
  workers: ReadonlyMap<string, number>;
}

/** A day after it was handed in. */
const decidedAt = (seed: Seed, now: Date): Date => new Date(now.getTime() - Math.max(1, seed.ago - 24) * HOUR_MS);
/** What its end leaves in the row. */
function endOf(seed: Seed, facts: Parameters<typeof itemFacts>[0], { now, checker }: Ground) {
  const decided_at = decidedAt(seed, now);
  switch (seed.end?.state) {
    case "returned":
      return {
        application_status: "returned" as const,
        returned_at: decided_at,
        returned_items: [...seed.end.items],
        returned_facts: JSON.stringify(itemFacts(facts, seed.end.items)),
        reason_text: seed.end.reason,
      };
    case "rejected":
      return {
        application_status: "rejected" as const,
        reason_code: seed.end.reason_code,
        reason_text: seed.end.reason,
        decided_by: checker,
        decided_at,
      };
    case "withdrawn":
      return { application_status: "withdrawn" as const };
    default:
      return {};
  }
}

async function write(tx: Tx, seed: Seed, n: number, ground: Ground): Promise<void> {
  const { file, now, workers } = ground;
  const submitted_at = new Date(now.getTime() - seed.ago * HOUR_MS);
  const created_at = new Date(submitted_at.getTime() - ((seed.round ?? 1) - 1) * ROUND_MS);
  const [application_no = ""] = await nextNumbers(tx, "RZ", submitted_at, 1);
  const { maker, ends, place, round = 1, note = "", inviter_code = "" } = seed;
  const said = only(seed, ["name", "credit_code", "legal_person", "business_kind", "contact_name", "source"]);
  const [province_code, city_code, county_code, detail] = place;
  const created_by = maker === undefined ? null : (workers.get(maker) ?? null);
  const agency = seed.business_kind === "travel_agency";
  const mobile = sealFields(sealedApplication, application_no, { contact_mobile: `1380020${String(2_001 + n)}` });
  const address = { province_code, city_code, county_code, detail };
  const facts = {
    ...said,
    contact_email: "",
    licence_no: agency ? `L-${province_code.slice(0, 2)}-${String(30_001 + n)}` : "",
    business_licence: [file],
    business_licence_from: null,
    business_licence_to: null,
    travel_licence: agency ? [file] : [],
    travel_licence_from: null,
    travel_licence_to: ends === undefined ? null : dayOf(now, ends),
    source_id: seed.source === "bd" ? created_by : null,
    inviter_code,
    note,
  };
  await tx
    .insertInto("peer_applications")
    .values({
      ...facts,
      ...mobile,
      ...endOf(seed, { ...facts, address, contact_mobile_hash: mobile.contact_mobile_hash }, ground),
      address: JSON.stringify(address),
      application_no,
      round,
      submitted_at,
      due_at: await dueOf({ db: tx, now: submitted_at }),
      search_text: searchOf({ ...facts, application_no }),
      created_by,
      created_at,
      updated_at: seed.end ? decidedAt(seed, now) : submitted_at,
    })
    .execute();
}

/** `file`: the page that stands for every demo paper. Needs staff; does nothing where somebody waits already. */
export async function seedApplications(db: Db, file: string, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await row(tx, q`select id from peer_applications where peer_id is null limit 1`)) return;
    const list = await tx.selectFrom("workers").select(["id", "account"]).execute();
    const workers = new Map(list.map((w) => [w.account, w.id]));
    const checker = workers.get("admin");
    if (checker === undefined) return;
    for (const [n, seed] of SEEDS.entries()) await write(tx, seed, n, { file, now, checker, workers });
  });
}
