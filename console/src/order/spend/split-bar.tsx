/** Whose time it was: five parties in one bar, those with a share named below it; each may open its rows. */
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { PARTIES } from "@visadesk/contract/order/words.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { shareText } from "./spend-words.ts";
import "./spend.css";

type Party = keyof typeof PARTIES;
const NAMES: readonly Party[] = keysOf(PARTIES);

export const SplitKey = () => (
  <span className="sp-key" aria-hidden="true">
    {NAMES.map((p) => (
      <span key={p}>
        <i className={`sp-is-${p}`} />
        {PARTIES[p]}
      </span>
    ))}
  </span>
);

export function SplitBar({ of, href }: { of: Readonly<Record<Party, number>>; href?: (party: Party) => string }) {
  const all = NAMES.reduce((n, p) => n + of[p], 0);
  if (all === 0) return <span className="vd-blank">—</span>;
  const parts = NAMES.filter((p) => of[p] > 0);
  return (
    <div className="sp-split">
      <div aria-hidden="true">
        {parts.map((p) => (
          <i key={p} className={`sp-is-${p}`} style={{ flexGrow: of[p] }} />
        ))}
      </div>
      <small className="vd-num">
        {parts.map((p) => {
          const text = `${PARTIES[p]} ${shareText(of[p], all)}`;
          return href ? (
            <HrefLink key={p} href={href(p)}>
              {text}
            </HrefLink>
          ) : (
            <span key={p}>{text}</span>
          );
        })}
      </small>
    </div>
  );
}
