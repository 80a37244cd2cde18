/** 条件变更 of all peers in sight, those that wait first; and those of one peer on its page. */
import { Button, Empty } from "antd";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { part } from "#kit/app/part.tsx";
import type { Filter } from "#kit/filter/url-query.ts";
import { openedHref, useOpened } from "#kit/filter/use-opened.ts";
import { TimeText } from "#kit/form/format-cells.tsx";
import { ListEmpty, ListScreen, ListTabs, type Column } from "#kit/list/list-screen.tsx";
import { Section, TwoLines } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { peerChangeApi } from "@visadesk/contract/peer/peer/peer-change.ts";
import { peerChangeFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import { CHANGE_KINDS, CHANGE_REASONS } from "@visadesk/contract/peer/peer/peer.words.ts";
import { PEER_TABS, usePeerTabCounts } from "../peer/peer-tabs.ts";
import { peerHref, type PeerDetail } from "../peer/peer-words.tsx";
import type { ChangeDrawerProps } from "./change-drawer.tsx";
import { useChangeActs } from "./change-acts.tsx";
import { ChangeMoves } from "./change-moves.tsx";
import { ChangeRows, type Change } from "./change-words.tsx";

const ChangeDrawer = part<ChangeDrawerProps>(() => import("./change-drawer.tsx").then((m) => m.ChangeDrawer));
const WAITING: Filter = { change_status: ["pending"] };

const hrefOf = (c: Change): string => openedHref("change", c.id);
const COLUMNS: readonly Column<Change>[] = [
  { name: "change_no", width: 156, href: hrefOf, render: (c) => <HrefLink href={hrefOf(c)}>{c.change_no}</HrefLink> },
  {
    name: "peer_name",
    width: 160,
    exports: ["peer_no", "peer_name"],
    render: (c) => (
      <TwoLines under={c.peer_no}>
        <HrefLink href={peerHref({ id: c.peer_id })}>{c.peer_name}</HrefLink>
      </TwoLines>
    ),
  },
  { name: "kind", width: 112, render: (c) => CHANGE_KINDS[c.kind] },
  { name: "rows_text", width: 320, render: (c) => <ChangeRows rows={c.rows} /> },
  { name: "change_status", width: 92, render: (c) => flowTag(peerChangeFlow, c.change_status) },
  {
    name: "reason",
    width: 200,
    exports: ["reason_code", "reason"],
    render: (c) => <TwoLines under={c.reason}>{CHANGE_REASONS[c.reason_code]}</TwoLines>,
  },
  { name: "valid_to", width: 104, render: (c) => <span className="vd-num">{c.valid_to ?? "—"}</span> },
  { name: "created_by_name", width: 88, render: (c) => c.created_by_name ?? "—" },
  { name: "created_at", sort: "created_at", width: 116, render: (c) => <TimeText at={c.created_at} stacked /> },
  { name: "decided_by_name", width: 88, render: (c) => c.decided_by_name ?? <span className="vd-blank">—</span> },
  { name: "decided_at", width: 116, render: (c) => <TimeText at={c.decided_at} stacked /> },
];

export function ChangeList() {
  const [opened, look] = useOpened("change");
  return (
    <>
      <ListScreen
        endpoint={peerChangeApi.peer_change_query}
        title="同行列表"
        filters={["change_status", "kind", "peer_id", "created_by"]}
        more={["created_at", "queue"]}
        defaultFilter={WAITING}
        columns={COLUMNS}
        row={(c) => <ChangeMoves change={c} onLook={() => look(c.id)} />}
      >
        <ListTabs tabs={PEER_TABS} useCounts={usePeerTabCounts} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有待审核的条件变更；在同行详情的条件变更中提交" />
        </ListEmpty>
      </ListScreen>
      {opened !== null && <ChangeDrawer id={opened} onClose={() => look(null)} />}
    </>
  );
}

const SHOWN = 50;
export interface PeerChangesProps {
  peer: PeerDetail;
}
/** 条件变更 of one peer. */
export function PeerChanges({ peer: p }: PeerChangesProps) {
  const [opened, look] = useOpened("change");
  const [acts, form] = useChangeActs(p);
  const answer = useRecord(peerChangeApi.peer_change_query, { peer_id: [p.id], page_size: SHOWN });
  return (
    <Section
      title="条件变更"
      flush
      extra={
        p.peer_status === "active" && (
          <ActMenu items={acts}>
            <Button size="small">申请变更</Button>
          </ActMenu>
        )
      }
    >
      <Reads answer={answer} slim inset>
        {(data) => (
          <Rows
            label="条件变更"
            of={peerChangeApi.peer_change_query.row}
            rows={data.list}
            none="还没有条件变更"
            columns={[
              {
                name: "change_no",
                cell: (c) => (
                  <TwoLines under={CHANGE_KINDS[c.kind]}>
                    <Button type="link" size="small" className="vd-plain-link" onClick={() => look(c.id)}>
                      {c.change_no}
                    </Button>
                  </TwoLines>
                ),
              },
              { name: "rows_text", cell: (c) => <ChangeRows rows={c.rows} /> },
              { name: "reason", cell: (c) => <TwoLines under={c.reason}>{CHANGE_REASONS[c.reason_code]}</TwoLines> },
              { name: "change_status", cell: (c) => flowTag(peerChangeFlow, c.change_status) },
              { name: "created_by_name", cell: (c) => <TwoLines under={<TimeText at={c.created_at} />}>{c.created_by_name}</TwoLines> },
              { name: "decided_by_name", cell: (c) => <TwoLines under={c.decided_note}>{c.decided_by_name ?? "—"}</TwoLines> },
              {
                title: "操作",
                unseen: true,
                cell: (c) => <ChangeMoves change={c} onLook={() => look(c.id)} />,
              },
            ]}
          />
        )}
      </Reads>
      {opened !== null && <ChangeDrawer id={opened} onClose={() => look(null)} />}
      {form}
    </Section>
  );
}
