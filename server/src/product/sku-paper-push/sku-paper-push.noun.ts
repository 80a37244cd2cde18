import { skuPaperPush } from "@visadesk/contract/product/sku/sku-paper-push.ts";
import { noun } from "#kit/noun/noun.ts";

export const skuPaperPushNoun = noun("sku_paper_push", {
  table: "sku_paper_pushes",
  shape: skuPaperPush,
  parts: ["sku_paper_push_people"],
  internal: ["sku_version", "job_id", "ended_as"],
});
