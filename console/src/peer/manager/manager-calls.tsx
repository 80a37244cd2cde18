/** 今日回访 of a manager on his page: whom the radar has him call, and what came of it. */
import { HrefLink } from "#kit/app/href-link.tsx";
import { useCan } from "#kit/app/session.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Section } from "#kit/page/blocks.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { to } from "#kit/screens.ts";
import { Rows } from "#kit/table/rows.tsx";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { peerCall, peerCallApi } from "@visadesk/contract/peer/peer/peer-call.ts";
import { CALLS_PER_DAY } from "@visadesk/contract/peer/peer/peer.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { useState } from "react";
import { CallAct, CallResult } from "../peer-call/call-list.tsx";
import { peerHref } from "../peer/peer-words.tsx";

export function ManagerCalls({ workerId }: { workerId: number }) {
  const [dialog, open] = useDialog();
  const seesPeers = useCan(may.peer);
  const [today] = useState(() => shanghaiDate(new Date()));
  const answer = useRecord(peerCallApi.peer_call_query, {
    worker_id: [workerId],
    listed_on: { from: today, to: today },
    page_size: CALLS_PER_DAY,
  });
  return (
    <Section
      title="今日回访"
      flush
      extra={
        seesPeers && (
          <HrefLink href={to("peer-list", {}, { tab: "call", worker_id: workerId, listed_on: "" })} className="vd-link vd-small">
            历次回访
          </HrefLink>
        )
      }
    >
      <Reads answer={answer} rows={3} slim inset>
        {({ list }) => (
          <Rows
            label="今日回访"
            of={peerCall}
            rows={list}
            none="今天没有需要回访的同行"
            columns={[
              {
                name: "peer_name",
                cell: (c) => (seesPeers ? <HrefLink href={peerHref({ id: c.peer_id })}>{c.peer_name}</HrefLink> : c.peer_name),
              },
              "sentence",
              "contact_name",
              { name: "result", cell: (c) => <CallResult call={c} /> },
              { title: "操作", unseen: true, cell: (c) => <CallAct call={c} open={open} /> },
            ]}
          />
        )}
      </Reads>
      {dialog}
    </Section>
  );
}
