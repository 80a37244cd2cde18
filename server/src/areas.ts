/** Every area, each in one piece, nothing else. A missing endpoint does not compile. */
import type { EndpointName } from "@visadesk/contract/index.ts";
import { area } from "#kit/area.ts";
import type { Served } from "#kit/call/serve.ts";
import type { Db } from "#kit/db/db.ts";
import { exportNoun } from "#kit/export/export.noun.ts";
import { exportServer } from "#kit/export/export.ts";
import { exportJobs, exportSealSources, type ExportParts } from "#kit/export/export.jobs.ts";
import { fetchText } from "#kit/http/outgoing.ts";
import { kitJobs } from "#kit/job-runner.ts";
import type { JobDef } from "#kit/jobs.ts";
import { sealMove } from "#kit/seal/seal-move.ts";
import * as account from "./account/index.ts";
import * as baseData from "./base-data/index.ts";
import * as files from "./files/index.ts";
import * as order from "./order/index.ts";
import * as peer from "./peer/index.ts";
import * as product from "./product/index.ts";
import * as setting from "./setting/index.ts";
import * as supplier from "./supplier/index.ts";
import * as workbench from "./workbench/index.ts";
import { orderErasure } from "./erasure.ts";
import { holdings } from "./holdings.ts";
import { opened } from "./opened.ts";
import * as finance from "./finance/index.ts";
import * as ledger from "./ledger/index.ts";

const isWorkTime = async (db: Db, at: Date): Promise<boolean> =>
  (await baseData.calendarOf(db)).nextWorkingTime(at).getTime() === at.getTime();

/** What areas ask of those that rest on them. */
const productDoors: Parameters<typeof product.productArea>[0] = order;
const baseDataDoors: baseData.Doors = { product, order, forms: order.forms };
/** Working days of China after the earlier of two days up to the later one; beyond a week nobody asks how many. */
const FAR_DAYS = 6;
const workingDays = async (db: Db): Promise<(a: string, b: string) => number> => {
  const calendar = await baseData.calendarOf(db);
  const known = new Map<string, number>();
  const count = (from: string, to: string): number => {
    let n = 0;
    for (let day = calendar.addWorkingDays(from, 1); day <= to && n < FAR_DAYS; day = calendar.addWorkingDays(day, 1)) n++;
    return n;
  };
  return (a, b) => {
    const [from, to] = a < b ? [a, b] : [b, a];
    const key = `${from} ${to}`;
    const n = known.get(key) ?? count(from, to);
    known.set(key, n);
    return n;
  };
};
const financeDoors: finance.Doors = {
  refund: {
    refundStart: order.refundStart,
    refundToPay: order.refundToPay,
    refundQueued: async (ctx, part) => void (await order.refundQueued(ctx, part)),
    refundPaid: order.refundPaid,
    refundFailed: order.refundFailed,
    refundBounced: order.refundBounced,
  },
  bank: {
    tradesByNumber: async (db, numbers) => [...(await order.orderTrades(db, { numbers })), ...(await peer.topUpTrades(db, { numbers }))],
    tradesOfSources: async (db, sources) => [...(await order.orderTrades(db, { sources })), ...(await peer.topUpTrades(db, { sources }))],
    workingDays,
    peers: peer.namedPeers,
    orderNos: order.orderNos,
  },
  remit: finance.NO_PORTS,
  invoice: {
    surchargeBack: order.diffBack,
  },
};
/** Activities and the partner API do not answer yet: nobody is invited, no client has a key. */
const peerDoors: Parameters<typeof peer.peerArea>[0] = {
  order: order.peerDoor,
  product: product.peerProducts,
  finance: {
    debtOf: finance.debtOf,
    linkable: (ctx, { noun, ...of }) => (noun === "invoice" ? finance.linkableInvoices(ctx, of) : finance.linkableStatements(ctx, of)),
    linkedNo: (db, { noun, ...of }) => (noun === "invoice" ? finance.invoiceNoOf(db, of) : finance.statementNoOf(db, of)),
  },
  activity: {
    inviteOf: () => Promise.resolve(null),
    inviteBind: () => Promise.resolve(),
    registered: () => Promise.resolve(),
    names: () => Promise.resolve(new Map()),
  },
  open: { clientOf: () => Promise.resolve(null), sessionsEnd: () => Promise.resolve() },
  groupUses: [],
};
const supplierDoors: supplier.Doors = { finance, order, product, express: order.supplierExpress };
product.fillInsurancePorts({ policyCounts: finance.policyCounts });
order.fillOrderPorts({
  embassyFee: finance.followOrder,
  policyOpen: finance.policyOpen,
  policyCancel: finance.policyCancel,
  parcelCost: finance.parcelCost,
  ...finance.orderPorts(financeDoors),
});
account.fillLentOrders(workbench.lentOrders);
ledger.fillLedgerPorts({ creditMoved: async (ctx, peerId) => void (await finance.settleCredit(ctx, peerId)) });
const { hoursImpact, hoursChanged, subjectsOf, subjectNumbers, reasonsOf, diffOrders, diffsOf } = order;

