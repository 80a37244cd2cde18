/** 今日回访: whom a BD calls this morning and why; what came of it is said here. Earlier days stand behind the date. */
import { Button, Empty } from "antd";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { useCan } from "#kit/app/session.ts";
import type { Filter } from "#kit/filter/url-query.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { ListEmpty, ListScreen, ListTabs, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Item } from "#kit/page/item.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { peerCallApi } from "@visadesk/contract/peer/peer/peer-call.ts";
import { CALL_HIDDEN_DAYS, CALL_RESULTS } from "@visadesk/contract/peer/peer/peer.words.ts";
import { PEER_TABS, usePeerTabCounts } from "../peer/peer-tabs.ts";
import { Mobile, peerHref, type Open } from "../peer/peer-words.tsx";

export type Call = Output<typeof peerCallApi.peer_call_query>["list"][number];
/** As its tab counts them; calls that were made stand behind the chip. */
const WAITING: Filter = { queue: "peer_call" };
const RESULT_TONES = { back: "green", promised: "blue", busy: "orange", lost: "red", other: "grey" } as const;

function Contact({ call, onClose }: { call: Call; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerCallApi.peer_call_contact}
      title={`登记回访：${call.peer_name}`}
      okText="登记"
      intro={call.sentence}
      initial={{ id: call.id, version: call.version, result_text: "" }}
      onDone={() => {
        toast.success(`已登记，${CALL_HIDDEN_DAYS} 天内不再列入回访`);
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="result" />
      <Item name="result_text" rows={3} placeholder="对方怎么说，下一步做什么" />
    </FormDialog>
  );
}

export const CallResult = ({ call: c }: { call: Call }) =>
  c.result === null ? (
    <span className="vd-muted">未联系</span>
  ) : (
    <TwoLines under={c.result_text} title={c.result_text}>
      <Mark tone={RESULT_TONES[c.result]}>{CALL_RESULTS[c.result]}</Mark>
    </TwoLines>
  );
/** 已联系 of a call nobody made yet, for who may say so. */
export function CallAct({ call: c, open }: { call: Call; open: Open }) {
  const mayCall = useCan(may.peer);
  return mayCall && c.result === null ? (
    <Button type="link" size="small" onClick={() => open((close) => <Contact call={c} onClose={close} />)}>
      已联系
    </Button>
  ) : null;
}

const COLUMNS: readonly Column<Call>[] = [
  {
    key: "peer_name",
    width: 168,
    exports: ["peer_no", "peer_name", "level_id"],
    href: (c) => peerHref({ id: c.peer_id }),
    render: (c) => (
      <TwoLines under={`${c.peer_no} · ${c.level_id}`}>
        <HrefLink href={peerHref({ id: c.peer_id })}>{c.peer_name}</HrefLink>
      </TwoLines>
    ),
  },
  { name: "sentence", width: 320, render: (c) => <span className="vd-wrap">{c.sentence}</span> },
  {
    name: "contact_mobile",
    title: "联系人",
    width: 168,
    exports: ["contact_name", "contact_mobile"],
    render: (c) => <TwoLines under={<Mobile of="peer" id={c.peer_id} value={c.contact_mobile} />}>{c.contact_name}</TwoLines>,
  },
  { name: "result", width: 200, exports: ["result", "result_text"], render: (c) => <CallResult call={c} /> },
  {
    name: "contacted_at",
    width: 128,
    exports: ["contacted_at", "contacted_by_name"],
    render: (c) =>
      c.contacted_at === null ? (
        <span className="vd-blank">—</span>
      ) : (
        <TwoLines under={c.contacted_by_name}>
          <TimeText at={c.contacted_at} />
        </TwoLines>
      ),
  },
  {
    name: "came_back_at",
    width: 116,
    render: (c) => (c.came_back_at === null ? <span className="vd-blank">—</span> : <TimeText at={c.came_back_at} />),
  },
  { name: "worker_name", width: 88, render: (c) => c.worker_name ?? "—" },
  { name: "listed_on", sort: "listed_on", width: 104, render: (c) => <span className="vd-num">{c.listed_on}</span> },
];

export function CallList() {
  const [dialog, open] = useDialog();
  return (
    <>
      <ListScreen
        endpoint={peerCallApi.peer_call_query}
        title="同行列表"
        keyword={{ name: "keyword", placeholder: "同行编号、名称" }}
        filters={["listed_on", "is_contacted", "result", "worker_id"]}
        more={["queue"]}
        defaultFilter={WAITING}
        columns={COLUMNS}
        row={(c) => <CallAct call={c} open={open} />}
      >
        <ListTabs tabs={PEER_TABS} useCounts={usePeerTabCounts} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有回访；每个工作日早上按同行雷达为每位商务列出至多十家" />
        </ListEmpty>
      </ListScreen>
      {dialog}
    </>
  );
}
