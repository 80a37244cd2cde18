/** The whole way at a glance: its figures, and the means of its stages beside each other, as wide as they last. */
import { SPEND_NODES, type SpendNode } from "@visadesk/contract/order/spend/spend.words.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import type { SpendAnswer, SpendView } from "./spend-view.ts";
import { shareText, spendText } from "./spend-words.ts";

/** Stages that follow each other; the others are made of them. */
const STEPS: readonly SpendNode[] = ["t1", "t2", "t3", "t4", "t5", "t7", "t8", "t9"];

export function SpendWay({ list, view }: { list: SpendAnswer["list"]; view: SpendView }) {
  const of = (node: SpendNode) => list.find((r) => r.key === node);
  const whole = of("total");
  if (!whole || list.every((r) => r.done + r.open === 0)) return null;
  const rows = (more: Record<string, string>): string => view.rows({ node: "total", ...more });
  const tiles = [
    ["办结人数", String(whole.done), rows({ state: "done" })],
    ["在办人数", String(whole.open), rows({ state: "open" })],
    ["平均总用时", spendText(whole.mean, view.clock), rows({})],
    ["中位", spendText(whole.median, view.clock), rows({})],
    ["超时率", shareText(whole.late, whole.limited), rows({ is_late: "1" })],
    ["承诺达成率", shareText(whole.kept, whole.promised), rows({ is_kept: "1" })],
  ] as const;
  const steps = STEPS.flatMap((n) => {
    const r = of(n);
    return r && r.mean !== null ? [{ node: n, mean: r.mean }] : [];
  });
  return (
    <section className="vd-card vd-stack is-wide" aria-label="全程">
      <div className="sp-tiles">
        {tiles.map(([label, text, href]) => (
          <HrefLink key={label} className="sp-figure" href={href}>
            {label}
            <b className="vd-num">{text}</b>
          </HrefLink>
        ))}
      </div>
      <section className="sp-way" aria-label="各阶段平均用时">
        {steps.map((s) => (
          <div key={s.node} title={SPEND_NODES[s.node].hint} style={{ flexGrow: Math.max(1, s.mean) }}>
            <i aria-hidden="true" />
            <HrefLink className="sp-figure" href={view.rows({ node: s.node })}>
              <b className="vd-num">{spendText(s.mean, view.clock, s.node)}</b>
              {SPEND_NODES[s.node].label}
            </HrefLink>
          </div>
        ))}
      </section>
    </section>
  );
}
