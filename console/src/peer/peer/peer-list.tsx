/** 同行列表: partner agencies, their terms, what they owe and how lively they are. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, Empty } from "antd";
import type { ComponentType } from "react";
import { askFilter } from "#kit/act/ask.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { part } from "#kit/app/part.tsx";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListActs, ListBulk, ListEmpty, ListFigures, ListScreen, ListTabs, type Selection } from "#kit/list/list-screen.tsx";
import { byDialog } from "#kit/list/batch-dialog.tsx";
import { to } from "#kit/screens.ts";
import { idsOf } from "#kit/list/list-model.ts";
import "#shared/province-picker.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { peerApi } from "@visadesk/contract/peer/peer/peer.ts";
import { COLUMNS } from "./peer-columns.tsx";
import type { TransferWizardProps } from "../transfer/transfer-wizard.tsx";
import type { LevelBatchProps } from "../peer-terms/level-batch.tsx";
import type { PeerGroupProps } from "./peer-group.tsx";
import { PeerMoves } from "./peer-moves.tsx";
import { PEER_TABS, usePeerTabCounts } from "./peer-tabs.ts";

const ApplicationList = part<object>(() => import("../peer-application/application-list.tsx").then((m) => m.ApplicationList));
const ChangeList = part<object>(() => import("../peer-terms/change-list.tsx").then((m) => m.ChangeList));
const CallList = part<object>(() => import("../peer-call/call-list.tsx").then((m) => m.CallList));
const LevelBatch = part<LevelBatchProps>(() => import("../peer-terms/level-batch.tsx").then((m) => m.LevelBatch));
const PeerGroup = part<PeerGroupProps>(() => import("./peer-group.tsx").then((m) => m.PeerGroup));
const TransferWizard = part<TransferWizardProps>(() => import("../transfer/transfer-wizard.tsx").then((m) => m.TransferWizard));

/** Each tile narrows the rows that stand there to those it counts. */
const TILES = [
  ["active", "正常", { state: ["active"] }, ""],
  ["frozen", "冻结", { state: ["frozen"] }, "vd-error"],
  ["silent", "沉默", { activity: ["silent"], state: ["active", "frozen"] }, "vd-warn"],
  ["lost", "流失", { activity: ["lost"], state: ["active", "frozen"] }, "vd-warn"],
  ["unowned", "未分配", { is_unowned: ["1"] }, "vd-warn"],
  ["is_overdue", "逾期", { is_overdue: ["1"] }, "vd-error"],
] as const;
/** What is overdue has an amount once there are statements; until then its tile counts the peers. */
const SUMS = [
  ["balance", "余额"],
  ["credit_used", "授信已用"],
  ["overdue", "逾期额"],
  ["gmv_30", "30天GMV"],
] as const;

function narrowed(search: string, filter: Readonly<Record<string, readonly string[]>>): string {
  const params = new URLSearchParams(search);
  for (const name of ["page", "state", "activity", "is_unowned", "is_overdue"]) params.delete(name);
  for (const [name, values] of Object.entries(filter)) params.set(name, values.join(","));
  return `${to("peer-list")}?${params}`;
}

function Figures({ filter }: { filter: Record<string, unknown> }) {
  const [search] = useSearchText();
  const counts = useQuery({
    queryKey: ["peer_stat_get", filter],
    queryFn: ({ signal }) => askFilter(peerApi.peer_stat_get, filter, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  }).data;
  if (!counts) return null;
  return (
    <>
      {TILES.map(([key, label, narrow, tone]) => {
        const n = counts[key] ?? 0;
        const figure = (
          <>
            {label} <b className={`vd-medium vd-num${n > 0 ? ` ${tone}` : ""}`}>{n}</b>
          </>
        );
        return (
          <span key={key} className="vd-apart">
            {n === 0 ? figure : <HrefLink href={narrowed(search, narrow)}>{figure}</HrefLink>}
          </span>
        );
      })}
      {SUMS.filter(([key]) => key !== "overdue" || (counts.overdue ?? 0) > 0).map(([key, label]) => (
        <span key={key} className="vd-apart">
          {label} <b className="vd-medium vd-num">{money(counts[key] ?? 0)}</b>
        </span>
      ))}
    </>
  );
}

function Peers() {
  const go = useGo();
  const [dialog, open] = useDialog();
  /** A dialog over those picked; they stay picked until it is done. */
  const over = (Dialog: ComponentType<PeerGroupProps>) => (selection: Selection) =>
    byDialog(open, (onDone, onClose) => <Dialog ids={idsOf(selection)} onDone={onDone} onClose={onClose} />);
  const transfer = (selection: Selection): Promise<boolean> => {
    const list =
      "ids" in selection
        ? { selection: "ids" as const, ids: [...selection.ids] }
        : { selection: "filter" as const, filter: selection.filter };
    return new Promise((resolve) =>
      open((close) => (
        <TransferWizard
          start={list}
          onOrdered={() => resolve(true)}
          onClose={() => {
            close();
            resolve(false);
          }}
        />
      )),
    );
  };
  return (
    <>
      <ListScreen
        endpoint={peerApi.peer_query}
        title="同行列表"
        keyword={{ name: "keyword", placeholder: "编号、名称、信用代码、手机", hint: "曾用名也能找到；手机输入全号或后四位" }}
        filters={["level_id", "state", "bd_owner_id", "cs_owner_id", "activity"]}
        more={[
          ...([
            "service_group_id",
            "owner_id",
            "is_unowned",
            "province_code",
            "city_code",
            "source",
            "settle_mode",
            "business_kind",
          ] as const),
          ...(["no_order_days", "balance_below", "available_below", "is_overdue", "is_locked", "paper", "approved_at", "queue"] as const),
        ]}
        columns={COLUMNS}
        row={(p) => <PeerMoves peer={p} />}
      >
        <ListFigures>{(filter) => <Figures filter={filter} />}</ListFigures>
        <ListTabs tabs={PEER_TABS} useCounts={usePeerTabCounts} />
        <ListActs>
          <Button type="primary" onClick={() => go(to("peer-add"))}>
            新增同行
          </Button>
        </ListActs>
        <ListBulk
          acts={[
            { label: "转移", may: may.peer_transfer, run: transfer },
            { label: "设分组", run: over(PeerGroup), ids_only: true },
            { label: "申请定级", run: over(LevelBatch), ids_only: true },
          ]}
        />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有同行；入驻申请通过后出现在这里" />
        </ListEmpty>
      </ListScreen>
      {dialog}
    </>
  );
}

const TABS: Readonly<Record<string, ComponentType>> = { application: ApplicationList, change: ChangeList, call: CallList };
export default function PeerList() {
  const [search] = useSearchText();
  const tab = new URLSearchParams(search).get("tab");
  const Tab = tab === null ? undefined : TABS[tab];
  return Tab ? <Tab /> : <Peers />;
}
