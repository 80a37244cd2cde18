/** 价格 of a peer: what any product costs it and why, beside another peer where one is compared. */
import { useState } from "react";
import { Money } from "#kit/form/format-cells.tsx";
import { None, Section, Stack, TwoLines } from "#kit/page/blocks.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { PeerPicker, SkuPicker } from "#shared/record-pickers.tsx";
import { money } from "@visadesk/contract/kit/format.ts";
import { peerMoneyApi } from "@visadesk/contract/peer/peer/peer-money.ts";
import { PRICE_BANDS } from "@visadesk/contract/product/price/price-adjustment.ts";
import { stepsOf, type Band, type Step, type Tried } from "./price-steps.ts";

/** What came of a step for one of them: its price where it counted, else why it did not. */
const Outcome = ({ of, bold }: { of: Tried | null; bold: boolean }) => {
  if (of === null) return <span className="vd-blank">—</span>;
  const text = of.price === null ? "—" : money(of.price);
  return (
    <TwoLines under={[of.name, of.lost ?? "采用"].filter(Boolean).join(" · ")}>
      {of.lost === null ? (
        bold ? (
          <b className="vd-num">{text}</b>
        ) : (
          <span className="vd-num vd-medium">{text}</span>
        )
      ) : (
        <span className="vd-num vd-muted">{text}</span>
      )}
    </TwoLines>
  );
};

/** Where two peers part, who may change it, and what it makes between them. */
function Parting({ step, own, other }: { step: Step; own: Named; other: Named }) {
  const [low, high] = own.band.price <= other.band.price ? [own, other] : [other, own];
  return (
    <output className="vd-note is-plain vd-small">
      {low.name}比{high.name}低 <b className="vd-num">{money(high.band.price - low.band.price)}</b>，差别始于<b>{step.label}</b>；在「
      {step.changed_by}」调整
    </output>
  );
}

interface Named {
  name: string;
  band: Band;
}
function Ladder({ own, other }: { own: Named; other: Named | null }) {
  const steps = stepsOf(own.band, other?.band ?? null);
  const parting = steps.find((s) => s.parts);
  const cell = (s: Step, of: Tried | null) => <Outcome of={of} bold={s.parts} />;
  return (
    <Section
      title={`${PRICE_BANDS[own.band.band]}价`}
      flush
      extra={
        <span className="vd-row">
          {[own, ...(other ? [other] : [])].map((n) => (
            <span key={n.name}>
              {n.name} <b>{<Money cents={n.band.price} />}</b>
            </span>
          ))}
        </span>
      }
    >
      {parting && other && own.band.price !== other.band.price && <Parting step={parting} own={own} other={other} />}
      <Rows
        label={`${PRICE_BANDS[own.band.band]}价的由来`}
        rows={steps}
        by="source"
        columns={[
          { title: "步骤", head: true, cell: (s) => (s.parts ? <b>{s.label}</b> : s.label) },
          { title: own.name, cell: (s) => cell(s, s.own) },
          other && { title: other.name, cell: (s) => cell(s, s.other) },
          { title: "在哪里调整", cell: (s) => (s.parts ? <b>{s.changed_by}</b> : s.changed_by) },
        ]}
      />
      <p className="vd-under-card vd-small vd-muted">
        其中签证费 {money(own.band.embassy)}，签证中心服务费 {money(own.band.centre)}，服务费 {money(own.band.service)}
      </p>
    </Section>
  );
}

function Traced({ peerId, skuId, otherId }: { peerId: number; skuId: number; otherId: number | null }) {
  const own = useRecord(peerMoneyApi.peer_price_trace_get, { peer_id: peerId, sku_id: skuId });
  const other = useRecord(peerMoneyApi.peer_price_trace_get, { peer_id: otherId ?? peerId, sku_id: skuId });
  const beside = otherId === null || other.isPlaceholderData ? undefined : other.data;
  return (
    <Reads answer={own} slim>
      {(trace) => (
        <Stack gap={12}>
          {[trace, ...(beside ? [beside] : [])].map(
            (t) =>
              t.blocked !== null && (
                <output key={t.peer_id} className="vd-note vd-small vd-tone-red">
                  {t.peer_name}：{t.blocked}
                </output>
              ),
          )}
          {trace.bands.length === 0 && <None>该商品没有门市价</None>}
          {trace.bands.map((band) => {
            const theirs = beside?.bands.find((b) => b.band === band.band);
            return (
              <Ladder
                key={band.band}
                own={{ name: trace.peer_name, band }}
                other={theirs && beside ? { name: beside.peer_name, band: theirs } : null}
              />
            );
          })}
        </Stack>
      )}
    </Reads>
  );
}

const idOf = (v: unknown): number | null => (typeof v === "number" ? v : null);
export interface PeerPriceProps {
  peerId: number;
}
export function PeerPrice({ peerId }: PeerPriceProps) {
  const [sku, setSku] = useState<number | null>(null);
  const [other, setOther] = useState<number | null>(null);
  return (
    <Stack gap={16}>
      <Section title="价格">
        <div className="vd-form-grid">
          <div className="is-half">
            <SkuPicker aria-label="商品" value={sku} onChange={(v) => setSku(idOf(v))} placeholder="选择商品" />
          </div>
          <div className="is-half">
            <PeerPicker aria-label="对比同行" value={other} onChange={(v) => setOther(idOf(v))} placeholder="与另一家同行对比，可不选" />
          </div>
        </div>
        {sku === null && <None>选择商品后显示该同行的价格和每一步的原因</None>}
      </Section>
      {sku !== null && <Traced peerId={peerId} skuId={sku} otherId={other === peerId ? null : other} />}
    </Stack>
  );
}
