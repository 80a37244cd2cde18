/** One line before its candidates: what each has for and against it, several ticked at once, the difference always in sight. */
import { Alert, Checkbox, Input, Tooltip } from "antd";
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { Stack, TwoLines } from "#kit/page/blocks.tsx";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Picker } from "#kit/pickers.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { lineCandidate, statementLineApi } from "@visadesk/contract/finance/bank/statement-line.ts";
import { MATCH_LEVELS, MATCH_TARGETS } from "@visadesk/contract/finance/bank/statement.words.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { money, time } from "@visadesk/contract/kit/format.ts";

type Found = Output<typeof statementLineApi.statement_line_candidate_query>;
type Candidate = Found["list"][number];
const TONES = { suggest: "green", judge: "orange", more: "grey" } as const;
const keyOf = (c: Candidate): string => `${c.target_noun}:${c.target_id}`;
const termsOf = (c: Candidate): string => c.terms.map((t) => `${t.points > 0 ? "+" : ""}${t.points} ${t.text}`).join("　");

/** What each ticked one takes: in order, until the line has nothing left; the last may take more than it asked for. */
export function shares(rest: number, ticked: readonly Pick<Candidate, "left">[]): number[] {
  let left = rest;
  return ticked.map(({ left: wanted }) => {
    const share = Math.min(wanted, left);
    left -= share;
    return share;
  });
}

const Head = ({ line: l }: Pick<Found, "line">) => (
  <p>
    <b className="vd-num">
      {l.direction === "in" ? "收入" : "支出"} {money(l.rest)}
    </b>{" "}
    {time(l.at)} {l.counterparty_name} {l.counterparty_account} {l.summary} {l.ref}
  </p>
);

interface ListProps {
  list: readonly Candidate[];
  ticked: ReadonlySet<string>;
  onTick: (key: string) => void;
}
const Candidates = ({ list, ticked, onTick }: ListProps) => (
  <Rows
    label="匹配候选"
    of={lineCandidate}
    rows={list}
    by={keyOf}
    none="没有候选；可按单号、户名或金额查找，或将收入挂账"
    maxHeight={320}
    columns={[
      {
        title: "选择",
        unseen: true,
        cell: (c) => <Checkbox aria-label={`选择${c.no}`} checked={ticked.has(keyOf(c))} onChange={() => onTick(keyOf(c))} />,
      },
      { name: "no", cell: (c) => <TwoLines under={MATCH_TARGETS[c.target_noun]}>{c.no}</TwoLines> },
      "title",
      "on",
      { name: "left", cell: (c) => <Money cents={c.left} /> },
      {
        name: "level",
        cell: (c) => (
          <Tooltip title={termsOf(c)}>
            <span>
              <StateTag tone={TONES[c.level]}>
                {MATCH_LEVELS[c.level]} {c.score}
              </StateTag>
            </span>
          </Tooltip>
        ),
      },
      { name: "terms", cell: (c) => <span className="vd-small">{termsOf(c)}</span> },
    ]}
  />
);

interface Channel {
  company_account_id: number | null;
  fee: number | null;
}
interface ChannelProps {
  value: Channel | null;
  onChange: (value: Channel | null) => void;
}
/** Income that is a channel's payout: which one, and what it kept. */
const ChannelPart = ({ value, onChange }: ChannelProps) => (
  <div className="vd-wraps">
    <Checkbox checked={value !== null} onChange={(e) => onChange(e.target.checked ? { company_account_id: null, fee: 0 } : null)}>
      这是支付通道的到账
    </Checkbox>
    {value && (
      <>
        <Picker
          of="company_account"
          aria-label="通道"
          value={value.company_account_id}
          onChange={(id) => onChange({ ...value, company_account_id: typeof id === "number" ? id : null })}
        />
        <MoneyInput aria-label="手续费" placeholder="手续费" value={value.fee} onChange={(fee) => onChange({ ...value, fee })} />
      </>
    )}
  </div>
);

export interface LineMatchProps {
  id: number;
  onClose: () => void;
}
export function LineMatch({ id, onClose }: LineMatchProps) {
  const refresh = useAfterWrite();
  const [keyword, setKeyword] = useState("");
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [channel, setChannel] = useState<Channel | null>(null);
  const answer = useRecord(statementLineApi.statement_line_candidate_query, { id, ...(keyword && { keyword }) });
  const found = answer.data;
  const ticked = picked.flatMap((key) => found?.list.find((c) => keyOf(c) === key) ?? []);
  const parts = shares(found?.line.rest ?? 0, ticked);
  const sum = parts.reduce((n, p) => n + p, 0);
  // One fee of another amount than the line: the line is its bill.
  const [one, second] = ticked;
  const fee = one && !second && one.is_fee && found && found.line.matched === 0 && one.left !== found.line.rest ? one : null;
  const [isBill, setIsBill] = useState(false);
  const tick = (key: string): void => setPicked((all) => (all.includes(key) ? all.filter((k) => k !== key) : [...all, key]));
  const act = async (): Promise<void> => {
    if (!found) return;
    const { version } = found.line;
    const what = channel
      ? { channel: { company_account_id: channel.company_account_id ?? 0, fee: channel.fee ?? 0 } }
      : fee && isBill
        ? { targets: [{ target_noun: fee.target_noun, target_id: fee.target_id, amount: fee.left }], is_bill: true }
        : { targets: ticked.map((c, i) => ({ target_noun: c.target_noun, target_id: c.target_id, amount: parts[i] ?? 0 })) };
    await ask(statementLineApi.statement_line_match, { id, version, ...what, idempotency_key: uuid() });
    toast.success("流水已匹配");
    refresh();
    onClose();
  };
  const isReady = channel ? channel.company_account_id !== null && channel.fee !== null : ticked.length > 0 && parts.every((p) => p > 0);
  return (
    <Dialog
      title="匹配流水"
      width={920}
      okText="匹配"
      okDisabled={!isReady}
      reads={answer}
      typed={ticked.length > 0 || channel !== null}
      onOk={act}
      onClose={onClose}
      aside={
        found &&
        !channel && (
          <output className="vd-num">
            已选 {money(sum)}，差额 {money(found.line.rest - sum)}
          </output>
        )
      }
    >
      {found && (
        <Stack gap={12}>
          <Head line={found.line} />
          {found.sentence !== null && <Alert type="info" showIcon title={found.sentence} />}
          {!channel && (
            <>
              <Input.Search
                allowClear
                placeholder="单号、户名、金额"
                aria-label="查找单据"
                maxLength={40}
                onSearch={(v) => setKeyword(v.trim())}
              />
              {fee && (
                <Checkbox checked={isBill} onChange={(e) => setIsBill(e.target.checked)}>
                  按账单结清：账单 {money(found.line.rest)}，入账 {money(fee.left)}，差额 {money(found.line.rest - fee.left)} 记汇兑
                </Checkbox>
              )}
              <Candidates list={found.list} ticked={new Set(picked)} onTick={tick} />
            </>
          )}
          {found.line.direction === "in" && found.line.matched === 0 && <ChannelPart value={channel} onChange={setChannel} />}
        </Stack>
      )}
    </Dialog>
  );
}
