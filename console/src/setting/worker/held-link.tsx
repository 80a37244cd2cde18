/** Things in hand: each kind is a link to the list that shows them, plain where the reader may not open it. */
import { Tooltip } from "antd";
import type { ReactNode } from "react";
import { HrefLink } from "#kit/app/href-link.tsx";
import { hrefOf } from "#kit/screens.ts";
import { session } from "#kit/app/session.ts";
import type { Worker } from "./worker-acts.tsx";
import "../setting.css";

type Held = Worker["held"][number];

export function HeldLink({ link, children }: { link: Held["link"]; children: ReactNode }) {
  const codes = session.use((s) => s.codes);
  const href = link ? hrefOf(link.route, {}, codes, link.query) : undefined;
  return href === undefined ? <>{children}</> : <HrefLink href={href}>{children}</HrefLink>;
}

/** 在办 12 人 · 客服 5 单, two kinds on two lines; all of them on hover. */
export function HeldCell({ held }: { held: readonly Held[] }) {
  if (held.length === 0) return <span className="vd-blank">—</span>;
  const words = (h: Held): string => `${h.label} ${h.count} ${h.unit}`;
  return (
    <Tooltip title={held.length > 2 ? held.map(words).join("，") : ""}>
      <span className="vd-two vd-tiny">
        {held.slice(0, 2).map((h, i) => (
          <span key={h.kind}>
            <HeldLink link={h.link}>
              {h.short} <span className="vd-num">{h.count}</span> {h.unit}
            </HeldLink>
            {i === 1 && held.length > 2 && <small> 等{held.length}类</small>}
          </span>
        ))}
      </span>
    </Tooltip>
  );
}
