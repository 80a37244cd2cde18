import { duty } from "@visadesk/contract/setting/duty.ts";
import { noun } from "#kit/noun/noun.ts";

export const dutyNoun = noun("duty", {
  table: "duties",
  shape: duty,
});
