import { role } from "@visadesk/contract/setting/role.ts";
import { noun } from "#kit/noun/noun.ts";

export const roleNoun = noun("role", {
  table: "roles",
  shape: role,
  title: "name",
});
