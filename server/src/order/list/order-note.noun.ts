import { orderNote } from "@visadesk/contract/order/order-list.ts";
import { noun } from "#kit/noun/noun.ts";
import { GONE } from "#kit/noun/erase.ts";

export const orderNoteNoun = noun("order_note", {
  table: "order_notes",
  shape: orderNote,
  internal: ["order_id"],
  erased: { content: GONE, files: [] },
});
