import { savedView } from "@visadesk/contract/account/personal.ts";
import { noun } from "#kit/noun/noun.ts";

export const savedViewNoun = noun("saved_view", {
  table: "saved_views",
  shape: savedView,
  title: "name",
  internal: ["watch_over"],
});
