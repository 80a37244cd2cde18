/** 快递结算明细 of one bill: its parcels by what the carrier's file says of them. */
import { useIdParam } from "#kit/filter/use-url.ts";
import { DetailScreen, type DetailTab } from "#kit/page/detail-screen.tsx";
import { expressSettleApi as api } from "@visadesk/contract/finance/express-settle.ts";
import { LINE_MATCHES } from "@visadesk/contract/finance/settle.words.ts";
import { lastTabs, SettleHead } from "./settle-detail.tsx";
import { SettleLines } from "./settle-lines.tsx";
import type { Settlement } from "./settle-words.tsx";

const MATCHES = ["same", "diff", "theirs_only", "ours_only", "duplicate"] as const;
const TABS: readonly DetailTab<Settlement>[] = [
  { key: "all", label: "全部", render: (s) => <SettleLines key="all" settlement={s} tab="all" /> },
  ...MATCHES.map((match) => ({
    key: match,
    label: LINE_MATCHES[match],
    render: (s: Settlement) => <SettleLines key={match} settlement={s} tab="all" match={match} />,
  })),
  ...lastTabs,
];

export default function ExpressSettleDetail() {
  const id = useIdParam("id");
  return (
    <DetailScreen
      endpoint={api.express_settle_get}
      input={{ id }}
      files={(s) => ({ noun: "settlement", noun_id: s.id })}
      head={(s) => <SettleHead settlement={s} />}
      tabs={TABS}
    />
  );
}
