/** 可约日期: when people of the product can go in person, and whether that may still be told. */
import { Section } from "#kit/page/blocks.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { to } from "#kit/screens.ts";
import { useCan } from "#kit/app/session.ts";
import { APPOINTMENT_HALVES, FRESHNESS } from "@visadesk/contract/base-data/calendar/appointment.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { skuBookable } from "@visadesk/contract/product/sku/sku-bookable.ts";
import type { SkuDetail } from "../sku/sku-cells.tsx";

const TONES = { fresh: "green", stale: "grey", none: "red" } as const;
type Bookable = NonNullable<SkuDetail["bookable"]>;

const slotOf = (b: Bookable): string =>
  b.no_slots ? "无号" : `${b.earliest_date ?? "—"}${b.half === "any" ? "" : ` ${APPOINTMENT_HALVES[b.half]}`}`;

export function SkuBookable({ sku: s }: { sku: SkuDetail }) {
  const keeps = useCan(may.appointment);
  const b = s.bookable;
  if (!b)
    return s.need_visit ? (
      <Section title="可约日期" extra={keeps && <HrefLink href={to("appointment-list")}>最近可约日期</HrefLink>}>
        <p className="vd-muted">赴馆地点还没有录入最近可约日期</p>
      </Section>
    ) : null;
  return (
    <Section title="可约日期" extra={keeps && <HrefLink href={to("appointment-edit", { id: b.appointment_id })}>更新可约日期</HrefLink>}>
      <Fields
        of={skuBookable}
        value={b}
        columns={4}
        names={[
          { label: "最早可约", value: <span className="vd-num">{slotOf(b)}</span> },
          { label: "余量", value: b.slots_note || "—" },
          "place_name",
          { label: "提前天数", value: `${b.min_lead_days}天` },
          { label: "新鲜度", value: <StateTag tone={TONES[b.freshness]}>{FRESHNESS[b.freshness]}</StateTag> },
          "fresh_until",
          { label: "核对时间", value: <TimeText at={b.checked_at} /> },
        ]}
      />
    </Section>
  );
}
