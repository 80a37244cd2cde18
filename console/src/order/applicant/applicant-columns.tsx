/** Columns of 订单处理: one row per applicant. */
import type { ColumnDef, RowOf } from "#kit/list/list-types.ts";
import { Due } from "#kit/page/due.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { applicantFlags, type applicantApi } from "@visadesk/contract/order/applicant.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { PARTIES } from "@visadesk/contract/order/words.ts";
import { IDENTITIES } from "@visadesk/contract/product/sku/sku.words.ts";
import { CountryCode, FlagMarks, isLate, MatchedMark, NumberLink, PeerCell, Stay } from "../list/list-cells.tsx";
import { Meter, TwoLines } from "#kit/page/blocks.tsx";
import { applicantHref, orderHref } from "../list/order-links.ts";

export type ApplicantRow = RowOf<typeof applicantApi.applicant_query>;
type Def = ColumnDef<ApplicantRow>;

/** Passed of must: 5/7 with a thin bar. */
function Materials({ row }: { row: ApplicantRow }) {
  if (row.materials_must === 0) return <span className="vd-blank">—</span>;
  return (
    <span className="vd-row vd-num vd-tone-green" title={`合格 ${row.materials_passed}，必交 ${row.materials_must}`}>
      {row.materials_passed}/{row.materials_must}
      <Meter percent={(row.materials_passed / row.materials_must) * 100} />
    </span>
  );
}

export const applicantColumns: readonly Def[] = [
  {
    key: "name_cn",
    width: 116,
    exports: ["applicant_no", "name_cn", "identity"],
    href: (a) => applicantHref(a.order_id, a.id),
    render: (a) => (
      <TwoLines
        under={a.matched ? <MatchedMark matched={a.matched} /> : a.identity ? IDENTITIES[a.identity] : "身份未填"}
        title={a.applicant_no}
      >
        <HrefLink className="vd-link" href={applicantHref(a.order_id, a.id)}>
          {a.name_cn ?? "未填姓名"}
        </HrefLink>
      </TwoLines>
    ),
  },
  {
    key: "applicant_status",
    width: 164,
    exports: ["applicant_status", "status_at", "hold_reason"],
    sort: "status_at",
    render: (a) => (
      <TwoLines
        under={
          a.held_at ? (
            <span title={a.hold_reason ?? ""}>已挂起：{a.hold_reason}</span>
          ) : (
            <Stay since={a.status_at} late={isLate(a.status_due_at)} />
          )
        }
      >
        {flowTag(applicantFlow, a.applicant_status)}
      </TwoLines>
    ),
  },
  {
    key: "status_due_at",
    width: 120,
    sort: "status_due_at",
    render: (a) => (a.held_at ? <span className="vd-blank">挂起</span> : <Due at={a.status_due_at} estimated={a.due_estimated} />),
  },
  {
    key: "sku_name",
    title: "商品 / 领区",
    width: 200,
    exports: ["sku_name", "country_name", "district_name"],
    render: (a) => (
      <TwoLines title={a.sku_name} under={[a.country_name, a.district_name].filter(Boolean).join(" · ")}>
        <>
          <CountryCode code={a.country_id} />
          {a.sku_name}
        </>
      </TwoLines>
    ),
  },
  { key: "waiting_party", width: 68, render: (a) => PARTIES[a.waiting_party] },
  { key: "flags", width: 96, exports: ["flags"], render: (a) => <FlagMarks flags={applicantFlags(a, new Date())} /> },
  { key: "materials", title: "资料", width: 88, exports: ["materials_passed", "materials_must"], render: (a) => <Materials row={a} /> },
  {
    key: "order_no",
    width: 148,
    exports: ["order_no", "created_at"],
    render: (a) => (
      <TwoLines under={<TimeText at={a.created_at} />}>
        <NumberLink no={a.order_no} href={orderHref(a.order_id)} />
      </TwoLines>
    ),
  },
  { name: "peer_name", width: 124, exports: ["peer_name", "level_id"], render: (a) => <PeerCell of={a} /> },
  { key: "travel_date", title: "出行", width: 100, render: (a) => <span className="vd-num">{a.travel_date ?? "—"}</span> },
  { key: "visit_at", width: 104, render: (a) => <TimeText at={a.visit_at} stacked /> },
  { key: "expert_name", title: "专家", width: 84, render: (a) => a.expert_name ?? "—" },
  {
    key: "supplier_name",
    width: 112,
    render: (a) => (
      <span className="vd-ellipsis" title={a.supplier_name ?? ""}>
        {a.supplier_name ?? "—"}
      </span>
    ),
  },
];
