/** 价格 of a peer: what any product costs it and why, beside another peer where one is compared. */
import { useState } from "react";
import { Money } from "#kit/form/format-cells.tsx";
import { None, TwoLines } from "#kit/page/blocks.tsx";
import { Section } from "#kit/page/detail-screen.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { PeerPicker, SkuPicker } from "#shared/record-pickers.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { peerMoneyApi } from "@visadesk/contract/peer/peer/peer-money.ts";
import { PRICE_BANDS } from "@visadesk/contract/product/price/price-adjustment.ts";

type Trace = Output<typeof peerMoneyApi.peer_price_trace_get>;
type Band = Trace["bands"][number];
const TRIED = peerMoneyApi.peer_price_trace_get.output.shape.bands.element.shape.ladder;

const won = (band: Band | undefined): string | undefined => band?.ladder.find((t) => t.lost === null)?.source;
/** Prices tried in their order; `parts`: where the two peers part, in bold. */
const Ladder = ({ name, band, parts }: { name: string; band: Band; parts: readonly string[] }) => (
  <Section
    title={`${name} · ${PRICE_BANDS[band.band]}`}
    flush
    extra={
      <b>
        <Money cents={band.price} />
      </b>
    }
  >
    <Rows
      label={`${name} ${PRICE_BANDS[band.band]}`}
      of={TRIED}
      rows={band.ladder.map((t, i) => ({ ...t, n: i }))}
      by="n"
      rowProps={(t) => ({ className: t.lost === null ? "" : "vd-muted" })}
      columns={[
        { name: "label", cell: (t) => <TwoLines under={t.name ?? ""}>{parts.includes(t.source) ? <b>{t.label}</b> : t.label}</TwoLines> },
        "price",
        { name: "lost", cell: (t) => t.lost ?? "采用" },
        { name: "changed_by", hint: "在这个页面调整" },
      ]}
    />
  </Section>
);

function Traced({ peerId, skuId, otherId }: { peerId: number; skuId: number; otherId: number | null }) {
  const own = useRecord(peerMoneyApi.peer_price_trace_get, { peer_id: peerId, sku_id: skuId });
  const other = useRecord(peerMoneyApi.peer_price_trace_get, { peer_id: otherId ?? peerId, sku_id: skuId });
  const beside = otherId === null ? undefined : other.data;
  return (
    <Reads answer={own} slim>
      {(trace) => (
        <>
          {trace.blocked !== null && <output className="vd-note vd-small vd-tone-red">{trace.blocked}</output>}
          {trace.bands.map((band) => {
            const theirs = beside?.bands.find((b) => b.band === band.band);
            const parts = theirs && theirs.price !== band.price ? [won(band), won(theirs)].filter((s) => s !== undefined) : [];
            return (
              <div key={band.band} className="vd-wraps">
                <Ladder name={trace.peer_name} band={band} parts={parts} />
                {theirs && beside && <Ladder name={beside.peer_name} band={theirs} parts={parts} />}
              </div>
            );
          })}
        </>
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
    <>
      <Section title="价格">
        <div className="vd-form-grid">
          <SkuPicker aria-label="商品" value={sku} onChange={(v) => setSku(idOf(v))} placeholder="选择商品" />
          <PeerPicker aria-label="对比同行" value={other} onChange={(v) => setOther(idOf(v))} placeholder="与另一家同行对比，可不选" />
        </div>
        {sku === null && <None>选择商品后显示该同行的价格和每一步的原因</None>}
      </Section>
      {sku !== null && <Traced peerId={peerId} skuId={sku} otherId={other === peerId ? null : other} />}
    </>
  );
}
