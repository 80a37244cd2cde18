/** Words and cells of requests for other terms. */
import { Stack } from "#kit/page/blocks.tsx";
import { money } from "@visadesk/contract/kit/format.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { peerChangeApi } from "@visadesk/contract/peer/peer/peer-change.ts";

/** What a credit is judged by, whether it is asked for or passed. */
export type CreditNow = NonNullable<Change["credit"]>;

/** How far it reaches now; that it is stopped stands first, for a limit does not free it. */
export const CreditNowText = ({ of: c }: { of: CreditNow }) => (
  <Stack gap={4} aria-label="授信现况" as="section">
    {c.credit_blocked !== null && <b className="vd-error">授信已停：{c.credit_blocked}</b>}
    <span>
      等级授信上限 {money(c.level_cap)}，现行额度 {money(c.effective_limit)}，已用 {money(c.credit_used)}，可用 {money(c.credit_available)}
    </span>
  </Stack>
);

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
