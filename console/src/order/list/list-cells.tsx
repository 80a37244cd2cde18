/** Cells shared by 订单查看 and 订单处理. */
import { Mark } from "#kit/page/flow-tag.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Copyable } from "#kit/form/format-cells.tsx";
import { ORDER_FLAGS } from "@visadesk/contract/order/words.ts";
import { time } from "@visadesk/contract/kit/format.ts";
import { Tooltip } from "antd";
import { TwoLines } from "#kit/page/blocks.tsx";
import { PeerLink } from "#shared/peer-link.tsx";
import "./order-list.css";

type FlagKey = keyof typeof ORDER_FLAGS;
const FLAG_TONES = {
  urgent: "red",
  overdue: "red",
  supplement_open: "orange",
  admin_check: "gold",
  on_hold: "grey",
  protected: "purple",
  diff_pending: "orange",
  originals_lost: "red",
} as const satisfies Record<FlagKey, string>;

/** 加急, 超期, 拒签无忧 … as small marks; an empty cell where there is none. */
export const FlagMarks = (props: { flags: readonly FlagKey[] }) => (
  <span className="vd-wraps od-marks">
    {props.flags.map((f) => (
      <Mark key={f} tone={FLAG_TONES[f]}>
        {ORDER_FLAGS[f]}
      </Mark>
    ))}
  </span>
);

/** The country by its code: few desktop systems draw flags. */
export const CountryCode = (props: { code: string }) => (
  <span className="vd-mark vd-tone-grey od-country" aria-hidden="true">
    {props.code}
  </span>
);

/** A number one can open and copy. */
export const NumberLink = (props: { no: string; href: string }) => (
  <Copyable text={props.no}>
    <HrefLink href={props.href} className="vd-link vd-num">
      {props.no}
    </HrefLink>
  </Copyable>
);

/** Whose order it is, with its level; direct customers have none. */
export function PeerCell({ of: { peer_id, peer_name, level_id } }: { of: Peered }) {
  if (peer_id === null || peer_name === null) return <span className="vd-blank">—</span>;
  return (
    <TwoLines title={peer_name} under={level_id}>
      <PeerLink id={peer_id}>{peer_name}</PeerLink>
    </TwoLines>
  );
}
interface Peered {
  peer_id: number | null;
  peer_name: string | null;
  level_id: string | null;
}

/** What the keyword met where the row shows a mask or nothing of it. */
export const MatchedMark = ({ matched }: { matched: string }) => <Mark>按{matched}命中</Mark>;

const HOUR = 3_600_000;

/** How long something has stood where it is: 3小时, 5天. */
export function stayWords(since: string, now = Date.now()): string {
  const span = Math.max(0, now - Date.parse(since));
  return span < HOUR
    ? `${Math.floor(span / 60_000)}分钟`
    : span < 48 * HOUR
      ? `${Math.floor(span / HOUR)}小时`
      : `${Math.floor(span / (24 * HOUR))}天`;
}

export const Stay = (props: { since: string; late: boolean }) => (
  <Tooltip title={`${time(props.since)} 进入`}>
    <span className={props.late ? "vd-num vd-error vd-medium" : "vd-num"}>停留{stayWords(props.since)}</span>
  </Tooltip>
);

export const isLate = (due: string | null): boolean => due !== null && Date.parse(due) < Date.now();

/** What the keyword of both lists finds. */
export const KEYWORD_HINT = "订单号、渠道号、姓名，手机、护照填完整或后4位";
