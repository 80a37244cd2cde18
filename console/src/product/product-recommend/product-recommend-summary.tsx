/** 推荐配置: the ten places of the front ends, one row each. */
import { MoreOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { TwoLines } from "#kit/page/blocks.tsx";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Item } from "#kit/page/item.tsx";
import { ListScreen, type Column } from "#kit/list/list-screen.tsx";
import { productRecommendApi as api, RECOMMEND_ENDS, RECOMMEND_POSITIONS } from "@visadesk/contract/product/product-recommend.ts";
import { countText, rateText, slotHref, type Slot } from "./product-recommend-model.ts";
import "./product-recommend.css";

const COLUMNS: readonly Column<Slot>[] = [
  {
    key: "position",
    width: 184,
    exports: ["name", "position"],
    href: slotHref,
    render: (s) => (
      <TwoLines under={!s.name.startsWith(RECOMMEND_POSITIONS[s.position]) && RECOMMEND_POSITIONS[s.position]}>
        <HrefLink href={slotHref(s)}>{s.name}</HrefLink>
      </TwoLines>
    ),
  },
  { name: "end", width: 80, render: (s) => RECOMMEND_ENDS[s.end] },
  "status",
  {
    key: "live",
    title: "生效/配置数",
    exports: ["live_count", "item_count"],
    hint: "现在展示的商品 / 配置的商品，含未开始与已过期",
    width: 112,
    align: "end",
    render: (s) => (
      <span className="vd-num">
        {s.live_count} / {s.item_count}
      </span>
    ),
  },
  { name: "next_change_at", width: 112, render: (s) => <TimeText at={s.next_change_at} stacked /> },
  { name: "max_items", width: 80, align: "end", render: (s) => <span className="vd-num">{s.max_items}</span> },
  { name: "fill", width: 132, render: (s) => (s.fill === "none" ? <span className="vd-muted">不补位</span> : "按30天销量") },
  { name: "impressions_7", title: "曝光", hint: "近7天", width: 80, align: "end", render: (s) => <Count n={s.impressions_7} /> },
  { name: "clicks_7", title: "点击", hint: "近7天", width: 72, align: "end", render: (s) => <Count n={s.clicks_7} /> },
  {
    name: "click_rate",
    hint: "近7天点击 ÷ 曝光",
    width: 80,
    align: "end",
    render: (s) => <span className="vd-num">{rateText(s.click_rate)}</span>,
  },
  { name: "orders_7", title: "下单", hint: "近7天", width: 72, align: "end", render: (s) => <Count n={s.orders_7} /> },
  "updated_at",
];
const Count = ({ n }: { n: number | null }) => <span className={n === null ? "vd-blank" : "vd-num"}>{countText(n)}</span>;

export default function ProductRecommendSummary() {
  const [dialog, open] = useDialog();
  const afterWrite = useAfterWrite();
  const edit = ({ id, version, name, max_items, fill }: Slot): void =>
    open((close) => (
      <FormDialog
        endpoint={api.product_recommend_update}
        title={`设置：${name}`}
        okText="保存"
        initial={{ id, version, name, max_items, fill }}
        onDone={() => {
          toast.success("已保存");
          afterWrite();
        }}
        onClose={close}
      >
        <Item name="name" />
        <Item name="max_items" help="同一时刻最多展示几个商品，1至20" />
        <Item name="fill" help="配置的商品不足时，用销量高的商品补到上限" />
      </FormDialog>
    ));
  const turn = async ({ id, version, name, status }: Slot): Promise<void> => {
    const content = "停用后前端不再展示此推荐位，配置保留。";
    if (status === 1 && !(await confirm({ title: `停用“${name}”？`, content, ok: "停用", danger: true }))) return;
    await ask(status === 1 ? api.product_recommend_disable : api.product_recommend_enable, { id, version }).then(
      () => toast.success(`“${name}”已${status === 1 ? "停用" : "启用"}`),
      () => undefined,
    );
    afterWrite();
  };
  return (
    <>
      <ListScreen
        endpoint={api.product_recommend_query}
        title="推荐配置"
        filters={["position", "end", "status"]}
        columns={COLUMNS}
        row={(s) => (
          <span className="vd-moves is-row">
            <HrefLink href={slotHref(s)} className="vd-link vd-row-act">
              配置
            </HrefLink>
            <ActMenu
              items={[
                { key: "edit", label: "设置", onClick: () => edit(s) },
                s.status === 1
                  ? { key: "off", label: "停用", danger: true, onClick: () => void turn(s) }
                  : { key: "on", label: "启用", onClick: () => void turn(s) },
              ]}
            >
              <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${s.name}的更多操作`} />
            </ActMenu>
          </span>
        )}
      />
      {dialog}
    </>
  );
}
