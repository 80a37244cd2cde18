/** 同行结算明细: the formula of the account, the month's lines, what settled them, and what was said about them. */
import { useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { ActButton } from "#kit/act/act-button.tsx";
import { part } from "#kit/app/part.tsx";
import { useIdParam } from "#kit/filter/use-url.ts";
import { Money } from "#kit/form/format-cells.tsx";
import { Section } from "#kit/page/blocks.tsx";
import { DetailHead, DetailScreen, type DetailTab } from "#kit/page/detail-screen.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { Timeline } from "#kit/page/timeline.tsx";
import { creditFormula } from "#shared/credit-formula.ts";
import { PeerLink } from "#shared/peer-link.tsx";
import { peerSettleApi as api } from "@visadesk/contract/finance/peer/peer-settle.ts";
import { peerSettleFlow } from "@visadesk/contract/finance/settle.flow.ts";
import { recordLogApi } from "@visadesk/contract/record-log.ts";
import { peerDesk } from "../settle/settle-desk.ts";
import { SettleRoom } from "../settle/settle-room.tsx";
import { Allocations } from "./allocations.tsx";
import { PeerLines } from "./peer-lines.tsx";
import { PeerSettleMoves } from "./peer-settle-moves.tsx";
import { monthOf, type StatementDetail, type StatementLine } from "./peer-settle-words.tsx";
import type { PeerSheetProps } from "./statement-sheet.tsx";

const PeerSheet = part<PeerSheetProps>(() => import("./statement-sheet.tsx").then((m) => m.PeerSheet));
const PRINTED = 100;

/** All lines, page by page, as the sheet has them. */
async function allLines(id: number): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for (let page = 1; ; page += 1) {
    const { list } = await ask(api.peer_settle_line_query, { settlement_id: id, page, page_size: PRINTED, count: false });
    lines.push(...list);
    if (list.length < PRINTED) return lines;
  }
}

function Head({ statement: s }: { statement: StatementDetail }) {
  const [printed, setPrinted] = useState<readonly StatementLine[] | null>(null);
  return (
    <>
      <DetailHead
        title={`${s.party_name} ${monthOf(s)}`}
        no={s.settle_no}
        states={
          <>
            {flowTag(peerSettleFlow, s.settlement_status)}
            {s.overdue_days > 0 && <Mark tone="red">{`逾期 ${s.overdue_days} 天`}</Mark>}
            {s.is_silent && <Mark tone="grey">默认确认</Mark>}
            {s.extended > 0 && <Mark tone="orange">{`展期 ${s.extended} 次`}</Mark>}
          </>
        }
        figures={[
          { label: "期初", value: <Money cents={s.opening} /> },
          { label: "消费", value: <Money cents={s.consumed} /> },
          { label: "退款", value: <Money cents={s.refunded} /> },
          { label: "还款", value: <Money cents={s.repaid} /> },
          { label: "期末", value: <Money cents={s.closing} /> },
          { label: "本期应还", value: <Money cents={s.final} /> },
          { label: "未结", value: <Money cents={s.remaining} /> },
          ...(s.to_offset > 0 ? [{ label: "确认后抵扣", value: <Money cents={s.to_offset} /> }] : []),
          { label: "还款日", value: s.due_on },
          { label: "同行", value: <PeerLink id={s.peer_id}>{s.party_name}</PeerLink> },
          { label: "BD", value: s.bd_owner_name ?? "—" },
          { label: "对方确认人", value: s.confirmed_contact || "—" },
          ...(s.settlement_status === "sent" && s.silent_on !== null ? [{ label: "默认确认日", value: s.silent_on }] : []),
        ]}
        acts={
          <>
            <ActButton onClick={async () => setPrinted(await allLines(s.id))}>打印账单</ActButton>
            <PeerSettleMoves statement={s} head />
          </>
        }
      />
      {printed && <PeerSheet statement={s} lines={printed} onClose={() => setPrinted(null)} />}
    </>
  );
}

/** Rows whose sum is what is available, and money beside them. */
const Account = ({ statement: s }: { statement: StatementDetail }) => (
  <Section title="同行账户">
    <dl className="vd-detail-figures">
      {[
        ...creditFormula(s.credit_rows, s.credit_available).map(({ amount, ...r }) => ({ ...r, cents: amount })),
        { key: "principal", label: "本金余额", cents: s.principal },
        { key: "unallocated", label: "未分配还款", cents: s.unallocated },
      ].map((f) => (
        <div key={f.key}>
          <dt>{f.label}</dt>
          <dd className={f.cents < 0 && f.key === "available" ? "vd-error" : ""}>
            <Money cents={f.cents} />
          </dd>
        </div>
      ))}
    </dl>
  </Section>
);

const TABS: readonly DetailTab<StatementDetail>[] = [
  { key: "all", label: "明细", render: (s) => <PeerLines key="all" statement={s} tab="all" /> },
  { key: "pay", label: "还款分配", render: (s) => <Allocations statement={s} /> },
  { key: "difference", label: "差异", render: (s) => <PeerLines key="difference" statement={s} tab="difference" /> },
  {
    key: "dispute",
    label: "异议",
    render: (s) => (
      <SettleRoom desk={peerDesk} settlement={s}>
        <PeerLines statement={s} tab="dispute" />
      </SettleRoom>
    ),
  },
  { key: "adjust", label: "调整", render: (s) => <PeerLines key="adjust" statement={s} tab="adjust" /> },
  { key: "held", label: "暂缓与转出", render: (s) => <PeerLines key="held" statement={s} tab="held" /> },
  {
    key: "log",
    label: "日志",
    render: (s) => (
      <Section title="日志">
        <Timeline endpoint={recordLogApi.settlement_log_query} input={{ id: s.id }} />
      </Section>
    ),
  },
];

export default function PeerSettleDetail() {
  const id = useIdParam("id");
  return (
    <DetailScreen
      endpoint={api.peer_settle_get}
      input={{ id }}
      files={(s) => ({ noun: "settlement", noun_id: s.id })}
      head={(s) => <Head statement={s} />}
      tabs={TABS}
    >
      {(s) => <Account statement={s} />}
    </DetailScreen>
  );
}
