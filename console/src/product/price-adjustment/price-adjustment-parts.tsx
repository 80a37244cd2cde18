/** What a reviewer decides by: the cells, what remains of each sale, what it would have meant lately, who else asks. */
import { cellWord } from "@visadesk/contract/product/price/price-adjustment.rules.ts";
import { Button } from "antd";
import type { ReactNode } from "react";
import { Rows } from "#kit/table/rows.tsx";
import { None, Section, Stack } from "#kit/page/blocks.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { time } from "@visadesk/contract/kit/format.ts";
import { priceAdjustmentApi, REPLAY_DAYS } from "@visadesk/contract/product/price/price-adjustment.ts";
import { AdjustState, Amount, CellLines, Delta, FloorMark, Gain, sameCell, type AdjustDetail } from "./price-adjustment-cells.tsx";
import { Margin } from "../sku/sku-cells.tsx";

const { shape } = priceAdjustmentApi.price_adjustment_get.output;

export const Change = ({ a }: { a: AdjustDetail }) => (
  <Section title="调价项" flush extra={a.below_floor && <FloorMark />}>
    <Rows
      label="调价项"
      of={shape.cells}
      rows={a.cells}
      by={cellWord}
      columns={[
        { title: "价格", cell: cellWord },
        { name: "old", cell: (c) => <Amount of={c} value={c.old} /> },
        {
          name: "new",
          cell: (c) => (
            <b>
              <Amount of={c} value={c.new} />
            </b>
          ),
        },
        { title: "变化", end: true, cell: (c) => <Delta of={c} /> },
      ]}
    />
    {a.has_hidden && <None>另有供应商成本项，需“查看成本与毛利”权限</None>}
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
      <Rows
        label="每人毛利"
        rows={margins}
        by={cellWord}
        columns={[
          {
            title: "级别",
            cell: (m) => (
              <>
                {cellWord(m)}
                {!a.cells.some((c) => sameCell(c, m)) && <span className="vd-muted">　未改动</span>}
              </>
            ),
          },
          { title: "调价前", end: true, cell: (m) => <Margin cents={m.old} /> },
          {
            title: "调价后",
            end: true,
            cell: (m) => (
              <>
                {margin_floor !== undefined && m.new < margin_floor && <FloorMark />} <Margin cents={m.new} />
              </>
            ),
          },
        ]}
      />
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
        <dl className="vd-detail-figures">
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
          <Rows
            label="回放明细"
            of={shape.replay.unwrap().shape.tiers}
            rows={r.tiers}
            by={cellWord}
            columns={[
              { title: "级别", cell: cellWord },
              "n",
              { title: "每人变化", end: true, cell: (t) => <Delta of={t} /> },
              { name: "income", cell: (t) => <Gain cents={t.income} /> },
            ]}
          />
        )}
      </Stack>
    </Section>
  );
}

export function Suppliers({ a }: { a: AdjustDetail }) {
  if (!a.suppliers || a.suppliers.length === 0) return null;
  return (
    <Section title="供应商报价" flush>
      <Rows
        label="供应商报价"
        rows={a.suppliers}
        by={(s) => `${s.priority} ${s.supplier_name}`}
        columns={[
          { cell: (s) => `${s.priority}. ${s.supplier_name}` },
          {
            end: true,
            cell: (s) => (
              <>
                成人 <Money cents={s.adult} />
              </>
            ),
          },
          {
            end: true,
            cell: (s) =>
              s.child !== null && (
                <>
                  儿童 <Money cents={s.child} />
                </>
              ),
          },
          { cell: (s) => (s.embassy_included ? "已含签证费" : "签证费另付") },
        ]}
      />
    </Section>
  );
}

export const Others = ({ a, onLook }: { a: AdjustDetail; onLook: (id: number) => void }) =>
  a.others.length === 0 ? null : (
    <Section title="同一商品的其他调价" flush>
      <Rows
        label="同一商品的其他调价"
        rows={a.others}
        columns={[
          {
            cell: (o) => (
              <Button type="link" size="small" className="vd-plain-link vd-num" onClick={() => onLook(o.id)}>
                {o.adjust_no}
              </Button>
            ),
          },
          { cell: (o) => <AdjustState a={o} /> },
          { cell: (o) => <CellLines cells={o.cells} /> },
          { num: true, cell: (o) => (o.effective_at ? time(o.effective_at).slice(0, 16) : "通过后立即") },
        ]}
      />
    </Section>
  );

export const History = ({ a }: { a: AdjustDetail }) => (
  <Section title="经过">
    <ol className="vd-stack is-8 vd-small">
      {a.history.map((l) => (
        <li key={l.id}>
          {l.label}
          <small className="vd-apart">
            {l.actor_name} {time(l.at).slice(0, 16)}
          </small>
          {l.reason && <p className="vd-muted">{l.reason}</p>}
        </li>
      ))}
    </ol>
  </Section>
);
