import { Rows } from "#kit/table/rows.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { DetailHead, DetailScreen } from "#kit/page/detail-screen.tsx";
import { LinkButton } from "#kit/act/link-button.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Moves } from "#kit/act/moves.tsx";
import { part } from "#kit/app/part.tsx";
import { to } from "#kit/screens.ts";
import { can } from "#kit/app/session.ts";
import { Timeline } from "#kit/page/timeline.tsx";
import { useGo, useIdParam } from "#kit/filter/use-url.ts";
import { recordLogApi } from "@visadesk/contract/record-log.ts";
import { LogButton } from "#kit/page/log-button.tsx";
import { may } from "@visadesk/contract/permissions.ts";
import { refuseNoWorryDetail, refuseNoWorryProductApi as api } from "@visadesk/contract/product/price/refuse-no-worry-product.ts";
import { refuseNoWorryProductFlow } from "@visadesk/contract/product/price/refuse-no-worry-product.flow.ts";
import { useProtectionActs } from "./refuse-no-worry-acts.tsx";
import { ProtectionAdjustments } from "./refuse-no-worry-adjustments.tsx";
import {
  capText,
  claimsText,
  exclusionTexts,
  leastText,
  linksHref,
  PaidRate,
  priceText,
  protectionEditHref,
  type ProtectionDetail,
} from "./refuse-no-worry-cells.tsx";

const ProtectionTrial = part<{ id: number }>(() => import("./refuse-no-worry-trial.tsx").then((m) => m.ProtectionTrial));

function Head({ product: p }: { product: ProtectionDetail }) {
  const [dialog, open] = useDialog();
  const go = useGo();
  const actsOf = useProtectionActs(open, () => go(to("refuse-no-worry-product-list")));
  return (
    <>
      <DetailHead
        title={p.name}
        states={flowTag(refuseNoWorryProductFlow, p.product_status)}
        figures={[
          { label: "定价", value: priceText(p) },
          {
            label: "关联商品",
            value: (
              <HrefLink href={linksHref(p)} className="vd-link vd-num">
                {p.link_count}
              </HrefLink>
            ),
          },
          { label: "售出", value: <span className="vd-num">{p.sold}</span> },
          { label: "保费", value: <Money cents={p.premium} /> },
          { label: "理赔 通过/提交", value: <span className="vd-num">{claimsText(p)}</span> },
          { label: "已赔", value: <Money cents={p.paid} /> },
          { label: "赔付率", value: <PaidRate of={p} /> },
          ...(can(may.cost_view) ? [{ label: "计提成本", value: <Money cents={p.reserve_cost} /> }] : []),
        ]}
        acts={
          <>
            <LogButton noun="refuse_no_worry_product" id={p.id} />
            <LinkButton href={protectionEditHref(p)}>编辑</LinkButton>
            <Moves
              flow={refuseNoWorryProductFlow}
              row={p}
              state={p.product_status}
              endpoints={api}
              variant="head"
              more={actsOf(p).filter((a) => a.key !== "edit")}
            />
          </>
        }
      />
      {dialog}
    </>
  );
}

const Terms = ({ product: p }: { product: ProtectionDetail }) => (
  <Section title="条款" extra={p.sold > 0 && <span className="vd-muted">改动只用于新售出的保障</span>}>
    <Fields
      of={refuseNoWorryDetail}
      value={p}
      columns={4}
      names={[
        "scope",
        "supplier_name",
        { label: "赔付比例", value: <span className="vd-num">{p.rate}%</span> },
        { label: "赔付上限", value: capText(p.cap) },
        { label: "定价", value: `${priceText(p)}，${leastText(p)}` },
        "buy_until",
        "proofs",
        { label: "证明提交期限", value: `拒签后${p.proof_days}天内` },
        "appeal_times",
        { label: "不可购买", value: exclusionTexts(p.exclusions).join("、") || "不限", wide: true },
        "clause",
      ]}
    />
  </Section>
);

const Results = ({ title, head, rows }: { title: string; head: string; rows: ProtectionDetail["by_country"] }) => (
  <Section title={title} flush>
    <Rows
      label={title}
      of={refuseNoWorryDetail.shape.by_country}
      rows={rows}
      by="key"
      none="还没有售出"
      columns={[
        { name: "label", title: head },
        "sold",
        "premium",
        { title: "理赔 通过/提交", end: true, num: true, cell: claimsText },
        "paid",
        { name: "paid_rate", cell: (r) => <PaidRate of={r} /> },
      ]}
    />
  </Section>
);

export default function RefuseNoWorryProductDetail() {
  const id = useIdParam("id");
  return (
    <DetailScreen
      endpoint={api.refuse_no_worry_product_get}
      input={{ id }}
      presence={{ noun: "refuse_no_worry_product", id }}
      head={(p) => <Head product={p} />}
      side={(p) => (
        <Section title="日志">
          <Timeline endpoint={recordLogApi.refuse_no_worry_product_log_query} input={{ id: p.id }} />
        </Section>
      )}
    >
      {(p) => (
        <Stack>
          <Terms product={p} />
          <ProtectionAdjustments product={p} />
          <Section title="试算" extra={<span className="vd-muted">金额为示例，按订单修改</span>}>
            <ProtectionTrial id={p.id} />
          </Section>
          <Results title="按国家/地区" head="国家/地区" rows={p.by_country} />
          <Results title="按身份" head="身份" rows={p.by_identity} />
        </Stack>
      )}
    </DetailScreen>
  );
}
