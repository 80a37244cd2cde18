/** The three sides of role management: what roles hold, what waits for a second person, who can do something. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "#kit/act/ask.ts";
import { TabBar } from "#kit/page/tab-bar.tsx";
import { useSearchText } from "#kit/filter/use-url.ts";
import { grantChangeApi } from "@visadesk/contract/setting/grant-change.ts";
import { useRolePick } from "./use-role-pick.ts";

export const TABS = [
  { key: "roles", label: "角色", filter: {} },
  { key: "review", label: "待复核", filter: {} },
  { key: "who", label: "谁能做", filter: {} },
] as const;

/** Number of waiting changes, by tab key. */
export function useRoleTabCounts(): Readonly<Record<string, number | undefined>> {
  const { data } = useQuery({
    queryKey: [grantChangeApi.grant_change_query.name, "waiting"],
    queryFn: ({ signal }) => ask(grantChangeApi.grant_change_query, { grant_status: ["pending"], page_size: 1 }, { signal, noToast: true }),
  });
  return { review: data?.total ?? undefined };
}

/** The same tabs on a page that is no list. */
export function RoleTabs({ active }: { active: string }) {
  const [, replace] = useSearchText();
  const counts = useRoleTabCounts();
  return (
    <TabBar
      label="角色管理"
      chosen={active}
      tabs={TABS.map(({ key, label }) => ({ key, label: counts[key] === undefined ? label : `${label} ${counts[key]}` }))}
      onChoose={(key) => replace(key === "roles" ? "" : `tab=${key}`)}
    />
  );
}

/** Said above the lists where nobody could confirm a sensitive grant. */
export function SoleNote() {
  const isSole = useRolePick().data?.is_sole === true;
  return isSole ? (
    <p className="vd-note vd-after-12">只有一名角色管理员，敏感授权没有复核人。敏感授权保存后立即生效，操作日志记为单人生效。</p>
  ) : null;
}
