/** 授权推演: what these codes would mean in one hand, beside the form that gives them. */
import { riskyPairs } from "@visadesk/contract/setting/risky-pair.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import "../setting.css";

/** Pairs the person or role does not have yet are marked 新增. */
export function RiskNotes({ codes, before }: { codes: readonly number[]; before?: readonly number[] | undefined }) {
  const pairs = riskyPairs(codes);
  if (pairs.length === 0) return null;
  const had = new Set(riskyPairs(before ?? codes).map((p) => p.codes[0]));
  return (
    <section className="vd-note vd-risk" aria-label="组合风险">
      <h3>组合风险 {pairs.length}</h3>
      <ul>
        {pairs.map((p) => (
          <li key={p.text}>
            {p.text}
            {!had.has(p.codes[0]) && <Mark tone="red">新增</Mark>}
          </li>
        ))}
      </ul>
      <p className="vd-tiny vd-muted">同一人既能经办又能复核。提交人不能复核自己的单据，仍建议分给两个角色。</p>
    </section>
  );
}
