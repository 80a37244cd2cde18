/** What was ordered: product as sold against today's, contact, dates and addresses. */
import { Button } from "antd";
import { orderApi, orderDetail } from "@visadesk/contract/order/order.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { date, time } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { VISIT_WISHES } from "@visadesk/contract/order/words.ts";
import { ENTRY_COUNTS, VISA_FORMS, VISA_TYPES } from "@visadesk/contract/product/sku/sku.words.ts";
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { Section } from "#kit/page/blocks.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Masked } from "#kit/page/masked.tsx";
import { useCan } from "#kit/app/session.ts";
import { wordOf } from "#kit/words.ts";
import { Rows } from "#kit/table/rows.tsx";
import { PeerLink } from "#shared/peer-link.tsx";
import { recordOf, reveal } from "../applicant/passport-card.tsx";
import { ReturnItems } from "../entry/return-items.tsx";
import { WordChoice } from "../applicant/word-choice.tsx";

export type Order = Output<typeof orderApi.order_get>;

function Product({ o }: { o: Order }) {
  const s = o.snapshot;
  return (
    <Section
      title="商品（下单时）"
      extra={
        <span className="vd-muted vd-num">
          {s.sku_no} · 快照 {time(s.made_at).slice(0, 16)}
        </span>
      }
    >
      <Fields
        of={orderDetail}
        value={o}
        columns={4}
        names={[
          { label: "商品", wide: true, value: s.sku_name },
          { label: "SPU", value: s.spu_name },
          { label: "签证类型", value: wordOf(VISA_TYPES, s.visa_type) },
          { label: "签证形式", value: wordOf(VISA_FORMS, s.visa_form) },
          { label: "入境次数", value: wordOf(ENTRY_COUNTS, s.entry_count) },
          { label: "停留", value: s.stay },
          { label: "有效期", value: s.validity },
          { label: "领区", value: o.district_name },
          { label: "送签使领馆", value: s.embassy_name },
          { label: "赴馆", value: s.need_visit ? "需要" : "不需要" },
          {
            label: "办理时效",
            value: s.work_days_min === s.work_days_max ? `${s.work_days_max} 个工作日` : `${s.work_days_min}–${s.work_days_max} 个工作日`,
          },
          { label: "护照有效期", value: s.passport_months > 0 ? `回国后 ${s.passport_months} 个月` : "无要求" },
          { label: "退款政策", value: s.refund_policy_name },
          { label: "加急", value: o.urgent_tier ? `${o.urgent_tier.name}（${o.urgent_tier.work_days} 工作日）` : "不加急" },
        ]}
      />
      {o.snapshot_diff.length > 0 && (
        <>
          <p className="vd-note is-after vd-tone-orange vd-toned">下单后商品有变化，本单按下单时执行</p>
          <Rows
            label="下单后的变化"
            rows={o.snapshot_diff}
            by="label"
            columns={[
              { title: "项目", head: true, cell: (d) => d.label },
              { title: "下单时", cell: (d) => d.then || "—" },
              { title: "现在", cell: (d) => d.now || "—" },
            ]}
          />
        </>
      )}
    </Section>
  );
}

const LOCKED = new Set<string>(["shipped", "pending_evaluate", "completed", "cancelled", "deleted"]);

function EditDialog({ o, close }: { o: Order; close: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog endpoint={orderApi.order_update} initial={o} width={640} title="修改订单" okText="保存" onDone={afterWrite} onClose={close}>
      <Item name="contact_name" half />
      <Item name="contact_mobile" half />
      <Item name="contact_email" half />
      <Item name="travel_date" half />
      <Item name="return_date" half />
      <Item name="effect_date" half />
      <ReturnItems hasAddress={o.return_address_text !== null} />
      <Item name="customer_note" rows={2} />
    </FormDialog>
  );
}

function WishDialog({ o, close }: { o: Order; close: () => void }) {
  const afterWrite = useAfterWrite();
  const [wish, setWish] = useState<string | null>(o.visit_wish);
  return (
    <FormDialog
      endpoint={orderApi.order_wish_update}
      initial={{ id: o.id, version: o.version, ...(o.visit_wish && { visit_wish: o.visit_wish }), visit_wish_dates: o.visit_wish_dates }}
      title="修改赴馆意向"
      okText="保存"
      onDone={afterWrite}
      onClose={close}
    >
      <WishItems wish={wish} onWish={setWish} />
    </FormDialog>
  );
}

/** The wish, and its days where they are picked by hand. */
export function WishItems({ wish, onWish }: { wish: string | null; onWish: (wish: string) => void }) {
  return (
    <>
      <Item name="visit_wish">
        <WordChoice words={VISIT_WISHES} onPick={onWish} />
      </Item>
      {wish === "manual" && <Item name="visit_wish_dates" help="1–10 个日期" />}
    </>
  );
}

const Buyer = ({ id, name, level }: { id: number; name: string; level: string | null }) => (
  <>
    <PeerLink id={id}>{name}</PeerLink> <Mark tone="grey">{level}</Mark>
  </>
);

/** An order from before the receiver was asked for. */
const UNNAMED = { label: "收件人", value: "未单独填写，寄给联系人" } as const;

export function OrderOverview({ o }: { o: Order }) {
  const [editing, setEditing] = useState<"order" | "wish" | null>(null);
  const mayEdit = useCan({ any: [may.order_view, may.order_process] }) && !LOCKED.has(o.order_status);
  const first = o.people[0]?.id;
  const wish = o.visit_wish
    ? `${VISIT_WISHES[o.visit_wish]}${o.visit_wish_dates.length > 0 ? `：${o.visit_wish_dates.map((d) => date(d).slice(5)).join("、")}` : ""}`
    : null;
  return (
    <div className="vd-stack">
      <Section
        title="基本信息"
        extra={
          mayEdit && (
            <>
              {o.snapshot.need_visit && (
                <Button type="text" size="small" onClick={() => setEditing("wish")}>
                  赴馆意向
                </Button>
              )}
              <Button type="text" size="small" onClick={() => setEditing("order")}>
                修改
              </Button>
            </>
          )
        }
      >
        <Fields
          of={orderDetail}
          value={o}
          columns={4}
          {...(first !== undefined && { record: recordOf(first), reveal: (name: string, why: string) => reveal(first, name, why) })}
          names={[
            "contact_name",
            "contact_mobile",
            "contact_email",
            "customer_kind",
            ...(o.peer_id !== null && o.peer_name !== null
              ? [{ label: "同行", value: <Buyer id={o.peer_id} name={o.peer_name} level={o.level_id} /> }]
              : []),
            "source",
            "partner_order_no",
            "flow",
            "created_by_name",
            "travel_date",
            "return_date",
            "effect_date",
            { label: "赴馆意向", value: o.snapshot.need_visit ? wish : "无需赴馆" },
            "return_mode",
            ...(o.return_name || !o.return_address_text ? (["return_name", "return_mobile"] as const) : [UNNAMED]),
            {
              label: "收件地址",
              wide: true,
              value: o.return_address_text ? (
                first === undefined ? (
                  o.return_address_text
                ) : (
                  <Masked value={o.return_address_text} record={recordOf(first)} reveal={(why) => reveal(first, "return_address", why)} />
                )
              ) : null,
            },
            ...(o.customer_note ? [{ label: "客户留言", wide: true, value: <span className="vd-wrap">{o.customer_note}</span> }] : []),
          ]}
        />
      </Section>
      <Product o={o} />
      {editing === "order" && <EditDialog o={o} close={() => setEditing(null)} />}
      {editing === "wish" && <WishDialog o={o} close={() => setEditing(null)} />}
    </div>
  );
}
