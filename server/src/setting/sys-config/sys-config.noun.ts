import { sysConfigApi } from "@visadesk/contract/setting/sys-config.ts";
import { noun } from "#kit/noun/noun.ts";

export const sysConfigNoun = noun("sys_config", {
  table: "sys_configs",
  shape: sysConfigApi.sys_config_query.output,
  key: "key",
  internal: ["value"],
});
