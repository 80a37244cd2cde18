/** Columns of 入驻申请. */
import { TimeText } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { link, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Due } from "#kit/page/due.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { peerApplicationFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import { BUSINESS_KINDS, PEER_SOURCES } from "@visadesk/contract/peer/peer/peer.words.ts";
import { applicationHref, isOpenApplication, type Application } from "./application-words.tsx";

/** What stands against it; of one that was decided nobody asks any more. */
function Checks({ application: a }: { application: Application }) {
  if (!isOpenApplication(a)) return <span className="vd-blank">—</span>;
  return a.bad_checks === 0 ? <span className="vd-muted">全部通过</span> : <span className="vd-num vd-warn">{a.bad_checks} 项异常</span>;
}

export const COLUMNS: readonly Column<Application>[] = [
  { ...link<Application>("application_no", applicationHref), width: 156 },
  {
    name: "name",
    width: 216,
    render: (a) => (
      <TwoLines title={a.name}>
        <HrefLink href={applicationHref(a)}>{a.name}</HrefLink>
      </TwoLines>
    ),
  },
  { name: "application_status", width: 92, render: (a) => flowTag(peerApplicationFlow, a.application_status) },
  { name: "due_at", sort: "due_at", width: 104, render: (a) => (a.application_status === "pending" ? <Due at={a.due_at} /> : "—") },
  { name: "bad_checks", title: "检查", width: 96, align: "start", render: (a) => <Checks application={a} /> },
  { name: "business_kind", width: 88, render: (a) => BUSINESS_KINDS[a.business_kind] },
  { name: "place_text", width: 128, render: (a) => a.place_text || "—" },
  {
    name: "source",
    width: 128,
    exports: ["source", "source_text"],
    render: (a) => <TwoLines under={a.source_text}>{PEER_SOURCES[a.source]}</TwoLines>,
  },
  { name: "created_by_name", width: 88, render: (a) => a.created_by_name ?? <span className="vd-muted">企业自己</span> },
  { name: "round", width: 68, align: "end", render: (a) => <span className="vd-num">{a.round}</span> },
  { name: "submitted_at", sort: "submitted_at", width: 116, render: (a) => <TimeText at={a.submitted_at} stacked /> },
  { name: "decided_by_name", width: 88, render: (a) => a.decided_by_name ?? <span className="vd-blank">—</span> },
];
