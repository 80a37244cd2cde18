/** Demo peers: agencies and companies of twelve cities, each passed by the administrator after somebody of ours handed it in. */
import { creditCodeFault } from "@visadesk/contract/kit/credit-code.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { LEVEL_CODES } from "@visadesk/contract/peer/level/level.words.ts";
import type { BusinessKind } from "@visadesk/contract/peer/peer/peer.words.ts";
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { ownersFor } from "../../setting/index.ts";
import { writePeers, type MadePeer, type PeerPaper, type WholePeer } from "./whole-peer.ts";

const CITIES = [
  ["上海", "310000", "310100", "310101", "南京东路", "SH"],
  ["北京", "110000", "110100", "110105", "建国路", "BJ"],
  ["广州", "440000", "440100", "440106", "天河路", "GD"],
  ["深圳", "440000", "440300", "440304", "福华一路", "GD"],
  ["杭州", "330000", "330100", "330106", "文三路", "ZJ"],
  ["南京", "320000", "320100", "320106", "中山北路", "JS"],
  ["成都", "510000", "510100", "510104", "红星路", "SC"],
  ["武汉", "420000", "420100", "420102", "江汉路", "HB"],
  ["西安", "610000", "610100", "610113", "长安南路", "SN"],
  ["厦门", "350000", "350200", "350203", "湖滨南路", "FJ"],
  ["青岛", "370000", "370200", "370202", "香港中路", "SD"],
  ["沈阳", "210000", "210100", "210102", "青年大街", "LN"],
] as const;
const WORDS = [
  ..."蓝海 环宇 锦程 远帆 悦途 星辰 百川 启程 途安 和畅 云际 天行 山水 知行 嘉禾 四季 行知 鸿雁 凤翔 长风".split(" "),
  ..."乐游 怡景 致远 海纳 同舟 明远 万里 晨曦 新航 博雅 瑞丰 恒信 中联 华瑞 东方 景明".split(" "),
];
const FORMS: Readonly<Record<BusinessKind, readonly [whole: string, short: string]>> = {
  travel_agency: ["国际旅行社有限公司", "国旅"],
  ticket: ["航空票务代理有限公司", "票务"],
  study: ["出国留学服务有限公司", "留学"],
  corporate: ["科技股份有限公司", "科技"],
  other: ["商务咨询有限公司", "商务"],
};
const KINDS = ["travel_agency", "travel_agency", "ticket", "travel_agency", "study", "travel_agency", "corporate", "other"] as const;
const SURNAMES = [..."王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗"];
const GIVEN = "建国 丽华 志强 晓燕 文博 雅琴 海峰 敏 俊杰 慧 立新 佳怡".split(" ");
function at<T>(list: readonly T[], n: number): T {
  const found = list[n % list.length];
  if (found === undefined) throw new Error("nothing to choose from");
  return found;
}
const nameOf = (n: number): string => at(SURNAMES, n * 7) + at(GIVEN, n * 5 + Math.floor(n / SURNAMES.length));

/** A code that can be one, of its own for each number. */
function creditCode(n: number, city: string): string {
  const head = `91${city.slice(0, 6)}MA7${String(10_000 + n)}D`;
  return [..."0123456789ABCDEFGHJKLMNPQRTUWXY"].map((last) => head + last).find((c) => creditCodeFault(c) === null) ?? "";
}

const ENDS_EVERY = 80;
/** Of every so many, by their place: days from today on which papers end, where it is not the usual: near their end, or over. */
const ENDS: Readonly<Record<number, Partial<Record<PeerPaper["kind"], number>>>> = {
  3: { business_licence: 12 },
  7: { contract: 25 },
  11: { travel_licence: -8 },
  17: { travel_licence: -40 },
  23: { contract: -3 },
};
const YEAR = 365;
function papersOf(n: number, kind: BusinessKind, isCredit: boolean, now: Date): PeerPaper[] {
  const paper = (of: PeerPaper["kind"], prefix: string, usual: number | null): PeerPaper => {
    const ends = ENDS[n % ENDS_EVERY]?.[of] ?? usual;
    return {
      kind: of,
      number: `${prefix}${20_000 + n}`,
      valid_from: dayOf(now, (ends ?? 0) - 3 * YEAR),
      valid_to: ends === null ? null : dayOf(now, ends),
    };
  };
  return [
    paper("business_licence", "YY", null),
    ...(kind === "travel_agency" ? [paper("travel_licence", "L-", 200 + ((n * 37) % (2 * YEAR)))] : []),
    ...(isCredit || n % ENDS_EVERY in ENDS ? [paper("contract", "HT-", 90 + ((n * 53) % YEAR))] : []),
  ];
}

/** Limits stay under the caps of the levels. */
const LIMITS = [0, 1_200_000, 4_000_000, 8_000_000, 15_000_000] as const;
const SOURCES = ["bd", "bd", "self", "exhibition", "bd", "fission"] as const;
/** The newest stand at the end: the last ones came this month. */
const approvedDay = (n: number, count: number): number => Math.round(((count - n) / count) ** 1.4 * 600) + 2;
const DAY_MS = 86_400_000;

