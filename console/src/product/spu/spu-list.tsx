/** SPU管理: what may be sold, what of it is on sale, and how it sells. */
import { Button, Empty } from "antd";
import { TwoLines } from "#kit/page/blocks.tsx";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { confirm, toast } from "#kit/app/feedback.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { ListActs, ListBulk, ListEmpty, ListScreen, type BulkAct, type Column, type Selection } from "#kit/list/list-screen.tsx";
import { to } from "#kit/screens.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { spuApi } from "@visadesk/contract/product/spu.ts";
import { SpuRowActs } from "./spu-acts.tsx";
import { exportSpus, setStatus, spusOf } from "./spu-bulk.ts";
import { formText, IssueRate, SpuCountry, spuHref, SpuName, SpuState, termsText, typeText, type Spu } from "./spu-cells.tsx";
import "./spu.css";

const COLUMNS: readonly Column<Spu>[] = [
  {
    key: "spu",
    title: "SPU",
    sort: "name",
    width: 244,
    href: spuHref,
    exports: ["visa_product_unit_code", "name"],
    render: (s) => <SpuName spu={s} />,
  },
  {
    name: "country_id",
    key: "country",
    title: "国家/地区",
    width: 108,
    exports: ["country_name", "is_region"],
    render: (s) => <SpuCountry spu={s} />,
  },
  {
    name: "visa_type",
    title: "类型 · 次数 · 停留 · 有效期",
    width: 232,
    exports: ["visa_type", "visa_form", "entry_count", "stay_min", "stay_max", "stay_unit", "validity", "validity_unit"],
    render: (s) => (
      <TwoLines title={`${typeText(s)} · ${formText(s)} ${termsText(s)}`} under={termsText(s)}>
        {typeText(s)} · {formText(s)}
      </TwoLines>
    ),
  },
  { name: "status", width: 84, render: (s) => <SpuState status={s.status} /> },
  {
    key: "skus",
    title: "SKU 在售/全部",
    hint: "不含已归档",
    exports: ["on_sale_count", "sku_count"],
    width: 100,
    align: "end",
    render: (s) => (
      <span className={s.on_sale_count > 0 ? "vd-num" : "vd-num vd-muted"}>
        {s.on_sale_count}/{s.sku_count}
      </span>
    ),
  },
  { name: "retail_min", width: 104, align: "end", render: (s) => <Money cents={s.retail_min} /> },
  {
    name: "orders_30",
    title: "30天单量 · 出签率",
    exports: ["orders_30", "issue_rate", "issue_n"],
    hint: "近30天下单数；出结果的申请人中出签的比例，n 为人数",
    width: 148,
    align: "end",
    render: (s) => (
      <span className="vd-num">
        {s.orders_30} · <IssueRate spu={s} />
      </span>
    ),
  },
  { name: "margin_floor", width: 88, align: "end", render: (s) => <Money cents={s.margin_floor} /> },
  "updated_at",
];

function bulkActs(): BulkAct[] {
  const enable = async (selection: Selection): Promise<void> => tellOutcome("启用", "个SPU", await setStatus(await spusOf(selection), 1));
  const disable = async (selection: Selection): Promise<boolean> => {
    const spus = await spusOf(selection);
    const blocked = spus.reduce((sum, s) => sum + (s.status === 1 ? s.on_sale_count : 0), 0);
    const content = blocked > 0 ? `在售的 ${blocked} 个商品将不能下单，商品状态不变，重新启用后立即恢复。` : "没有在售商品受影响。";
    if (!(await confirm({ title: `停用 ${spus.length} 个SPU？`, content, ok: "停用", danger: true }))) return false;
    tellOutcome("停用", "个SPU", await setStatus(spus, 0));
    return true;
  };
  const exporting = async (selection: Selection): Promise<void> => {
    await exportSpus(selection);
    toast.info("已开始导出，可在任务中查看");
  };
  return [
    { label: "启用", run: enable },
    { label: "停用", danger: true, run: disable },
    { label: "导出", run: exporting },
  ];
}

const BULK = bulkActs();

export default function SpuList() {
  const [dialog, open] = useDialog();
  const go = useGo();
  return (
    <>
      <ListScreen
        endpoint={spuApi.spu_query}
        title="SPU管理"
        keyword={{ name: "keyword", placeholder: "编码、名称、拼音" }}
        filters={["country_id", "visa_type", "visa_form", "status"]}
        more={["is_incomplete", "has_on_sale"]}
        columns={COLUMNS}
        row={(s) => <SpuRowActs spu={s} open={open} />}
      >
        <ListActs>
          <Button type="primary" onClick={() => go(to("product-spu-add"))}>
            新增SPU
          </Button>
        </ListActs>
        <ListBulk acts={BULK} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有SPU，先新增一个" />
        </ListEmpty>
      </ListScreen>
      {dialog}
    </>
  );
}
