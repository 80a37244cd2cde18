import { flow } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";

export const skuFlow = flow("sku", {
  states: {
    draft: { label: "草稿", tone: "grey", start: true },
    on_sale: { label: "在售", tone: "green" },
    off_sale: { label: "已下架", tone: "orange" },
    archived: { label: "已归档", tone: "grey" },
  },
  moves: {
    on_sale: { label: "上架", from: ["draft", "off_sale"], to: "on_sale", may: may.sku },
    off_sale: { label: "下架", from: ["on_sale"], to: "off_sale", may: may.sku, danger: true },
    archive: { label: "归档", from: ["draft", "off_sale"], to: "archived", may: may.sku, danger: true },
    restore: { label: "恢复", from: ["archived"], to: "off_sale", may: may.sku },
  },
});