const parts = {
  account: account.accountArea({ opened, isWorkTime }),
  setting: setting.settingArea({
    hoursImpact,
    hoursChanged,
    subjectsOf,
    subjectNumbers,
    reasonsOf,
    diffOrders,
    diffsOf,
    fetchText,
    regionFigures: peer.regionFigures,
    holdings,
    opened,
    // Areas that keep personal data of customers.
    erasure: [
      { area: "order", label: "订单", personalErase: orderErasure.personalErase },
      { area: "peer", label: "同行", personalErase: peer.personalErase },
    ],
  }),
  baseData: baseData.baseDataArea(baseDataDoors),
  peer: peer.peerArea(peerDoors),
  product: product.productArea(productDoors),
  supplier: supplier.supplierArea(supplierDoors),
  order: order.orderArea,
  files: files.filesArea({
    access: {
      order: (ctx, id, key) => order.mayReadFile(ctx, "order", id, key),
      applicant: (ctx, id, key) => order.mayReadFile(ctx, "applicant", id, key),
      refund: order.mayReadRefundFile,
      refuse_claim: order.mayReadClaimFile,
      supplier: supplier.mayReadDocument,
      supplier_payee: supplier.mayReadProof,
      supplier_parcel: supplier.mayReadParcelFile,
      peer_application: peer.mayReadApplicationFile,
      work_order: peer.mayReadWorkOrderFile,
      peer: peer.mayReadDocument,
      peer_legal: peer.mayReadLegal,
      adjustment: finance.mayReadAdjustmentFile,
      peer_change: peer.mayReadChangeFile,
      peer_top_up: peer.mayReadTopUp,
      peer_exhibition: peer.mayReadExhibitionFile,
      exhibition_lead: peer.mayReadLeadFile,
      remittance: finance.mayReadVoucher,
      withdrawal: finance.mayReadLetter,
      payout: finance.mayReadReceipt,
      settlement: finance.mayReadSettleFile,
      invoice: finance.mayReadInvoiceFile,
      embassy_payment: finance.mayReadMissionReceipt,
      policy: finance.mayReadPolicyFile,
      msg: workbench.mayReadMsgFile,
      reminder_msg: workbench.mayReadReminderFile,
    },
    inUse: [
      order.filesInUse,
      supplier.filesInUse,
      peer.filesInUse,
      peer.workOrderFilesInUse,
      peer.topUpFilesInUse,
      peer.exhibitionFilesInUse,
      finance.adjustmentFilesInUse,
      finance.vouchersInUse,
      finance.cashFilesInUse,
      finance.settleFilesInUse,
      finance.invoiceFilesInUse,
      finance.receiptsInUse,
      finance.policyFilesInUse,
      workbench.msgFilesInUse,
    ],
  }),
  workbench: workbench.workbenchArea(opened),
  finance: finance.financeArea(financeDoors),
};

/** Everything but the exports themselves: what they may read. */
export const lists = {
  ...parts.account.serving,
  ...parts.setting.serving,
  ...parts.baseData.serving,
  ...parts.peer.serving,
  ...parts.product.serving,
  ...parts.supplier.serving,
  ...parts.order.serving,
  ...parts.files.serving,
  ...parts.workbench.serving,
  ...parts.finance.serving,
};
/** Faster readers of long lists, every other list being exported through its own handler; and sheets beside lists. */
export const exportParts: ExportParts = {
  readers: order.exportables,
  sheets: product.exportSheets,
  principalOfWorker: account.principalOfWorker,
  approvalRows: async (db) => (await finance.financeSettings(db)).export_approval_rows,
  releaseFiles: files.releaseFiles,
};
const exporting = area("finance", {
  nouns: [exportNoun],
  serving: exportServer(lists, exportParts),
  jobs: exportJobs(lists, exportParts),
  seals: exportSealSources,
});
export const serving = { ...lists, ...exporting.serving } satisfies Readonly<Record<EndpointName, Served>>;

const areas = [...Object.values(parts), exporting];
const house = area("setting", { serving: {}, jobs: [...kitJobs, sealMove(areas.flatMap((a) => a.seals))] });
export const jobs: readonly JobDef[] = [...areas, house].flatMap((a) => a.jobs);
