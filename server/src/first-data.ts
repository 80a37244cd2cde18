/** What an empty database gets at the first start: reference data, and the demo business or the first administrator. */
import type { Clock } from "#kit/clock.ts";
import type { Config } from "#kit/config.ts";
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import type { FileStore } from "#kit/files/files.ts";
import { enqueue } from "#kit/jobs.ts";
import { makeCtx } from "#kit/call/run.ts";
import { principalOfWorker } from "./account/index.ts";
import { addressLibrary, seedAppointments, seedReference } from "./base-data/index.ts";
import {
  hasDemoRemittances,
  seedBooks,
  seedCarriers,
  seedCash,
  seedEmbassyFees,
  seedInvoices,
  seedPeerStatements,
  seedPolicies,
  seedRefunds,
  seedRemittances,
  seedSettlements,
} from "./finance/index.ts";
import { isDemoLoaded, seedDemoOrders, seedExpires } from "./order/index.ts";
import {
  seedApplicationLog,
  seedApplications,
  seedCredit,
  seedExhibitions,
  seedGroups,
  seedLevelRun,
  seedLevels,
  seedCalls,
  seedPeers,
  seedTerms,
  seedTransfers,
  seedWorkOrders,
} from "./peer/index.ts";
import { seedAdjustments, seedCatalogue, seedSpecials, storeDemoClause } from "./product/index.ts";
import { DEMO_PAPER, seedMatches, seedParcels, storeDemoPaper } from "./supplier/index.ts";
import {
  config as sysConfig,
  DEMO_PASSWORD,
  ensureFirstAdmin,
  seedDuties,
  seedPermissionUses,
  seedRegions,
  seedStaff,
  setDefault,
} from "./setting/index.ts";
import { seedHandovers, seedMarks, seedMessages } from "./workbench/index.ts";

const DEMO_ACCOUNTS = ["admin", "manager", "expert", "product", "finance", "service", "business_1", "content", "viewer"];

const DEMO_PEERS = 400;

const isEmpty = async (db: Db): Promise<boolean> => !(await db.selectFrom("workers").select("id").limit(1).executeTakeFirst());

/**
 * A demo load that was cut short: its staff is there, what is made last is not. What stands behind the orders is made one after
 * another, each where it has no rows yet, so that the next start goes on with what is missing.
 */
const isHalfLoaded = async (db: Db): Promise<boolean> =>
  (await db.selectFrom("workers").select("id").where("account", "=", "viewer").executeTakeFirst()) !== undefined &&
  !((await isDemoLoaded(db)) && (await hasDemoRemittances(db)));

export interface FirstData {
  /** To print beside the address. */
  lines: string[];
  /** The demo orders are still to be made: that takes long and is done with the door open (first-orders.ts). */
  ordersDue: boolean;
}

/** Makes what the first sign-in needs. */
export async function firstData(o: { db: Db; files: FileStore; config: Config; clock: Clock }): Promise<FirstData> {
  const { db, files, config } = o;
  const now = o.clock.now();
  const empty = await isEmpty(db);
  const address = await addressLibrary(files);
  setDefault("addr_download_url", address);
  if (empty) await seedReference(db, now);
  if (config.demo) {
    setDefault("company_name", "演示签证服务有限公司");
    setDefault("registration_notice", "京ICP备00000000号（演示）");
    setDefault("peer_site_url", "https://peer.example.com");
  }
  const isLoading = config.demo && (empty || (await isHalfLoaded(db)));
  if (isLoading) await demoBasis(db, files, empty, now);
  const admin = await ensureFirstAdmin(db, { account: config.adminAccount, password: config.adminPassword }, now);
  const lines = admin?.password
    ? [`首个管理员 ${admin.account}，一次性密码 ${admin.password}，24小时内有效，登录后须修改`]
    : config.demo
      ? [`演示账号 ${DEMO_ACCOUNTS.join(" ")}，密码均为 ${DEMO_PASSWORD}`]
      : [];
  return { lines, ordersDue: isLoading };
}

/** `onChunk` is waited for between two steps. What is there already is left as it is; remittances come last ({@link isHalfLoaded}). */
export async function firstOrders(
  o: { db: Db; files: FileStore; embedded: boolean; now: Date },
  onChunk: (done: number, count: number) => Promise<void>,
): Promise<void> {
  await seedDemoOrders(o.db, o.files, o.now, { inChunks: o.embedded, onChunk });
  await seedParcels(o.db, o.now);
  await seedAdjustments(o.db, o.now);
  await seedCredit(o.db, o.now);
  await seedLevelRun(o.db, o.now);
  await seedWorkOrders(o.db, o.now);
  await seedCash(o.db, o.files, o.now);
  await seedPolicies({ ...o, proof: DEMO_PAPER });
  await seedSettlements(o);
  await seedCarriers(o);
  await seedPeerStatements(o, DEMO_PAPER);
  await seedInvoices(o.db, o.files, DEMO_PAPER, o.now);
  await seedEmbassyFees({ ...o, receipt: DEMO_PAPER });
  await seedRefunds(o.db, o.files, o.now);
  await seedExpires(o.db, o.files, o.now);
  const actAs = async (tx: Tx, worker: number, at: Date) => {
    const principal = await principalOfWorker(tx, worker, at);
    return makeCtx({ files: o.files, config: sysConfig }, tx, { name: "demo" }, principal, at);
  };
  await seedBooks(o.db, o.now, actAs);
  await seedCalls(o.db, o.now, actAs);
  await seedMessages({ db: o.db, proof: DEMO_PAPER, now: o.now, actAs });
  await seedMarks({ db: o.db, now: o.now, actAs });
  await seedHandovers(o.db, o.now, actAs);
  await seedRemittances({ db: o.db, files: o.files, voucher: DEMO_PAPER, now: o.now });
  for (const job of ["sku_stat", "peer_radar"]) await enqueue(o.db, job, {}, {}, o.now);
}

/** Staff and what is sold. */
async function demoBasis(db: Db, files: FileStore, empty: boolean, now: Date): Promise<void> {
  if (empty) {
    const staff = await seedStaff(db, now);
    await seedRegions(db, staff, now);
    await seedDuties(db, staff, now);
    await seedPermissionUses(db, now);
  }
  await storeDemoClause(files);
  await storeDemoPaper(files);
  await seedCatalogue(db, now);
  await seedMatches(db, now);
  await seedLevels(db, now);
  await seedPeers(db, DEMO_PAPER, now, DEMO_PEERS);
  await seedTerms(db, now);
  await seedGroups(db, now);
  await seedTransfers(db, now);
  await seedApplications(db, DEMO_PAPER, now);
  await seedExhibitions(db, now);
  await seedApplicationLog(db);
  await seedAppointments(db, now);
  await inTransaction(db, (tx) => seedSpecials(tx, now));
}
