import { officialFee } from "@visadesk/contract/base-data/official-fee.ts";
import { noun } from "#kit/noun/noun.ts";

export const officialFeeNoun = noun("official_fee", {
  table: "official_fees",
  shape: officialFee,
  title: "name",
  internal: ["verified_by"],
});
