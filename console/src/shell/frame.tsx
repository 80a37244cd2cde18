/** The frame around every screen that has navigation: menu, header, notices, content, footer, and what opens over them. */
import { Outlet, useMatches, useRouter } from "@tanstack/react-router";
import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { MENU_WIDTH, MENU_WIDTH_COLLAPSED, STORAGE_KEYS } from "@visadesk/contract/kit/constants.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { shanghai } from "@visadesk/contract/kit/format.ts";
import { useKeys } from "#kit/app/keyboard.ts";
import { fetchWhenQuiet, part } from "#kit/app/part.tsx";
import { clearPreferences, usePreference } from "#kit/app/preference.ts";
import { loadAccount, onSessionEnd, session, useConfig } from "#kit/app/session.ts";
import { Banner } from "./menu/banner.tsx";
import { Header } from "./menu/header.tsx";
import { LockScreen, useLock } from "./proof/lock-screen.tsx";
import { Panels } from "./panels.tsx";
import { TotpGate } from "./proof/totp-gate.tsx";
import { PasswordDialog } from "./proof/password-dialog.tsx";
import type { PhoneMenuProps } from "./menu/phone-menu.tsx";
import { usePlace, useTitle } from "./place.ts";
import { FirstLoad } from "./first-load.tsx";
import { takeMissed } from "./missed.ts";
import { SideMenu } from "./menu/side-menu.tsx";
import { setTheme } from "./theme.ts";
import { Ui } from "./ui.tsx";
import "#shared/pickers.ts";
import "./frame.css";

const Palette = part<{ close: () => void }>(() => import("./palette/palette.tsx").then((m) => m.default));
const PhoneMenu = part<PhoneMenuProps>(() => import("./menu/phone-menu.tsx").then((m) => m.PhoneMenu));
onSessionEnd(clearPreferences);

const NARROW = 1280;
const PHONE = 768;

/** Kept in local storage; a screen narrower than 1280 starts collapsed until told otherwise. */
function useCollapsed(): [boolean, () => void] {
  const [collapsed, set] = useState(() => {
    const kept = localStorage.getItem(STORAGE_KEYS.collapsed);
    return window.innerWidth < NARROW || kept === "1";
  });
  const toggle = () =>
    set((was) => {
      localStorage.setItem(STORAGE_KEYS.collapsed, was ? "0" : "1");
      return !was;
    });
  return [collapsed, toggle];
}

function usePhone(): boolean {
  const [phone, set] = useState(() => window.innerWidth < PHONE);
  useEffect(() => {
    const on = () => set(window.innerWidth < PHONE);
    window.addEventListener("resize", on);
    return () => window.removeEventListener("resize", on);
  }, []);
  return phone;
}

function Footer() {
  const config = useConfig();
  const [year] = useState(() => shanghai(new Date()).slice(0, 4));
  return (
    <footer className="vd-dim vd-foot">
      © {year} {config?.company_name} {config?.registration_notice}
    </footer>
  );
}

/** Home without an account: the server was away. Trying again opens the page that was wanted. */
function AccountFailed() {
  const router = useRouter();
  const again = async () => {
    await loadAccount();
    const href = takeMissed();
    if (session.get().account && href) await router.navigate({ href, replace: true });
  };
  return (
    <div className="vd-stack vd-muted vd-center">
      <h1>账户信息加载失败</h1>
      <button type="button" className="vd-button" onClick={() => void again()}>
        {TEXTS.account_failed}
      </button>
    </div>
  );
}

function Content() {
  const { screen } = usePlace();
  // Of the screen that is drawn: the address itself changes while the old screen still stands, and would mount it anew with wrong parameters.
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname });
  const failed = session.use((s) => s.account_failed && s.account === null);
  // The key ends every dialog and drawer of a screen when the pathname changes, also from one record to the next.
  return (
    <main id="content" className="vd-content" tabIndex={-1} key={pathname}>
      {failed && screen?.name === "home" ? <AccountFailed /> : <Outlet />}
    </main>
  );
}

/** Keys of the whole console; a second letter follows `g` within a second. */
function useFrameKeys(openPalette: () => void): void {
  const router = useRouter();
  const [leader, setLeader] = useState(false);
  useEffect(() => {
    if (!leader) return;
    const timer = setTimeout(() => setLeader(false), 1000);
    return () => clearTimeout(timer);
  }, [leader]);
  const go = (href: string) => {
    setLeader(false);
    void router.navigate({ href });
  };
  const panel = (name: string) =>
    void router.navigate({ href: `${location.pathname}${location.search ? `${location.search}&` : "?"}panel=${name}` });
  useKeys({
    "mod+k": ["搜索与命令", openPalette],
    "?": ["键盘快捷键", () => panel("keys")],
    g: ["再按 h 首页，再按 w 工作台", () => setLeader(true)],
  });
  useKeys({ h: ["首页", () => go("/home")], w: ["工作台", () => go("/workbench/workbench-list")] }, leader);
}

/** Fetches what may be opened later, once the page and its data are here. */
function Ahead() {
  const isBusy = useIsFetching() > 0;
  useEffect(() => (isBusy ? undefined : fetchWhenQuiet()), [isBusy]);
  return null;
}

function Inside() {
  const { pathname, screen } = usePlace();
  const [collapsed, toggle] = useCollapsed();
  const phone = usePhone();
  const [drawer, setDrawer] = useState(false);
  const [palette, setPalette] = useState(false);
  const [theme] = usePreference<{ value: string }>("theme");
  useTitle(screen);
  useLock();
  useFrameKeys(() => setPalette(true));
  useEffect(() => setTheme(theme?.value), [theme]);
  const [shown, setShown] = useState(pathname);
  if (shown !== pathname) {
    setShown(pathname);
    setDrawer(false);
    setPalette(false);
  }
  useEffect(() => {
    session.set((s) => (s.passwd_open && !s.account?.must_change ? { ...s, passwd_open: false } : s));
  }, [pathname]);
  const width = collapsed ? MENU_WIDTH_COLLAPSED : MENU_WIDTH;
  return (
    <>
      <a className="vd-skip" href="#content">
        跳到主要内容
      </a>
      <div className="vd-frame">
        {phone ? (
          <PhoneMenu open={drawer} close={() => setDrawer(false)} />
        ) : (
          <aside className="vd-side" style={{ width }}>
            <SideMenu collapsed={collapsed} />
          </aside>
        )}
        <div className="vd-body">
          <Header collapsed={phone || collapsed} toggle={phone ? () => setDrawer(true) : toggle} openPalette={() => setPalette(true)} />
          <FirstLoad />
          <Banner />
          <Content />
          <Footer />
        </div>
      </div>
      <Panels />
      <PasswordDialog />
      <TotpGate />
      <LockScreen />
      {palette && <Palette close={() => setPalette(false)} />}
      <Ahead />
    </>
  );
}

export function Frame() {
  return (
    <Ui>
      <Inside />
    </Ui>
  );
}
