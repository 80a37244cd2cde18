import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const paperScreens = screens({
  "elec-list": {
    ...listRoutes["elec-list"],
    title: "电子资料",
    menu: { group: "基础资料" },
    load: () => import("./elec-list.tsx"),
  },
  "elec-add": { path: "/base-data/elec/add", title: "新增电子资料", under: "elec-list", load: () => import("./elec-add.tsx") },
  "elec-edit": { path: "/base-data/elec/edit/:id", title: "编辑电子资料", under: "elec-list", load: () => import("./elec-edit.tsx") },
  "mail-list": {
    ...listRoutes["mail-list"],
    title: "邮寄资料",
    menu: { group: "基础资料" },
    load: () => import("./mail-list.tsx"),
  },
  "mail-add": { path: "/base-data/mail/add", title: "新增邮寄资料", under: "mail-list", load: () => import("./mail-add.tsx") },
  "mail-edit": { path: "/base-data/mail/edit/:id", title: "编辑邮寄资料", under: "mail-list", load: () => import("./mail-edit.tsx") },
  "bring-list": {
    ...listRoutes["bring-list"],
    title: "赴馆携带资料",
    menu: { group: "基础资料" },
    load: () => import("./bring-list.tsx"),
  },
  "bring-add": { path: "/base-data/bring/add", title: "新增赴馆携带资料", under: "bring-list", load: () => import("./bring-add.tsx") },
  "bring-edit": {
    path: "/base-data/bring/edit/:id",
    title: "编辑赴馆携带资料",
    under: "bring-list",
    load: () => import("./bring-edit.tsx"),
  },
  "photo-list": {
    ...listRoutes["photo-list"],
    title: "签证照片",
    menu: { group: "基础资料" },
    load: () => import("../photo/photo-list.tsx"),
  },
  "photo-add": { path: "/base-data/photo/add", title: "新增签证照片", under: "photo-list", load: () => import("../photo/photo-add.tsx") },
  "photo-edit": {
    path: "/base-data/photo/edit/:id",
    title: "编辑签证照片",
    under: "photo-list",
    load: () => import("../photo/photo-edit.tsx"),
  },
  "application-list": {
    ...listRoutes["application-list"],
    title: "申请表",
    menu: { group: "基础资料" },
    load: () => import("../application/application-list.tsx"),
  },
  "application-add": {
    path: "/base-data/application/add",
    title: "新增申请表",
    under: "application-list",
    load: () => import("../application/application-add.tsx"),
  },
  "application-edit": {
    path: "/base-data/application/edit/:id",
    title: "编辑申请表",
    under: "application-list",
    load: () => import("../application/application-edit.tsx"),
  },
});
