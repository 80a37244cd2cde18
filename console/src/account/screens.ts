import { screens } from "#kit/screens.ts";

export const accountScreens = screens({
  root: { path: "/", redirect: "/home" },
  login: { path: "/login", title: "登录", no_auth: true, hide_nav: true, load: () => import("./login.tsx") },
});
