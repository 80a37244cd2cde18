/** Messages of the workbench: received, waiting for my review, sent by me, told to me. */
import { MoreOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { msgApi } from "@visadesk/contract/workbench/message/msg.ts";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListActs, ListScreen, ListTabs } from "#kit/list/list-screen.tsx";
import { TABS, useTabCounts, type MsgView } from "../workbench-tabs.ts";
import { useMsgActs } from "./msg-acts.tsx";
import { msgColumns } from "./msg-columns.tsx";
import { MsgHeadActs } from "./msg-head-acts.tsx";
import { msgHref, type Msg } from "./msg-words.tsx";

const TO_DO: ReadonlySet<string | null> = new Set(["pending", "doing", "returned"]);
const nextWords = (m: Msg, view: MsgView): string =>
  view === "mine" && TO_DO.has(m.my_status) ? "去处理" : view === "review" ? "去审核" : "查看";

export function MsgList({ view }: { view: MsgView }) {
  const [dialog, open] = useDialog();
  const acts = useMsgActs(open);
  return (
    <>
      <ListScreen
        key={view}
        endpoint={msgApi.msg_query}
        title="工作台"
        columns={msgColumns[view]}
        keyword={{ name: "keyword", placeholder: "标题" }}
        filters={["kind", "level", "msg_status", "created_at"]}
        row={(m) => {
          const more = view === "sent" ? acts(m) : [];
          return (
            <span className="vd-moves is-row">
              <HrefLink href={msgHref(m, view === "mine")}>{nextWords(m, view)}</HrefLink>
              {more.length > 0 && (
                <ActMenu items={more}>
                  <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label="更多操作" />
                </ActMenu>
              )}
            </span>
          );
        }}
      >
        <ListTabs tabs={TABS} useCounts={useTabCounts} />
        <ListActs>
          <MsgHeadActs />
        </ListActs>
      </ListScreen>
      {dialog}
    </>
  );
}
