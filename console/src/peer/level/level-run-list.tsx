/** 定级复核: peers whose figures no longer earn their level; kept with a reason, or a step down. */
import { Button } from "antd";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { useCan } from "#kit/app/session.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { ListBulk, ListScreen, ListTabs, type Column, type Selection } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Item } from "#kit/page/item.tsx";
import { PeerLink } from "#shared/peer-link.tsx";
import { money } from "@visadesk/contract/kit/format.ts";
import type { Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import { LINE_DECISIONS } from "@visadesk/contract/peer/level/level.words.ts";
import { peerLevelApi } from "@visadesk/contract/peer/level/peer-level.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { TABS } from "./level-tabs.ts";

type Line = Output<typeof peerLevelApi.peer_level_run_query>["list"][number];
type Decision = Input<typeof peerLevelApi.peer_level_run_decide>["decision"];

/** Who meets it by these figures is not lowered, whatever was proposed. */
const Asked = ({ line: l }: { line: Line }) => (
  <span className="vd-marks">
    {`门槛 ${l.asked_text} `}
    {l.is_earned && <Mark tone="green">已达门槛</Mark>}
  </span>
);

const columns: readonly Column<Line>[] = [
  {
    name: "peer_name",
    width: 132,
    exports: ["peer_name", "peer_no"],
    render: (l) => (
      <TwoLines under={l.peer_no}>
        <PeerLink id={l.peer_id}>{l.peer_name}</PeerLink>
      </TwoLines>
    ),
  },
  {
    name: "to_level",
    title: "现级 → 建议",
    width: 100,
    exports: ["from_level", "to_level"],
    render: (l) => `${l.from_level} → ${l.to_level}`,
  },
  {
    name: "gmv",
    title: "90天数据",
    width: 296,
    align: "start",
    exports: ["gmv", "orders", "topup", "asked_text"],
    render: (l) => <TwoLines under={<Asked line={l} />}>{`${money(l.gmv)} · ${l.orders} 单 · 充值 ${money(l.topup)}`}</TwoLines>,
  },
  { name: "bd_owner_name", width: 72, render: (l) => l.bd_owner_name ?? <span className="vd-blank">—</span> },
  {
    name: "bd_note",
    width: 156,
    render: (l) =>
      l.bd_note ? (
        <span className="vd-ellipsis" title={l.bd_note}>
          {l.bd_note}
        </span>
      ) : (
        <span className="vd-blank">—</span>
      ),
  },
  {
    name: "decision",
    width: 120,
    exports: ["decision", "keep_reason"],
    render: (l) => (
      <TwoLines title={l.keep_reason} under={l.keep_reason}>
        <Mark tone={l.decision === "pending" ? "orange" : l.decision === "keep" ? "blue" : "grey"}>{LINE_DECISIONS[l.decision]}</Mark>
      </TwoLines>
    ),
  },
  {
    name: "decided_by_name",
    width: 116,
    render: (l) =>
      l.decided_at === null ? (
        <span className="vd-blank">—</span>
      ) : (
        <TwoLines under={<TimeText at={l.decided_at} />}>{l.decided_by_name ?? "系统"}</TwoLines>
      ),
  },
  { name: "quarter", width: 80, render: (l) => <span className="vd-num">{l.quarter}</span> },
];

/** Those picked, or all that match as many as were seen. */
const meant = (s: Selection) => ("ids" in s ? { ids: [...s.ids] } : { filter: s.filter, expected_count: s.expected_count });

interface DecideProps {
  selection: Selection;
  decision: Decision;
  onDone: () => void;
  onClose: () => void;
}
function Decide({ selection, decision, onDone, onClose }: DecideProps) {
  const afterWrite = useAfterWrite();
  const keeps = decision === "keep";
  return (
    <FormDialog
      endpoint={peerLevelApi.peer_level_run_decide}
      title={`${keeps ? "保留等级" : "降级"}：${selection.count} 家`}
      okText={keeps ? "保留" : "降级"}
      danger={!keeps}
      intro={keeps ? "本季度保留现有等级。" : "立即下调一级，同行与商务会收到通知；数据已达门槛的保留原级。"}
      initial={{ ...meant(selection), decision, reason: "" }}
      onDone={(said) => {
        onDone();
        afterWrite();
        setTimeout(() => tellOutcome(keeps ? "保留" : "降级", "家", said));
      }}
      onClose={onClose}
    >
      {keeps ? <Item name="reason" needs="请输入保留原因" rows={3} /> : <Item name="reason" rows={2} placeholder="选填" />}
    </FormDialog>
  );
}
function Note({ line, onClose }: { line: Line; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerLevelApi.peer_level_line_note}
      title={`定级意见：${line.peer_name}`}
      okText="保存"
      initial={line}
      onDone={afterWrite}
      onClose={onClose}
    >
      <Item name="bd_note" rows={3} />
    </FormDialog>
  );
}

const PENDING = { decision: ["pending"] };
const waits = { of: (l: Line) => l.decision === "pending", none: "所选复核都已处理" };
export function LevelRunList() {
  const [dialog, open] = useDialog();
  const canNote = useCan(may.peer);
  const decide =
    (decision: Decision) =>
    (selection: Selection): Promise<boolean> =>
      new Promise((resolve) =>
        open((close) => (
          <Decide
            selection={selection}
            decision={decision}
            onDone={() => resolve(true)}
            onClose={() => {
              close();
              resolve(false);
            }}
          />
        )),
      );
  return (
    <>
      <ListScreen
        endpoint={peerLevelApi.peer_level_run_query}
        title="定级复核"
        columns={columns}
        filters={["decision", "quarter", "from_level", "bd_owner_id"]}
        more={["queue"]}
        defaultFilter={PENDING}
        row={(l) =>
          l.decision === "pending" && canNote ? (
            <Button type="link" size="small" onClick={() => open((close) => <Note line={l} onClose={close} />)}>
              填写意见
            </Button>
          ) : null
        }
      >
        <ListTabs tabs={TABS} />
        <ListBulk
          acts={[
            { label: "保留", fits: waits, run: decide("keep") },
            { label: "降级", fits: waits, run: decide("apply"), danger: true },
          ]}
        />
      </ListScreen>
      {dialog}
    </>
  );
}
