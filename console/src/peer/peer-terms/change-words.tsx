/** Words and cells of requests for other terms. */
import { Stack } from "#kit/page/blocks.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { peerChangeApi } from "@visadesk/contract/peer/peer/peer-change.ts";

export type Change = Output<typeof peerChangeApi.peer_change_get>;

/** What becomes of what, a line each. */
export const ChangeRows = ({ rows }: { rows: Change["rows"] }) => (
  <Stack gap={4}>
    {rows.map((r) => (
      <span key={r.label} className="vd-small">
        <span className="vd-muted">{r.label} </span>
        {r.before} → <b className="vd-medium">{r.after}</b>
      </span>
    ))}
  </Stack>
);
