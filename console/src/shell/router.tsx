/** The route tree, made from the screen rows: guard at the root, frame around every screen that has navigation. */
import { createBrowserHistory, createRootRoute, createRoute, createRouter, Outlet, redirect, type AnyRoute } from "@tanstack/react-router";
import { denied } from "#kit/app/denied.ts";
import { closeConfirms } from "#kit/app/feedback.ts";
import { lazyScreen } from "#kit/app/lazy-screen.ts";
import { parseSearch, stringifySearch } from "#kit/app/location.tsx";
import { allScreens, matchScreen, mayEnter } from "#kit/screens.ts";
import { loadAccount, onSessionEnd, session } from "#kit/app/session.ts";
import { decide } from "./guard.ts";
import { noteMissed } from "./missed.ts";
import { NotFoundPage, PageSkeleton, ScreenError } from "./plain-pages.tsx";
import { forgetTrail, noteList } from "./trail.ts";
import { versionDiffers } from "./version-check.ts";

let lastPath = "";

async function guard(location: { pathname: string; searchStr: string }): Promise<void> {
  const moved = location.pathname !== lastPath;
  const check = versionDiffers();
  // A change of query on the same page does not wait for the answer.
  if (moved && (await check)) await new Promise(() => {});
  await loadAccount();
  const { login, account, codes } = session.get();
  const screen = matchScreen(location.pathname)?.screen;
  const href = location.pathname + location.searchStr;
  const goal = decide({ screen, href, logged_in: login !== null, codes });
  if (goal === "/home" && login && !account && screen?.name !== "login") noteMissed(href);
  // A page out of reach is named at home, once; opening any other one ends that.
  const isOut = goal === "/home" && account !== null && screen?.name !== "login";
  if (isOut) denied.set({ title: matchScreen(screen?.redirect ?? "")?.screen.title || screen?.title || null });
  else if (screen?.name !== "home") denied.set({ title: null });
  if (goal) throw redirect({ href: goal, replace: true });
  lastPath = location.pathname;
  if (screen) noteList(screen, location.searchStr);
}

/** "/a/:id" as the router writes it. */
const routerPath = (path: string): string => path.replace(/:(\w+)/g, "$$$1");

function Root() {
  return <Outlet />;
}

function routeTree(): AnyRoute {
  const root = createRootRoute({
    beforeLoad: async ({ location, preload }) => {
      if (preload) return;
      await guard(location);
    },
    component: Root,
    notFoundComponent: NotFoundPage,
  });
  const frame = createRoute({ getParentRoute: () => root, id: "frame", component: lazyScreen(() => import("./frame.tsx"), "Frame") });
  // Menu and header stay around an address that does not exist; the guard has sent home who is not signed in.
  const framed: AnyRoute[] = [createRoute({ getParentRoute: () => frame, path: "$", component: NotFoundPage })];
  // A page of its own, as for a print: what the frame gives besides menu and header.
  const plain = createRoute({ getParentRoute: () => root, id: "plain", component: lazyScreen(() => import("./ui.tsx"), "Plain") });
  const alone: AnyRoute[] = [];
  const bare: AnyRoute[] = [];
  for (const screen of allScreens()) {
    const { redirect: goal, load } = screen;
    const isAlone = screen.hide_nav && !screen.no_auth;
    const parent: AnyRoute = goal ? root : isAlone ? plain : screen.hide_nav ? root : frame;
    const options = { getParentRoute: () => parent, path: routerPath(screen.path) };
    if (goal)
      bare.push(
        createRoute({
          ...options,
          beforeLoad: ({ preload }) => {
            if (!preload) throw redirect({ href: goal, replace: true });
          },
        }),
      );
    else if (load) (isAlone ? alone : screen.hide_nav ? bare : framed).push(createRoute({ ...options, component: lazyScreen(load) }));
  }
  return root.addChildren([frame.addChildren(framed), plain.addChildren(alone), ...bare]);
}

export function makeRouter() {
  return createRouter({
    routeTree: routeTree(),
    history: createBrowserHistory(),
    parseSearch,
    stringifySearch,
    defaultPreload: "intent",
    defaultPreloadDelay: 80,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ScreenError,
    scrollRestoration: true,
  });
}

/** Ties the router to the session: its end leads to /login, a lost screen to /home. Answers the way to untie. */
export function tieRouter(router: ReturnType<typeof makeRouter>): () => void {
  lastPath = "";
  const offNavigate = router.subscribe("onBeforeNavigate", (e) => {
    if (e.pathChanged) closeConfirms();
  });
  const offEnd = onSessionEnd((why) => {
    forgetTrail();
    const { pathname, searchStr } = router.state.location;
    const screen = matchScreen(pathname)?.screen;
    if (screen?.no_auth) return;
    const back = why === "expired" && screen ? `?redirect=${encodeURIComponent(pathname + searchStr)}` : "";
    void router.navigate({ href: `/login${back}`, replace: true, ignoreBlocker: true });
  });
  let account = session.get().account;
  const offSession = session.subscribe(() => {
    const now = session.get();
    if (now.account === account) return;
    account = now.account;
    const screen = matchScreen(router.state.location.pathname)?.screen;
    // A role that lost the present screen leads home without a word.
    if (account && screen && !screen.no_auth && screen.name !== "home" && !mayEnter(screen, now.codes)) {
      void router.navigate({ href: "/home", replace: true, ignoreBlocker: true });
    }
  });
  return () => {
    offNavigate();
    offEnd();
    offSession();
  };
}
