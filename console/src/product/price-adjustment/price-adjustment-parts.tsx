/** What a reviewer decides by: the cells, what remains of each sale, what it would have meant lately, who else asks. */
import { Button } from "antd";
import type { ReactNode } from "react";
import { Stack } from "#kit/page/blocks.tsx";
import { Section } from "#kit/page/detail-screen.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { time } from "@visadesk/contract/kit/format.ts";
import { REPLAY_DAYS } from "@visadesk/contract/product/price/price-adjustment.ts";
import { AdjustState, Amount, CellLines, cellName, Delta, FloorMark, Gain, sameCell, type AdjustDetail } from "./adjust-cells.tsx";
import { Margin } from "../sku/sku-cells.tsx";

export const Change = ({ a }: { a: AdjustDetail }) => (
  <Section title="调价项" flush extra={a.below_floor && <FloorMark />}>
    <table className="pd-table" aria-label="调价项">
      <thead>
        <tr>
          <th>价格</th>
          <th className="is-end">原价</th>
          <th className="is-end">新价</th>
          <th className="is-end">变化</th>
        </tr>
      </thead>
      <tbody>
        {a.cells.map((c) => (
          <tr key={cellName(c)}>
            <td>{c.price_kind === "cost" ? `供应商成本${c.band === "child" ? " 儿童" : ""}` : cellName(c)}</td>
            <td className="is-end">
              <Amount of={c} value={c.old} />
            </td>
            <td className="is-end">
              <b>
                <Amount of={c} value={c.new} />
              </b>
            </td>
            <td className="is-end">
              <Delta of={c} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {a.has_hidden && <p className="vd-muted pd-none">另有供应商成本项，需“查看成本与毛利”权限</p>}
  </Section>
);

export function Margins({ a }: { a: AdjustDetail }) {
  const { margins, margin_floor } = a;
  if (!margins || a.target_kind !== "sku") return null;
  if (margins.length === 0) return <Section title="毛利">没有有效的供应商报价，无法计算毛利</Section>;
  return (
    <Section
      title="每人毛利"
      flush
      extra={
        margin_floor !== undefined && (
          <span className="vd-muted">
            底线 <Money cents={margin_floor} />
          </span>
        )
      }
    >
      <table className="pd-table" aria-label="每人毛利">
        <thead>
          <tr>
            <th>级别</th>
            <th className="is-end">调价前</th>
            <th className="is-end">调价后</th>
          </tr>
        </thead>
        <tbody>
          {margins.map((m) => (
            <tr key={cellName(m)}>
              <td>
                {cellName(m)}
                {!a.cells.some((c) => sameCell(c, m)) && <span className="vd-muted">　未改动</span>}
              </td>
              <td className="is-end">
                <Margin cents={m.old} />
              </td>
              <td className="is-end">
                {margin_floor !== undefined && m.new < margin_floor && <FloorMark />} <Margin cents={m.new} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

const Figure = ({ label, children, hint }: { label: string; children: ReactNode; hint?: string }) => (
  <div title={hint}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

export function Replay({ a }: { a: AdjustDetail }) {
  const r = a.replay;
  if (!r) return null;
  return (
    <Section title={`近${REPLAY_DAYS}天回放`} extra={<span className="vd-muted">按新价重算已付款申请人，不含预测</span>}>
      <Stack>
        <dl className="aj-figures">
          <Figure label="已付款申请人" hint={`${time(r.from).slice(0, 10)} 起付款，不含已取消`}>
            <span className="vd-num">{r.people}</span> 人
          </Figure>
          <Figure label="价格有变">
            <span className="vd-num">{r.touched}</span> 人
          </Figure>
          <Figure label="收入变化" hint="各级别人数 ×（新价 − 原价）">
            <Gain cents={r.income} />
          </Figure>
          {r.margin !== undefined && (
            <Figure label="毛利变化">
              <Gain cents={r.margin} />
            </Figure>
          )}
          {r.fallen !== undefined && (
            <Figure label="跌破底线" hint="原来不低于底线，按新价低于底线">
              <span className={`vd-num${r.fallen > 0 ? " vd-error" : ""}`}>{r.fallen}</span> 人
            </Figure>
          )}
        </dl>
        {r.tiers.length > 0 && (
          <table className="pd-table" aria-label="回放明细">
            <thead>
              <tr>
                <th>级别</th>
                <th className="is-end">人数</th>
                <th className="is-end">每人变化</th>
                <th className="is-end">收入变化</th>
              </tr>
            </thead>
            <tbody>
              {r.tiers.map((t) => (
                <tr key={cellName(t)}>
                  <td>{cellName(t)}</td>
                  <td className="is-end vd-num">{t.n}</td>
                  <td className="is-end">
                    <Delta of={t} />
                  </td>
                  <td className="is-end">
                    <Gain cents={t.income} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Stack>
    </Section>
  );
}

export function Suppliers({ a }: { a: AdjustDetail }) {
  if (!a.suppliers || a.suppliers.length === 0) return null;
  return (
    <Section title="供应商报价" flush>
      <table className="pd-table" aria-label="供应商报价">
        <tbody>
          {a.suppliers.map((s) => (
            <tr key={`${s.priority} ${s.supplier_name}`}>
              <td>
                {s.priority}. {s.supplier_name}
              </td>
              <td className="is-end">
                成人 <Money cents={s.adult} />
              </td>
              <td className="is-end">
                {s.child !== null && (
                  <>
                    儿童 <Money cents={s.child} />
                  </>
                )}
              </td>
              <td>{s.embassy_included ? "已含签证费" : "签证费另付"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

export const Others = ({ a, onLook }: { a: AdjustDetail; onLook: (id: number) => void }) =>
  a.others.length === 0 ? null : (
    <Section title="同一商品的其他调价" flush>
      <table className="pd-table" aria-label="同一商品的其他调价">
        <tbody>
          {a.others.map((o) => (
            <tr key={o.id}>
              <td>
                <Button type="link" size="small" className="vd-plain-link vd-num" onClick={() => onLook(o.id)}>
                  {o.adjust_no}
                </Button>
              </td>
              <td>
                <AdjustState a={o} />
              </td>
              <td>
                <CellLines cells={o.cells} />
              </td>
              <td className="vd-num">{o.effective_at ? time(o.effective_at).slice(0, 16) : "通过后立即"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );

export const History = ({ a }: { a: AdjustDetail }) => (
  <Section title="经过">
    <ol className="aj-log">
      {a.history.map((l) => (
        <li key={l.id}>
          {l.label}
          <small>
            {l.actor_name} {time(l.at).slice(0, 16)}
          </small>
          {l.reason && <p>{l.reason}</p>}
        </li>
      ))}
    </ol>
  </Section>
);
