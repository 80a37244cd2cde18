import { regionOwner } from "@visadesk/contract/setting/region-owner.ts";
import { noun } from "#kit/noun/noun.ts";

export const regionOwnerNoun = noun("region_owner", {
  table: "region_owners",
  shape: regionOwner,
  title: "name",
  owners: { worker_id: ["region_bd", "region_cs"] },
  parts: ["region_places"],
});
