/** 批量转移: peers that went from one person to others, and those that are still to go. */
import { Button, Empty } from "antd";
import { HrefLink } from "#kit/app/href-link.tsx";
import { part } from "#kit/app/part.tsx";
import { ListActs, ListEmpty, ListScreen, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { to } from "#kit/screens.ts";
import { OWNER_ROLES } from "@visadesk/contract/peer/peer/peer.words.ts";
import { peerTransferFlow } from "@visadesk/contract/peer/transfer/peer-transfer.flow.ts";
import { peerTransferApi } from "@visadesk/contract/peer/transfer/peer-transfer.ts";
import { TRANSFER_REASONS, type Carry } from "@visadesk/contract/peer/transfer/transfer.words.ts";
import type { TransferDrawerProps } from "./transfer-drawer.tsx";
import { useTransferPlace } from "./transfer-place.ts";
import type { TransferWizardProps } from "./transfer-wizard.tsx";
import { countsText, TransferMoves, type Transfer } from "./transfer-words.tsx";

const Wizard = part<TransferWizardProps>(() => import("./transfer-wizard.tsx").then((m) => m.TransferWizard));
const TransferDrawer = part<TransferDrawerProps>(() => import("./transfer-drawer.tsx").then((m) => m.TransferDrawer));

const href = (t: Transfer): string => to("peer-transfer-list", {}, { transfer: String(t.id) });
/** In a narrow column. */
const SHORT = { orders: "订单", work_orders: "工单" } as const satisfies Record<Carry, string>;
const COLUMNS: readonly Column<Transfer>[] = [
  { name: "transfer_no", width: 152, href, render: (t) => <HrefLink href={href(t)}>{t.transfer_no}</HrefLink> },
  { name: "role", width: 60, render: (t) => OWNER_ROLES[t.role] },
  { name: "from_name", width: 80, render: (t) => t.from_name },
  {
    name: "target_names",
    width: 120,
    render: (t) => (
      <span className="vd-ellipsis" title={t.target_names}>
        {t.target_names}
      </span>
    ),
  },
  {
    name: "total",
    width: 168,
    align: "start",
    exports: ["total", "done_count", "skipped_count", "failed_count", "undone_count"],
    render: (t) => (
      <TwoLines under={countsText(t)}>
        <span className="vd-num">{t.total}</span>
      </TwoLines>
    ),
  },
  { name: "carry", width: 92, render: (t) => t.carry.map((c) => SHORT[c]).join("、") || <span className="vd-blank">—</span> },
  { name: "transfer_status", width: 100, render: (t) => flowTag(peerTransferFlow, t.transfer_status) },
  {
    name: "undo_days",
    title: "可撤销",
    width: 72,
    align: "start",
    render: (t) => (t.undo_days === 0 ? <span className="vd-blank">—</span> : `剩 ${t.undo_days} 天`),
  },
  {
    name: "effective_on",
    sort: "effective_on",
    width: 128,
    exports: ["effective_on", "commission_from"],
    render: (t) => (
      <TwoLines num under={`归属 ${t.commission_from}`}>
        {t.effective_on}
      </TwoLines>
    ),
  },
  {
    name: "reason_code",
    width: 140,
    render: (t) => (
      <TwoLines title={t.reason} under={t.reason}>
        {TRANSFER_REASONS[t.reason_code]}
      </TwoLines>
    ),
  },
  "created_by_name",
  "created_at",
];

export default function TransferList() {
  const place = useTransferPlace();
  const add = place.begin;
  return (
    <>
      <ListScreen
        endpoint={peerTransferApi.peer_transfer_query}
        title="批量转移"
        keyword={{ name: "transfer_no", placeholder: "批次号" }}
        filters={["role", "from_worker_id", "target_id", "transfer_status"]}
        more={["reason_code", "peer_id", "created_at"]}
        columns={COLUMNS}
        row={(t) => <TransferMoves transfer={t} look={() => place.look(t.id)} />}
      >
        <ListActs>
          <Button type="primary" onClick={add}>
            新建转移
          </Button>
        </ListActs>
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有转移过同行">
            <Button onClick={add}>新建转移</Button>
          </Empty>
        </ListEmpty>
      </ListScreen>
      {place.id !== null && <TransferDrawer key={place.id} id={place.id} onClose={place.close} />}
      {place.start !== null && <Wizard start={place.start} onMade={place.look} onClose={place.close} />}
    </>
  );
}
