import { screens } from "#kit/screens.ts";

export const workbenchScreens = screens({
  home: { path: "/home", title: "首页", load: () => import("./home.tsx") },
});
