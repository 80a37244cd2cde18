import { useQuery } from "@tanstack/react-query";
import { ask } from "#kit/act/ask.ts";
import { roleApi } from "@visadesk/contract/setting/role.ts";

/** Roles with their codes, and whether anybody else could confirm a grant. */
export const useRolePick = () =>
  useQuery({ queryKey: ["role_pick"], queryFn: ({ signal }) => ask(roleApi.role_pick, {}, { signal, noToast: true }) });
