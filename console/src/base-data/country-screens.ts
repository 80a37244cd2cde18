import { screens } from "#kit/screens.ts";
import { may } from "@visadesk/contract/permissions.ts";

export const countryScreens = screens({
  "country-list": {
    path: "/base-data/country/list",
    title: "国家/地区",
    may: may.country,
    menu: { group: "基础资料" },
    load: () => import("./country-list.tsx"),
  },
  "country-add": { path: "/base-data/country/add", title: "新增国家/地区", under: "country-list", load: () => import("./country-add.tsx") },
  "country-edit": {
    path: "/base-data/country/edit/:id",
    title: "编辑国家/地区",
    under: "country-list",
    load: () => import("./country-edit.tsx"),
  },
  "country-view": {
    path: "/base-data/country/view/:id",
    title: "国家/地区详情",
    under: "country-list",
    load: () => import("./country-view.tsx"),
  },
});
