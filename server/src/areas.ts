/** Every area's endpoints and jobs, nothing else. A missing endpoint does not compile. */
import type { EndpointName } from "@visadesk/contract/index.ts";
import type { Db } from "#kit/db/db.ts";
import { exportServer } from "#kit/export/export.ts";
import { exportJobs, exportSealSources, type ExportParts } from "#kit/export/export.jobs.ts";
import { kitJobs } from "#kit/job-runner.ts";
import type { JobDef } from "#kit/jobs.ts";
import { fetchText } from "#kit/http/outgoing.ts";
import { sealMove } from "#kit/seal/seal-move.ts";
import type { Served } from "#kit/call/serve.ts";
import * as account from "./account/index.ts";
import * as baseData from "./base-data/index.ts";
import * as files from "./files/index.ts";
import * as order from "./order/index.ts";
import * as product from "./product/index.ts";
import * as setting from "./setting/index.ts";
import * as supplier from "./supplier/index.ts";
import * as workbench from "./workbench/index.ts";
import { holdings } from "./holdings.ts";
import { opened } from "./opened.ts";

/** Areas that keep personal data of customers. */
const erasureDoors: readonly setting.ErasureDoor[] = [{ area: "order", label: "订单", personalErase: order.personalErase }];

/** What base data asks of the areas that rest on it. */
const baseDataDoors: baseData.Doors = { product, order, forms: order.forms };
/** What products ask of the orders that sold them. */
const protectionDoors: product.ProtectionDoors = order;

/** What products ask of the open orders that a changed paper list may reach. */
const paperPushDoors: product.PaperPushDoors = order;

/** Everything but the exports themselves: what they may read. */
export const lists = {
  ...account.accountServer,
  ...account.personalServer(opened),
  ...setting.roleServer,
  ...setting.grantChangeServer,
  ...setting.workerServer(holdings),
  ...setting.workerDisableServer(holdings),
  ...setting.teamServer,
  ...setting.regionOwnerServer,
  ...setting.expertServer,
  ...setting.dutyServer,
  ...setting.operationLogServer,
  ...setting.erasureServer(erasureDoors),
  ...setting.sysConfigServer({ fetchText, hoursImpact: order.hoursImpact, hoursChanged: order.hoursChanged }),
  ...baseData.baseDataServer(baseDataDoors),
  ...product.skuServer,
  ...product.skuSnapshotServer,
  ...supplier.supplierServer,
  ...product.skuGenerateServer,
  ...product.spuServer,
  ...product.skuEditServer,
  ...product.skuMoveServer,
  ...product.skuPaperPushServer(paperPushDoors),
  ...product.specialPriceActivityServer({ order }),
  ...product.skuPriceServer,
  ...product.priceAdjustmentServer({ soldTiers: order.soldTiers }),
  ...product.insuranceProductServer,
  ...product.refuseNoWorryProductServer(protectionDoors),
  ...product.refuseNoWorryLinkServer(protectionDoors),
  ...product.productRecommendServer,
  ...order.serving,
  ...files.fileServer({
    order: (ctx, id, key) => order.mayReadFile(ctx, "order", id, key),
    applicant: (ctx, id, key) => order.mayReadFile(ctx, "applicant", id, key),
  }),
  ...workbench.workbenchServer,
  ...setting.recordLogServer(opened),
};
/** Faster readers of long lists, every other list being exported through its own handler; and sheets beside lists. */
export const exportParts: ExportParts = {
  readers: order.exportables,
  sheets: product.exportSheets,
  principalOfWorker: account.principalOfWorker,
  releaseFiles: files.releaseFiles,
};
export const serving = { ...lists, ...exportServer(lists) } satisfies Readonly<Record<EndpointName, Served>>;

const isWorkTime = async (db: Db, at: Date): Promise<boolean> =>
  (await baseData.calendarOf(db)).nextWorkingTime(at).getTime() === at.getTime();

export const jobs: readonly JobDef[] = [
  ...account.jobs,
  account.viewWatchJob(isWorkTime),
  ...setting.grantJobs,
  ...setting.jobs,
  ...setting.expertJobs,
  ...product.jobs,
  ...product.skuPaperPushJobs(paperPushDoors),
  ...order.jobs,
  ...baseData.baseDataJobs(baseDataDoors),
  ...exportJobs(lists, exportParts),
  ...setting.regionOwnerJobs,
  ...baseData.refundPolicyJobs,
  ...setting.erasureJobs(erasureDoors),
  ...files.fileJobs([order.filesInUse]),
  ...kitJobs,
  sealMove([order.orderSeals, order.formSeals, setting.workerSeals, ...files.fileSealSources, ...exportSealSources]),
];
