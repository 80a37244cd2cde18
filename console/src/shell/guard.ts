/** The navigation guard: who may open what, decided once before every navigation. */
import { matchScreen, mayEnter, type Screen } from "#kit/screens.ts";

export interface Wanted {
  screen: Screen | undefined;
  /** Path and query that were asked for. */
  href: string;
  logged_in: boolean;
  codes: ReadonlySet<number>;
}

/** Where a navigation goes instead, or null to proceed. */
export function decide({ screen, href, logged_in, codes }: Wanted): string | null {
  if (screen?.name === "login" && logged_in) return "/home";
  if (screen?.no_auth) return null;
  if (!logged_in) return screen && screen.goal !== "home" ? `/login?redirect=${encodeURIComponent(href)}` : "/login";
  if (!screen || screen.name === "home") return null;
  return mayEnter(screen, codes) ? null : "/home";
}

/** The wanted path of a login address, only if it is a screen of this console. */
export function safeRedirect(wanted: string | null | undefined): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted)) return "/home";
  const url = new URL(wanted, "http://console.invalid");
  const screen = url.host === "console.invalid" ? matchScreen(url.pathname)?.screen : undefined;
  return screen && !screen.no_auth ? url.pathname + url.search : "/home";
}
