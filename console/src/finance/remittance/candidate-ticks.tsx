/** Lines of the bank that this money may be: ticked one or several, with what is still missing, and booked with them. */
import { Alert, Button, Checkbox, Input } from "antd";
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { useCan } from "#kit/app/session.ts";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { Stack, TwoLines } from "#kit/page/blocks.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { remittanceApi, remittanceCandidate } from "@visadesk/contract/finance/remittance.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { shares } from "../bank/line-match.tsx";
import { MatchTag, termsOf, type Remittance } from "./remittance-words.tsx";

type Candidate = Output<typeof remittanceApi.remittance_candidate_query>["list"][number];
/** What each ticked line gives, in order, until the remittance is whole; the last gives all it has where that is a little more. */
export function taken(wanted: number, limit: number, ticked: readonly Pick<Candidate, "rest">[]): number[] {
  const whole = ticked.reduce((n, c) => n + c.rest, 0);
  if (Math.abs(whole - wanted) <= limit) return ticked.map((c) => c.rest);
  return shares(
    wanted,
    ticked.map((c) => ({ left: c.rest })),
  );
}
interface ListProps {
  list: readonly Candidate[];
  ticked: ReadonlySet<number>;
  onTick: (id: number) => void;
}
const Candidates = ({ list, ticked, onTick }: ListProps) => (
  <Rows
    label="流水候选"
    of={remittanceCandidate}
    rows={list}
    by="line_id"
    none="没有候选流水；可按户名、摘要、流水号或金额查找"
    maxHeight={320}
    columns={[
      {
        title: "选择",
        unseen: true,
        cell: (c) => <Checkbox aria-label={`选择流水${c.ref}`} checked={ticked.has(c.line_id)} onChange={() => onTick(c.line_id)} />,
      },
      { name: "at", cell: (c) => <TimeText at={c.at} stacked /> },
      { name: "rest", cell: (c) => <Money cents={c.rest} /> },
      {
        name: "counterparty_name",
        cell: (c) => <TwoLines under={[c.summary, c.ref].filter(Boolean).join(" ")}>{c.counterparty_name || "—"}</TwoLines>,
      },
      { name: "level", cell: (c) => <MatchTag of={c} /> },
      { name: "terms", title: "依据", cell: (c) => <span className="vd-small">{termsOf(c)}</span> },
    ]}
  />
);

interface BookProps {
  remittance: Remittance;
  lines: readonly { line_id: number; amount: number }[];
  gap: number;
  onDone: () => void;
}
/** Without a line it goes to a third person; who made it or decided it already has no button. */
function Book({ remittance: r, lines, gap, onDone }: BookProps) {
  const refresh = useAfterWrite();
  const [busy, setBusy] = useState(false);
  const second = r.remittance_status === "second_review";
  const allowed = useCan(second ? may.remittance_final : may.corporate_remittance);
  if (!allowed || r.is_mine || r.is_decided_by_me) return null;
  const isBare = lines.length === 0 && r.lines.length === 0;
  const label = second ? "复核入账" : isBare ? "无流水，提交复核" : "确认到账";
  const act = async (): Promise<void> => {
    const content = `${r.peer_name ?? "直客"}：${money(r.amount)}，差额 ${money(gap)}。`;
    if (!(await confirm({ title: `${label} ${r.remittance_no}？`, content, ok: label }))) return;
    setBusy(true);
    try {
      const endpoint = second ? remittanceApi.remittance_recheck : remittanceApi.remittance_approve;
      const done = await ask(endpoint, { id: r.id, version: r.version, lines: [...lines], idempotency_key: uuid() });
      toast.success(done.remittance_status === "booked" ? "已到账入账" : "已提交复核");
      refresh();
      onDone();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button type="primary" loading={busy} onClick={() => void act()}>
      {label}
    </Button>
  );
}

export function CandidateTicks({ remittance: r, onDone }: { remittance: Remittance; onDone: () => void }) {
  const [keyword, setKeyword] = useState("");
  const [picked, setPicked] = useState<readonly number[] | null>(null);
  const answer = useRecord(remittanceApi.remittance_candidate_query, { id: r.id, ...(keyword && { keyword }) });
  const list = answer.data?.list ?? [];
  // What is suggested is ticked until somebody ticks otherwise.
  const [best, next] = list;
  const first = best?.level === "suggest" && next?.level !== "suggest" ? [best.line_id] : [];
  const ids = picked ?? first;
  const ticked = ids.flatMap((id) => list.find((c) => c.line_id === id) ?? []);
  const wanted = r.amount - r.matched;
  const parts = taken(wanted, answer.data?.write_off_limit ?? 0, ticked);
  const sum = parts.reduce((n, p) => n + p, 0);
  const lines = ticked.flatMap((c, i) => ((parts[i] ?? 0) > 0 ? [{ line_id: c.line_id, amount: parts[i] ?? 0 }] : []));
  const gap = ticked.length === 0 && r.lines.length === 0 ? 0 : wanted - sum;
  return (
    <Reads answer={answer} slim>
      {({ sentence }) => (
        <Stack gap={8}>
          {sentence !== null && <Alert type="info" showIcon title={sentence} />}
          <Input.Search
            allowClear
            placeholder="户名、摘要、流水号、金额"
            aria-label="查找流水"
            maxLength={40}
            onSearch={(v) => setKeyword(v.trim())}
          />
          <Candidates
            list={list}
            ticked={new Set(ids)}
            onTick={(id) => setPicked(ids.includes(id) ? ids.filter((x) => x !== id) : [...ids, id])}
          />
          <div className="vd-row">
            <output className="vd-num" aria-label="差额">
              已选 {money(sum)}，差额 {money(wanted - sum)}
            </output>
            <Book remittance={r} lines={lines} gap={gap} onDone={onDone} />
          </div>
        </Stack>
      )}
    </Reads>
  );
}
