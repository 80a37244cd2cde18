/** 负责人 of a peer: whose it was from when to when, and from which day commission was his. */
import { Section, TwoLines } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { peerApi } from "@visadesk/contract/peer/peer/peer.ts";
import { OWNER_WAYS } from "@visadesk/contract/peer/peer/peer.words.ts";

export function PeerOwners({ peerId }: { peerId: number }) {
  const answer = useRecord(peerApi.peer_owner_query, { peer_id: peerId });
  return (
    <Section title="负责人" flush>
      <Reads answer={answer} slim inset>
        {({ list }) => (
          <Rows
            label="负责人"
            of={peerApi.peer_owner_query.output.shape.list}
            rows={list}
            none="未分配"
            rowProps={(o) => ({ className: o.to_date === null ? "" : "vd-muted" })}
            columns={[
              "role",
              {
                name: "worker_name",
                cell: (o) => (
                  <>
                    {o.worker_name}
                    {o.to_date === null && <Mark tone="green">现任</Mark>}
                  </>
                ),
              },
              "from_date",
              { name: "to_date", hint: "自这一天起不再由他负责", cell: (o) => <span className="vd-num">{o.to_date ?? "至今"}</span> },
              "commission_from",
              { name: "by", cell: (o) => <TwoLines under={o.transfer_no ?? ""}>{OWNER_WAYS[o.by]}</TwoLines> },
              "created_by_name",
              "created_at",
            ]}
          />
        )}
      </Reads>
    </Section>
  );
}
