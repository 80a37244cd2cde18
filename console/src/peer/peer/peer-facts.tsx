/** 概览 of a peer: what it bought, whom we speak with there, its terms, what people decided about it. */
import { Fields } from "#kit/form/fields.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { percentText } from "@visadesk/contract/kit/format.ts";
import { peerOverviewApi } from "@visadesk/contract/peer/peer/peer-overview.ts";
import { peerDetail, peerHold } from "@visadesk/contract/peer/peer/peer.ts";
import { BLOCK_CAUSES, BLOCKS, HOLD_KINDS } from "@visadesk/contract/peer/peer/peer.words.ts";
import { HoldRelease } from "../peer-terms/hold-acts.tsx";
import { Countries } from "./countries.tsx";
import type { PeerDetail } from "./peer-words.tsx";

type Span = Output<typeof peerOverviewApi.peer_overview_get>["spans"][number];
type Hold = PeerDetail["holds"][number];
const what = (h: Hold): string =>
  h.kind === "waiver" && h.cause !== null ? `${BLOCK_CAUSES[h.cause]} · 第 ${h.turn ?? 1} 次` : h.blocks.map((b) => BLOCKS[b]).join("、");

const Holds = ({ list }: { list: readonly Hold[] }) => (
  <Section title="管控记录" flush>
    <Rows
      label="管控记录"
      of={peerHold}
      rows={list}
      none="没有管控记录"
      rowProps={(h) => ({ className: h.released_at === null ? "" : "vd-muted" })}
      columns={[
        {
          name: "kind",
          cell: (h) => (
            <>
              {HOLD_KINDS[h.kind]}
              {h.released_at === null && h.kind !== "waiver" && <Mark tone="red">生效中</Mark>}
            </>
          ),
        },
        { name: "blocks", cell: what },
        "reason",
        "opened_by_name",
        "opened_at",
        { title: "至", cell: (h) => <TimeText at={h.until ?? h.released_at} /> },
        { name: "release_reason", cell: (h) => h.release_reason || <span className="vd-blank">—</span> },
        { title: "操作", unseen: true, cell: (h) => <HoldRelease hold={h} /> },
      ]}
    />
  </Section>
);

const Volume = ({ span: v }: { span: Span }) => (
  <Section title={`近${v.days}天`} flush>
    <p className="vd-under-card vd-wraps">
      <span>
        单量 <b className="vd-num">{v.orders}</b>
      </span>
      <span>
        人数 <b className="vd-num">{v.applicants}</b>
      </span>
      <span>
        GMV <Money cents={v.gmv} />
      </span>
      <span>
        退款 <Money cents={v.refunded} />
        {v.refund_rate !== null && `（${percentText(v.refund_rate, 1)}）`}
      </span>
      <span>人均补料 {v.supplement_rounds === null ? "—" : `${v.supplement_rounds} 轮`}</span>
    </p>
    <Rows
      label={`近${v.days}天各国`}
      of={peerOverviewApi.peer_overview_get.output.shape.spans.element.shape.countries}
      rows={v.countries}
      by="country_id"
      none="没有已支付的订单"
      columns={["country_name", "orders", "applicants", "gmv"]}
    />
  </Section>
);
function Volumes({ id }: { id: number }) {
  const answer = useRecord(peerOverviewApi.peer_overview_get, { id });
  return (
    <Reads answer={answer} slim>
      {({ spans }) => (
        <div className="vd-halves">
          {spans.map((v) => (
            <Volume key={v.days} span={v} />
          ))}
        </div>
      )}
    </Reads>
  );
}

export const PeerFacts = ({ peer: p }: { peer: PeerDetail }) => (
  <Stack gap={16}>
    {p.radar.length > 0 && (
      <Section title="同行雷达">
        <ul className="vd-small">
          {p.radar.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Section>
    )}
    <Volumes id={p.id} />
    <div className="vd-halves">
      <Section title="企业">
        <Fields
          of={peerDetail}
          value={p}
          columns={2}
          names={[
            ...(["name", "credit_code", "legal_person", "business_kind", "licence_no", "contact_email", "address_text"] as const),
            ...(p.former_names.length > 0 ? (["former_names"] as const) : []),
            ...(["source", "source_text", "application_no", "approved_at", "note"] as const),
            ...(p.peer_status === "closed" ? (["closed_at", "close_reason"] as const) : []),
          ]}
        />
      </Section>
      <Section title="合作条件">
        <Fields
          of={peerDetail}
          value={p}
          columns={2}
          names={[
            ...(["level_id", "level_cap"] as const),
            ...(p.level_locked_until === null ? [] : (["level_locked_until", "level_lock_reason"] as const)),
            ...(["settle_mode", "credit_days", "credit_limit", "temp_limit"] as const),
            ...(p.temp_until === null ? [] : (["temp_until"] as const)),
            ...(["auto_deduct", "service_group_name"] as const),
            { label: "可售国家", value: p.allow_country_ids.length === 0 ? "全部" : <Countries ids={p.allow_country_ids} /> },
          ]}
        />
      </Section>
    </div>
    {p.holds.length > 0 && <Holds list={p.holds} />}
  </Stack>
);