interface People {
  maker: number | null;
  checker: number;
  owners: { bd: number | null; cs: number | null };
}
function peerOf(n: number, count: number, now: Date, { maker, checker, owners }: People): WholePeer {
  const [city, province_code, city_code, county_code, street, short] = at(CITIES, n);
  const kind = at(KINDS, n + Math.floor(n / KINDS.length));
  const word = at(WORDS, Math.floor(n / CITIES.length) + (n % CITIES.length) * 3);
  const level = n % 40 === 0 ? 4 : n % 20 === 7 ? 3 : n % 8 === 3 ? 2 : n % 4 === 2 ? 1 : 0;
  const isCredit = level >= 1 && n % 3 !== 1 && kind !== "other";
  const source = at(SOURCES, n);
  return {
    name: `${city}${word}${FORMS[kind][0]}`,
    short_name: `${city}${word}${FORMS[kind][1]}`,
    credit_code: creditCode(n, city_code),
    legal_person: nameOf(n + 3),
    business_kind: kind,
    licence_no: kind === "travel_agency" ? `L-${short}-${String(20_000 + n)}` : "",
    contact_name: nameOf(n),
    contact_mobile: `1390010${String(1_000 + n)}`,
    contact_email: `contact${n + 1}@example.com`,
    address: { province_code, city_code, county_code, detail: `${street}${(n % 90) + 10}号${(n % 20) + 3}层` },
    source,
    source_id: source === "bd" ? maker : null,
    level_id: at(keysOf(LEVEL_CODES), level),
    level_locked_until: n % 13 === 5 ? dayOf(now, 60) : null,
    level_lock_reason: n % 13 === 5 ? "年度合作协议约定" : "",
    service_group_id: null,
    bd_owner_id: n % 9 === 8 ? null : owners.bd,
    cs_owner_id: owners.cs,
    settle_mode: isCredit ? "credit" : n % 5 === 1 ? "cash" : "prepaid",
    credit_days: isCredit ? 30 : 0,
    credit_limit: isCredit ? (LIMITS[level] ?? 0) : 0,
    temp_limit: n % 12 === 4 && isCredit ? 500_000 : 0,
    temp_until: n % 12 === 4 && isCredit ? dayOf(now, 20) : null,
    auto_deduct: n % 3 === 0,
    allow_country_ids: n % 10 === 6 ? ["JP", "KR", "VN"] : [],
    note: n % 6 === 2 ? "每月初集中送签，临近假期前联系" : "",
    approved_at: new Date(now.getTime() - approvedDay(n, count) * DAY_MS),
    account: `peer${1_001 + n}`,
    papers: papersOf(n, kind, isCredit, now),
    created_by: maker,
    decided_by: checker,
  };
}

/** Rows of one statement. */
const AT_ONCE = 100;
const CLOSED = { every: 19, days: 120, reason: "企业注销，双方终止合作" } as const;

/** `file`: the page that stands for every demo paper. Needs staff and regions; does nothing where there are peers. */
export async function seedPeers(db: Db, file: string, now: Date, count = 40): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await tx.selectFrom("peers").select("id").limit(1).executeTakeFirst()) return;
    const workers = await rows<{ id: number; account: string }>(tx, q`select id, account from workers`);
    const idOf = (account: string): number | null => workers.find((w) => w.account === account)?.id ?? null;
    const checker = idOf("admin");
    if (checker === null) return;
    const bds = ["business_1", "business_2", "business_3"].flatMap((a) => idOf(a) ?? []);
    const ofCity = await ownersOfCities(tx, now);
    const peers = Array.from({ length: count }, (_, n) => {
      const maker = bds[n % bds.length] ?? null;
      const owners = ofCity[n % CITIES.length];
      return peerOf(n, count, now, {
        maker,
        checker,
        owners: { bd: owners?.bd ?? maker, cs: owners?.cs ?? idOf(`service_${(n % 3) + 1}`) },
      });
    });
    const made: MadePeer[] = [];
    for (let i = 0; i < count; i += AT_ONCE) made.push(...(await writePeers(tx, peers.slice(i, i + AT_ONCE), file, now)));
    const among = (fits: (n: number) => boolean): number[] => made.filter((_, n) => fits(n)).map((p) => p.id);
    const isOld = (n: number): boolean => approvedDay(n, count) > CLOSED.days;
    await close(
      tx,
      among((n) => n % CLOSED.every === CLOSED.every - 1 && isOld(n)),
      now,
    );
    await changeHands(
      tx,
      among((n) => n % 6 === 1),
      bds,
      now,
    );
  });
}

const ownersOfCities = (tx: Tx, now: Date) =>
  Promise.all(CITIES.map(([, province, city]) => ownersFor(tx, province, city, shanghaiDate(now))));

async function close(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await rows(
    tx,
    q`update peers set peer_status = 'closed', closed_at = ${now}, close_reason = ${CLOSED.reason} where id = any(${[...ids]}::int8[])`,
  );
  await rows(tx, q`update peer_accounts set status = 0 where peer_id = any(${[...ids]}::int8[])`);
}

/** Whom another BD won, who handed them over when regions were dealt out anew. */
async function changeHands(tx: Tx, ids: readonly number[], bds: readonly number[], now: Date): Promise<void> {
  const moved = await rows<{ peer_id: number; worker_id: number; from_date: string; to_date: string }>(
    tx,
    q`
    update peer_owners o set from_date = x.day, commission_from = x.day, by = 'region' from (
      select p.id, p.from_date as began, p.from_date + (${shanghaiDate(now)}::date - p.from_date) * 2 / 3 as day from peer_owners p
      where p.role = 'bd' and p.to_date is null and p.peer_id = any(${[...ids]}::int8[]) and p.from_date < ${shanghaiDate(now)}::date - 60) x
    where o.id = x.id returning o.peer_id, o.worker_id, x.began as from_date, x.day as to_date`,
  );
  const rest = moved.flatMap(({ worker_id, ...m }) => {
    const before = bds.find((id) => id !== worker_id);
    const of = { ...m, role: "bd" as const, commission_from: m.from_date, by: "application" as const, created_at: new Date(m.from_date) };
    return before === undefined ? [] : [{ ...of, worker_id: before }];
  });
  if (rest.length > 0) await tx.insertInto("peer_owners").values(rest).execute();
}
