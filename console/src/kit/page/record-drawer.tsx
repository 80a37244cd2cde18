/**
 * One record over its list: its number and state in the head, its acts at the right, the rest below.
 *
 *   <RecordDrawer answer={useRecord(payoutApi.payout_get, { id })} word="付款单" no={(p) => p.payout_no}
 *     state={(p) => flowTag(payoutFlow, p.payout_status)} acts={(p) => <PayoutMoves payout={p} head />} onClose={onClose}>
 *     {(p) => <Body payout={p} />}
 *   </RecordDrawer>
 */
import { Drawer } from "antd";
import type { ReactNode } from "react";
import type { RecordNoun } from "@visadesk/contract/record-nouns.ts";
import { LogButton } from "./log-button.tsx";
import { Reads, type Answer } from "./reads.tsx";

export interface RecordDrawerProps<T> {
  answer: Answer<T>;
  /** What the record is called; its number stands behind it. */
  word: string;
  no: (record: T) => string;
  state?: (record: T) => ReactNode;
  acts?: (record: T) => ReactNode;
  /** Whose 日志 stands beside the acts. */
  log?: { noun: RecordNoun; id: number };
  /** 640 px where nothing is said. */
  size?: number;
  onClose: () => void;
  children: (record: T) => ReactNode;
}

export function RecordDrawer<T>({ answer, word, no, state, acts, log, size = 640, onClose, children }: RecordDrawerProps<T>) {
  const { data } = answer;
  const title = (
    <span className="vd-marks">
      {word} {data !== undefined && no(data)} {data !== undefined && state?.(data)}
    </span>
  );
  return (
    <Drawer
      open
      size={size}
      title={title}
      extra={
        data !== undefined && (
          <span className="vd-row">
            {log && <LogButton {...log} />}
            {acts?.(data)}
          </span>
        )
      }
      onClose={onClose}
    >
      <Reads answer={answer}>{children}</Reads>
    </Drawer>
  );
}
