import { screens } from "#kit/screens.ts";
import { may } from "@visadesk/contract/permissions.ts";

export const settingScreens = screens({
  "worker-list": { path: "/setting/worker/list", title: "员工管理", may: may.worker, menu: { group: "系统设置" }, load: () => import("./worker-list.tsx") },
  "worker-add": { path: "/setting/worker/add", title: "新增员工", under: "worker-list", load: () => import("./worker-add.tsx") },
  "worker-edit": { path: "/setting/worker/edit/:id", title: "编辑员工", under: "worker-list", load: () => import("./worker-edit.tsx") },
  "team-list": { path: "/setting/worker/team-list", title: "团队管理", under: "worker-list", load: () => import("./team-list.tsx") },
  "role-list": { path: "/setting/role/list", title: "角色管理", may: may.role, menu: { group: "系统设置" }, load: () => import("./role-list.tsx") },
  "role-add": { path: "/setting/role/add", title: "新增角色", under: "role-list", load: () => import("./role-add.tsx") },
  "role-edit": { path: "/setting/role/edit/:id", title: "编辑角色", under: "role-list", load: () => import("./role-edit.tsx") },
});
