import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const countryScreens = screens({
  "country-list": {
    ...listRoutes["country-list"],
    title: "国家/地区",
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
