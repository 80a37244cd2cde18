/** 锁级名单: peers whose level does not move for a time, and what they would earn. */
import { ListScreen, ListTabs, link, type Column } from "#kit/list/list-screen.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { peerLevelApi } from "@visadesk/contract/peer/level/peer-level.ts";
import { peerHref } from "../peer/peer-words.tsx";
import { TABS } from "./level-tabs.ts";

type Lock = Output<typeof peerLevelApi.peer_level_lock_query>["list"][number];
const columns: readonly Column<Lock>[] = [
  link<Lock>("peer_no", (p) => peerHref(p)),
  "short_name",
  "level_id",
  { name: "earned_level", render: (p) => (p.earned_level === p.level_id ? p.earned_level : <b>{p.earned_level}</b>) },
  "level_locked_until",
  "level_lock_reason",
  "bd_owner_name",
];
export const LevelLockList = () => (
  <ListScreen
    endpoint={peerLevelApi.peer_level_lock_query}
    title="锁级名单"
    columns={columns}
    keyword={{ name: "keyword", placeholder: "编号、名称" }}
    filters={["level_id"]}
  >
    <ListTabs tabs={TABS} />
  </ListScreen>
);
