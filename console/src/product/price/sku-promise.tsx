/** 承诺体检: the promised working days beside what the last 60 days' results really took. */
import { Section } from "#kit/page/blocks.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { to } from "#kit/screens.ts";
import { PROMISE_MIN_N } from "@visadesk/contract/product/sku/sku.words.ts";
import { workDays, type SkuDetail } from "../sku/sku-cells.tsx";

export function SkuPromise({ sku: s }: { sku: SkuDetail }) {
  const advice = s.is_promise_short && s.days_p50 !== null && s.days_p75 !== null ? { from: s.days_p50, to: s.days_p75 } : null;
  return (
    <Section title="承诺体检" extra={<span className="vd-muted">同一SPU、同一使领馆，近60天出结果，按使馆工作日</span>}>
      <dl className="vd-detail-figures">
        <div>
          <dt>承诺</dt>
          <dd>{workDays(s)}</dd>
        </div>
        {s.days_n < PROMISE_MIN_N ? (
          <div>
            <dt>实际</dt>
            <dd className="vd-muted">
              近60天出结果 {s.days_n} 人，不足 {PROMISE_MIN_N} 人，暂不评判
            </dd>
          </div>
        ) : (
          (
            [
              ["一半的人", s.days_p50],
              ["四分之三的人", s.days_p75],
              ["九成的人", s.days_p90],
            ] as const
          ).map(([who, days]) => (
            <div key={who}>
              <dt>{who}</dt>
              <dd className="vd-num">{days} 个工作日内</dd>
            </div>
          ))
        )}
      </dl>
      {s.days_n >= PROMISE_MIN_N && <p className="vd-muted">样本 {s.days_n} 人</p>}
      {advice && (
        <p className="vd-before-12 vd-warn">
          承诺偏短，建议改为 {advice.from}–{advice.to} 工作日
          {s.sku_status !== "archived" && (
            <HrefLink href={`${to("product-edit", { id: s.id })}?work_days_min=${advice.from}&work_days_max=${advice.to}`}>
              填入编辑页
            </HrefLink>
          )}
        </p>
      )}
    </Section>
  );
}
