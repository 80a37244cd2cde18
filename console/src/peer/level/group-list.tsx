/** 同行分组: who sees which products at which price, and audiences of notices and activities. */
import { Button } from "antd";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { part } from "#kit/app/part.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListActs, ListScreen, type Column } from "#kit/list/list-screen.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { useLogActs } from "#kit/page/log-button.tsx";
import { to } from "#kit/screens.ts";
import { MoreOutlined } from "@ant-design/icons";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { GROUP_KINDS } from "@visadesk/contract/peer/level/level.words.ts";
import { peerGroupApi } from "@visadesk/contract/peer/level/peer-group.ts";
import type { GroupFormProps } from "./group-form.tsx";

const GroupForm = part<GroupFormProps>(() => import("./group-form.tsx").then((m) => m.GroupForm));

export type Group = Output<typeof peerGroupApi.peer_group_query>["list"][number];
const columns: readonly Column<Group>[] = [
  { name: "name", width: 140, render: (g) => <b className="vd-medium">{g.name}</b> },
  { name: "kind", width: 92, render: (g) => <Mark tone={g.kind === "service" ? "blue" : "purple"}>{GROUP_KINDS[g.kind]}</Mark> },
  {
    name: "rule_text",
    width: 260,
    render: (g) => (
      <span className="vd-ellipsis" title={g.rule_text}>
        {g.rule_text}
      </span>
    ),
  },
  {
    name: "member_count",
    hint: "按现在的数据计算，不含已停用的同行",
    render: (g) =>
      g.kind === "service" && g.member_count > 0 ? (
        <HrefLink href={to("peer-list", {}, { service_group_id: String(g.id) })}>{g.member_count}</HrefLink>
      ) : (
        <span className="vd-num">{g.member_count}</span>
      ),
  },
  "price_count",
  "use_count",
  "status",
  "updated_at",
];

function Acts({ group: g, edit }: { group: Group; edit: () => void }) {
  const afterWrite = useAfterWrite();
  const logActs = useLogActs();
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: `删除分组「${g.name}」？`, ok: "删除", danger: true }))) return;
    // A refusal has been told by then; either way the rows are read anew.
    await ask(peerGroupApi.peer_group_remove, { id: g.id, version: g.version }).then(
      () => toast.success("分组已删除"),
      () => undefined,
    );
    afterWrite();
  };
  return (
    <span className="vd-moves is-row">
      <Button type="link" size="small" onClick={edit}>
        编辑
      </Button>
      <ActMenu
        items={[
          ...logActs("peer_group", g.id).map((a) => ({ key: "log", label: "日志", onClick: () => a.onClick?.() })),
          {
            key: "remove",
            label:
              g.use_count > 0 ? (
                <span>
                  删除<em className="vd-dim vd-missing">正被 {g.use_count} 处使用</em>
                </span>
              ) : (
                "删除"
              ),
            danger: true,
            disabled: g.use_count > 0,
            onClick: () => void remove(),
          },
        ]}
      >
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${g.name}的更多操作`} />
      </ActMenu>
    </span>
  );
}

export default function GroupList() {
  const [dialog, open] = useDialog();
  const edit = (id: number | null): void => open((close) => <GroupForm id={id} onClose={close} />);
  return (
    <>
      <ListScreen
        endpoint={peerGroupApi.peer_group_query}
        title="同行分组"
        columns={columns}
        keyword={{ name: "keyword", placeholder: "名称" }}
        filters={["kind", "mode", "status", "sku_id"]}
        row={(g) => <Acts group={g} edit={() => edit(g.id)} />}
      >
        <ListActs>
          <Button type="primary" onClick={() => edit(null)}>
            新增分组
          </Button>
        </ListActs>
      </ListScreen>
      {dialog}
    </>
  );
}
