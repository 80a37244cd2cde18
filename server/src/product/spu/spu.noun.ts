import { spu, spuDetail } from "@visadesk/contract/product/spu.ts";
import { noun } from "#kit/noun/noun.ts";

export const spuNoun = noun("spu", {
  table: "spus",
  shape: [spu, spuDetail],
  title: "visa_product_unit_code",
  internal: ["qa_ids", "search_text"],
});
