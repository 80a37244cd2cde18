/** Words, cells and addresses of a peer that its screens share. */
import type { ReactElement, ReactNode } from "react";
import { ask } from "#kit/act/ask.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { Masked } from "#kit/page/masked.tsx";
import { to } from "#kit/screens.ts";
import type { Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { peerApi } from "@visadesk/contract/peer/peer/peer.ts";
import { ACTIVITIES, ACTIVITY_TONES, PEER_STATES, PEER_TONES, UNOWNED } from "@visadesk/contract/peer/peer/peer.words.ts";

export type Peer = Output<typeof peerApi.peer_query>["list"][number];
export type PeerDetail = Output<typeof peerApi.peer_get>;
export type Open = (make: (close: () => void) => ReactElement) => void;

export const peerHref = (p: { id: number }, tab?: string): string => to("peer-view", { id: p.id }, { tab });
export const peerEdit = (p: { id: number }): string => to("peer-edit", { id: p.id });

export const PeerState = ({ peer: p }: { peer: Pick<Peer, "state"> }) => (
  <StateTag tone={PEER_TONES[p.state]}>{PEER_STATES[p.state]}</StateTag>
);
export const ActivityTag = ({ peer: p }: { peer: Pick<Peer, "activity"> }) => (
  <Mark tone={ACTIVITY_TONES[p.activity]}>{ACTIVITIES[p.activity]}</Mark>
);
/** A level that does not move until then is marked. */
export const Level = ({ peer: p }: { peer: Pick<Peer, "level_id" | "level_locked_until"> & { level_lock_reason?: string } }) => (
  <span
    className="vd-marks"
    title={p.level_locked_until === null ? "" : `锁级至 ${p.level_locked_until} ${p.level_lock_reason ?? ""}`.trim()}
  >
    {p.level_id}
    {p.level_locked_until !== null && <Mark>锁</Mark>}
  </span>
);
export const ownerText = (name: string | null): ReactNode => name ?? <span className="vd-warn">{UNOWNED}</span>;

/** Until when its papers hold. */
export const PaperUntil = ({ peer: p }: { peer: Pick<Peer, "paper_until" | "paper_validity"> }) =>
  p.paper_until === null ? (
    <span className="vd-blank">—</span>
  ) : (
    <span className={p.paper_validity === "expired" ? "vd-num vd-error" : p.paper_validity === "expiring" ? "vd-num vd-warn" : "vd-num"}>
      {p.paper_until}
    </span>
  );

type Revealed = Input<typeof peerApi.peer_reveal>["noun"];
/** One mobile, shown in full to who asks why. */
export const Mobile = ({ of, id, value }: { of: Revealed; id: number; value: string }) => (
  <Masked
    value={value}
    record={`${of} ${id}`}
    reveal={async (reason) => (await ask(peerApi.peer_reveal, { noun: of, id, reason })).mobile}
    may={may.peer}
  />
);

/** A figure, and the tab where its rows stand. */
export const Count = ({ n, href }: { n: number; href: string }) =>
  n === 0 ? (
    <span className="vd-num vd-muted">0</span>
  ) : (
    <HrefLink href={href} className="vd-link vd-num">
      {n}
    </HrefLink>
  );
