import { embassy } from "@visadesk/contract/base-data/embassy.ts";
import { noun } from "#kit/noun/noun.ts";

export const embassyNoun = noun("embassy", {
  table: "embassies",
  shape: embassy,
  title: "name",
  internal: ["verified_by"],
});
