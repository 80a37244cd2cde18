import { countryDetail } from "@visadesk/contract/base-data/country.ts";
import { noun } from "#kit/noun/noun.ts";

export const countryNoun = noun("country", {
  table: "countries",
  shape: countryDetail,
  title: "name_zh",
  internal: ["verified_by"],
});
