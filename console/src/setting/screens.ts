import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const settingScreens = screens({
  "worker-list": {
    ...listRoutes["worker-list"],
    title: "员工管理",
    menu: { group: "系统设置" },
    load: () => import("./worker/worker-list.tsx"),
  },
  "worker-add": { path: "/setting/worker/add", title: "新增员工", under: "worker-list", load: () => import("./worker/worker-add.tsx") },
  "worker-edit": {
    path: "/setting/worker/edit/:id",
    title: "编辑员工",
    under: "worker-list",
    load: () => import("./worker/worker-edit.tsx"),
  },
  "team-list": { path: "/setting/worker/team-list", title: "团队管理", under: "worker-list", load: () => import("./worker/team-list.tsx") },
  "role-list": {
    ...listRoutes["role-list"],
    title: "角色管理",
    menu: { group: "系统设置" },
    load: () => import("./role/role-list.tsx"),
  },
  "role-add": { path: "/setting/role/add", title: "新增角色", under: "role-list", load: () => import("./role/role-add.tsx") },
  "role-edit": { path: "/setting/role/edit/:id", title: "编辑角色", under: "role-list", load: () => import("./role/role-edit.tsx") },
  "ve-evaluate-list": {
    ...listRoutes["ve-evaluate-list"],
    title: "签证专家",
    menu: { group: "系统设置" },
    load: () => import("./expert/ve-evaluate-list.tsx"),
  },
  "region-list": {
    ...listRoutes["region-list"],
    title: "区域管理",
    menu: { group: "系统设置" },
    load: () => import("./region/region-list.tsx"),
  },
  "region-bd-add": {
    path: "/setting/region/bd/add",
    title: "新增商务负责人",
    under: "region-list",
    load: () => import("./region/region-bd-add.tsx"),
  },
  "region-bd-edit": {
    path: "/setting/region/bd/edit/:id",
    title: "编辑商务负责人",
    under: "region-list",
    load: () => import("./region/region-bd-edit.tsx"),
  },
  "region-cs-add": {
    path: "/setting/region/cs/add",
    title: "新增客服负责人",
    under: "region-list",
    load: () => import("./region/region-cs-add.tsx"),
  },
  "region-cs-edit": {
    path: "/setting/region/cs/edit/:id",
    title: "编辑客服负责人",
    under: "region-list",
    load: () => import("./region/region-cs-edit.tsx"),
  },
});
