import { team } from "@visadesk/contract/setting/team.ts";
import { noun } from "#kit/noun/noun.ts";

export const teamNoun = noun("team", {
  table: "teams",
  shape: team,
  title: "name",
  owners: { leader_id: ["team_lead"] },
  parts: ["workers"],
});
