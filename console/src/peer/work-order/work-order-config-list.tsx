/** 配置: what each kind of matter asks for, who handles it in which time, in its versions. */
import { Button } from "antd";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { HANDLERS, LINKS, WORK_ORDER_CATEGORIES } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import { workOrderConfigFlow } from "@visadesk/contract/peer/work-order/work-order.flow.ts";
import { workOrderConfigApi } from "@visadesk/contract/peer/work-order/work-order-config.ts";
import { Moves } from "#kit/act/moves.tsx";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { link, ListActs, ListScreen, ListTabs, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { useLogActs } from "#kit/page/log-button.tsx";
import { to } from "#kit/screens.ts";
import type { ConfigPublishProps } from "./work-order-config-publish.tsx";
import type { ConfigTrialProps } from "./work-order-config-trial.tsx";
import type { ConfigVersionsProps } from "./work-order-config-versions.tsx";
import { TABS, useTabCounts } from "./work-order-tabs.tsx";
import { minuteWords } from "./work-order-words.tsx";

const ConfigPublish = part<ConfigPublishProps>(() => import("./work-order-config-publish.tsx").then((m) => m.ConfigPublish));
const ConfigTrial = part<ConfigTrialProps>(() => import("./work-order-config-trial.tsx").then((m) => m.ConfigTrial));
const ConfigVersions = part<ConfigVersionsProps>(() => import("./work-order-config-versions.tsx").then((m) => m.ConfigVersions));

type Config = Output<typeof workOrderConfigApi.work_order_config_query>["list"][number];
const columns: readonly Column<Config>[] = [
  { ...link<Config>("name", (c) => to("peer-work-order-edit", { id: c.id })), width: 116 },
  {
    name: "category",
    width: 104,
    exports: ["category", "code"],
    render: (c) => <TwoLines under={c.code}>{WORK_ORDER_CATEGORIES[c.category]}</TwoLines>,
  },
  {
    name: "scope_text",
    width: 132,
    render: (c) => (
      <span className="vd-ellipsis" title={c.scope_text}>
        {c.scope_text}
      </span>
    ),
  },
  {
    name: "config_status",
    width: 104,
    exports: ["config_status", "config_version"],
    render: (c) => <TwoLines under={`第${c.config_version}版`}>{flowTag(workOrderConfigFlow, c.config_status)}</TwoLines>,
  },
  "field_count",
  {
    name: "resolve_minutes",
    title: "首响/解决",
    width: 128,
    align: "start",
    exports: ["reply_minutes", "resolve_minutes"],
    render: (c) => `${minuteWords(c.reply_minutes)} / ${minuteWords(c.resolve_minutes)}`,
  },
  { name: "handler", width: 92, render: (c) => <TwoLines under={c.team_name}>{HANDLERS[c.handler]}</TwoLines> },
  { name: "link", width: 84, render: (c) => (c.link === "none" ? "—" : LINKS[c.link]) },
  "count_30",
  "late_rate",
  "updated_at",
];

function ConfigActs({ c, open }: { c: Config; open: ReturnType<typeof useDialog>[1] }) {
  const go = useGo();
  const canEdit = useCan(may.peer_work_order_edit);
  const logActs = useLogActs();
  const edit = {
    key: "edit",
    label: canEdit && c.config_status !== "retired" ? "编辑" : "查看",
    onClick: () => go(to("peer-work-order-edit", { id: c.id })),
  };
  return (
    <Moves
      flow={workOrderConfigFlow}
      row={c}
      state={c.config_status}
      endpoints={workOrderConfigApi}
      dialogs={{ publish: (close, done) => <ConfigPublish id={c.id} version={c.version} onDone={done} onClose={close} /> }}
      intros={{ retire: `停用「${c.name}」（${c.code} · ${c.scope_text} · 第${c.config_version}版）。已打开的工单照原配置办理。` }}
      lead={edit}
      more={[
        edit,
        {
          key: "trial",
          label: "试运行",
          may: may.peer_work_order_edit,
          onClick: () => open((close) => <ConfigTrial id={c.id} name={c.name} onClose={close} />),
        },
        { key: "versions", label: "版本对比", onClick: () => open((close) => <ConfigVersions id={c.id} onClose={close} />) },
        ...logActs("work_order_config", c.id).map((a) => ({ key: "log", label: "日志", onClick: () => a.onClick?.() })),
      ]}
    />
  );
}

const NOW = { config_status: ["draft", "live"] };
export function WorkOrderConfigList() {
  const go = useGo();
  const canEdit = useCan(may.peer_work_order_edit);
  const [dialog, open] = useDialog();
  return (
    <>
      <ListScreen
        endpoint={workOrderConfigApi.work_order_config_query}
        title="工单配置"
        columns={columns}
        keyword={{ name: "keyword", placeholder: "名称、编码" }}
        filters={["category", "config_status", "scope", "handler"]}
        defaultFilter={NOW}
        row={(c) => <ConfigActs c={c} open={open} />}
      >
        <ListTabs tabs={TABS} useCounts={useTabCounts} />
        <ListActs>
          {canEdit && (
            <Button type="primary" onClick={() => go(to("peer-work-order-add"))}>
              新增配置
            </Button>
          )}
        </ListActs>
      </ListScreen>
      {dialog}
    </>
  );
}
