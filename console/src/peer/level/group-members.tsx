/** Whom a rule or a pasted list means now: how many, the first of them, and what of the list is not found. */
import { useDeferredValue } from "react";
import { PeerLink } from "#shared/peer-link.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { Stack } from "#kit/page/blocks.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import type { Input } from "@visadesk/contract/kit/endpoint.ts";
import { ruleFault } from "@visadesk/contract/peer/level/group.rules.ts";
import { peerGroupApi } from "@visadesk/contract/peer/level/peer-group.ts";

type Ask = Input<typeof peerGroupApi.peer_group_preview>;
const shape = peerGroupApi.peer_group_preview.output.shape;

/** What is typed, as it is typed; what the contract does not take is told by the fields. */
export function GroupMembers({ mode, rule, codes }: { mode: unknown; rule: unknown; codes: unknown }) {
  const asked = useDeferredValue(
    mode === "rule" ? { kind: "audience", rule: rule ?? {} } : { kind: "audience", member_codes: codes ?? [] },
  );
  if (mode !== "rule" && !(mode === "fixed" && Array.isArray(codes) && codes.length > 0)) return null;
  const fit = peerGroupApi.peer_group_preview.input.safeParse(asked);
  // What is wrong with the rule is said at its field.
  return fit.success && (!fit.data.rule || ruleFault(fit.data.rule) === null) ? <Found ask={fit.data} /> : null;
}
function Found({ ask }: { ask: Ask }) {
  const answer = useRecord(peerGroupApi.peer_group_preview, ask);
  return (
    <Stack as="section" aria-label="成员预览" className="vd-item">
      <Reads answer={answer} rows={3} slim tells>
        {({ total, list, rows, rule_text }) => (
          <>
            <p className="vd-small">
              {ask.rule && `${rule_text}：`}现有 <b className="vd-num">{total}</b> 家
            </p>
            {list.length > 0 && (
              <Rows
                label="成员"
                of={shape.list}
                rows={list}
                maxHeight={220}
                columns={[
                  "peer_no",
                  {
                    name: "short_name",
                    title: total > list.length ? `简称（前 ${list.length} 家）` : "简称",
                    cell: (m) => <PeerLink id={m.id}>{m.short_name}</PeerLink>,
                  },
                  "level_id",
                ]}
              />
            )}
            {rows.some((r) => !r.ok) && (
              <Rows
                label="有误的行"
                of={shape.rows}
                rows={rows.filter((r) => !r.ok)}
                by="code"
                maxHeight={160}
                columns={["code", { title: "原因", cell: (r) => r.msg }]}
              />
            )}
          </>
        )}
      </Reads>
    </Stack>
  );
}
