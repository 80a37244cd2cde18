/** 负责人管理: our BD and customer service, what they look after and what came of it; behind the tab of a row, its calls. */
import { Button } from "antd";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { part } from "#kit/app/part.tsx";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { ListScreen, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Item } from "#kit/page/item.tsx";
import { to } from "#kit/screens.ts";
import "#shared/province-picker.ts";
import { money, percentText } from "@visadesk/contract/kit/format.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { peerManagerApi } from "@visadesk/contract/peer/peer/peer-manager.ts";
import { OWNER_ROLES, type OwnerRole } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { ManagerViewProps } from "./manager-view.tsx";

const ManagerView = part<ManagerViewProps>(() => import("./manager-view.tsx").then((m) => m.ManagerView));

export type Manager = Output<typeof peerManagerApi.peer_manager_query>["list"][number];

/** The list of the peers that a figure counts; whoever has both roles is found as BD. */
const peersOf = (m: Manager, more: Record<string, string> = {}): string =>
  to("peer-list", {}, { [m.roles[0] === "cs" ? "cs_owner_id" : "bd_owner_id"]: String(m.worker_id), ...more });
const Figure = ({ n, href, tone = "" }: { n: number; href: string; tone?: string }) =>
  n === 0 ? <span className="vd-num vd-muted">0</span> : <HrefLink href={href}>{<span className={`vd-num ${tone}`}>{n}</span>}</HrefLink>;

const columns: readonly Column<Manager>[] = [
  {
    name: "worker_name",
    width: 120,
    exports: ["worker_name", "team_name"],
    render: (m) => (
      <TwoLines under={m.team_name}>
        <span className="vd-marks">
          {m.worker_name}
          {!m.worker_enabled && <Mark>已停用</Mark>}
        </span>
      </TwoLines>
    ),
  },
  { name: "roles", width: 84, render: (m) => m.roles.map((r: OwnerRole) => OWNER_ROLES[r]).join("、") || "—" },
  {
    name: "region_text",
    width: 130,
    render: (m) => (
      <span className="vd-ellipsis" title={m.region_text}>
        {m.region_text || "—"}
      </span>
    ),
  },
  {
    name: "peer_count",
    title: "同行数/上限",
    width: 110,
    exports: ["peer_count", "max_peers"],
    render: (m) => (
      <span className="vd-marks">
        <Figure n={m.peer_count} href={peersOf(m)} />/{m.max_peers ?? "不限"}
        {m.is_over_max && <Mark tone="red">超上限</Mark>}
      </span>
    ),
  },
  { name: "new_count", render: (m) => <Figure n={m.new_count} href={peersOf(m)} /> },
  { name: "active_count", render: (m) => <Figure n={m.active_count} href={peersOf(m, { activity: "active" })} /> },
  { name: "silent_count", render: (m) => <Figure n={m.silent_count} href={peersOf(m, { activity: "silent" })} tone="vd-warn" /> },
  { name: "lost_count", render: (m) => <Figure n={m.lost_count} href={peersOf(m, { activity: "lost" })} tone="vd-warn" /> },
  {
    name: "gmv_month",
    width: 130,
    exports: ["gmv_month", "month_target", "target_rate"],
    render: (m) => (
      <TwoLines end num under={m.target_rate === null ? "" : `目标 ${percentText(m.target_rate, 1)}`}>
        {money(m.gmv_month)}
      </TwoLines>
    ),
  },
  "repaid_month",
  "overdue_amount",
  "open_work_orders",
  "reply_minutes",
  { name: "accept_new", render: (m) => (m.accept_new ? "是" : <Mark tone="orange">否</Mark>) },
];

function ManagerEdit({ manager: m, onClose }: { manager: Manager; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerManagerApi.peer_manager_update}
      title={`编辑负责人：${m.worker_name}`}
      okText="保存"
      width={640}
      intro="上限和月目标由主管修改；展示信息是同行看到的联系方式。"
      initial={m}
      onDone={() => {
        toast.success("已保存");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="max_peers" half help="留空为不限" />
      <Item name="month_target" half />
      <Item name="accept_new" half />
      <Item name="display_name" half />
      <Item name="display_mobile" half />
      <Item name="display_qr" />
    </FormDialog>
  );
}

export default function ManagerList() {
  const [dialog, open] = useDialog();
  return (
    <>
      <ListScreen
        endpoint={peerManagerApi.peer_manager_query}
        title="负责人管理"
        columns={columns}
        keyword={{ name: "keyword", placeholder: "姓名" }}
        filters={["role", "team_id", "province_code", "is_over_max"]}
        row={(m) => (
          <span className="vd-moves is-row">
            <Button type="link" size="small" onClick={() => open((close) => <ManagerView manager={m} onClose={close} />)}>
              查看
            </Button>
            <Button type="link" size="small" onClick={() => open((close) => <ManagerEdit manager={m} onClose={close} />)}>
              编辑
            </Button>
          </span>
        )}
      />
      {dialog}
    </>
  );
}
