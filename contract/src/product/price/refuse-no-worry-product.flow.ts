import { flow } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";

const code = may.refuse_no_worry_product;

/** What was sold stays covered in every state; only on sale is it offered. */
export const refuseNoWorryProductFlow = flow("refuse_no_worry_product", {
  states: {
    draft: { label: "草稿", tone: "grey", start: true },
    on_sale: { label: "在售", tone: "green" },
    off_sale: { label: "停售", tone: "orange" },
  },
  moves: {
    on_sale: { label: "上架", from: ["draft", "off_sale"], to: "on_sale", may: code },
    off_sale: { label: "停售", from: ["on_sale"], to: "off_sale", may: code, danger: true },
  },
});
