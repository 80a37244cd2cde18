/**
 * Who is signed in, and what the frame shows about him: login info, account, system config, counters, messages.
 * Login info alone survives a reload (local storage); everything else is asked again.
 */
import type { OutputOf } from "@visadesk/contract/index.ts";
import { STATS_REFRESH_MS, STORAGE_KEYS } from "@visadesk/contract/kit/constants.ts";
import type { LoginInfo } from "@visadesk/contract/kit/envelope.ts";
import { allows, type May } from "@visadesk/contract/permissions.ts";
import { call, setApiHost } from "./api.ts";
import { toast } from "./feedback.ts";
import { createStore } from "./store.ts";

export type Account = OutputOf<"oss_account_query">;
export type SysConfig = OutputOf<"sys_config_get">;
export type Message = OutputOf<"message_get">;
/** A line's words, with how many messages it stands for. */
export const messageText = ({ content, count = 1 }: Message["list"][number]): string =>
  count > 1 ? `${content}（共 ${count} 次）` : content;
export type BadgeKey = "task_count" | "refund_review_count" | "reject_product_count";
export type Stats = Readonly<OutputOf<"order_stat_query">>;

export interface SessionState {
  login: LoginInfo | null;
  account: Account | null;
  /** The last attempt to load the account failed. */
  account_failed: boolean;
  codes: ReadonlySet<number>;
  config: SysConfig | null;
  stats: Stats;
  message: Message | null;
  locked: boolean;
  passwd_open: boolean;
}

const NO_CODES: ReadonlySet<number> = new Set();
const signedOut = {
  login: null,
  account: null,
  account_failed: false,
  codes: NO_CODES,
  stats: {},
  message: null,
  locked: false,
  passwd_open: false,
};
export const session = createStore<SessionState>({ ...signedOut, login: storedLogin(), config: null });

function storedLogin(): LoginInfo | null {
  try {
    const v: unknown = JSON.parse(localStorage.getItem(STORAGE_KEYS.login) ?? "null");
    const info = v as LoginInfo | null;
    return info && typeof info.token === "string" && typeof info.id === "number" && typeof info.account === "string" ? info : null;
  } catch {
    return null;
  }
}

export const isLoggedIn = (): boolean => session.get().login !== null;
export const useAccount = (): Account | null => session.use((s) => s.account);
export const useStats = (): Stats => session.use((s) => s.stats);
export const useConfig = (): SysConfig | null => session.use((s) => s.config);
/** Does the loaded account hold the codes of this rule? */
export const useCan = (may: May): boolean => session.use((s) => allows(may, s.codes));
export const can = (may: May): boolean => allows(may, session.get().codes);

type Ended = (why: "logout" | "expired" | "other_tab") => void;
const endListeners = new Set<Ended>();
/** Runs when the session ends, so that caches and dialogs go with it. */
export const onSessionEnd = (listener: Ended): (() => void) => {
  endListeners.add(listener);
  return () => void endListeners.delete(listener);
};

let loadingAccount: Promise<void> | null = null;
/** Loads the account once; its errors are only logged, the home page offers to try again. */
export function loadAccount(again = false): Promise<void> {
  const { login, account } = session.get();
  if (!login || (account && !again)) return Promise.resolve();
  loadingAccount ??= askAccount(login).finally(() => (loadingAccount = null));
  return loadingAccount;
}

async function askAccount(login: LoginInfo): Promise<void> {
  try {
    const account = await call("oss_account_query", { id: login.id }, { noToast: true });
    if (session.get().login?.token !== login.token) return;
    const codes = new Set(account.role?.module_group ?? []);
    session.set({ account, codes, account_failed: false, ...(account.must_change && { passwd_open: true }) });
  } catch (e) {
    if (session.get().login?.token === login.token) session.set({ account_failed: true });
    console.info("account not loaded", e);
  }
}

/** After the parameters were changed here. */
export const reloadConfig = (): Promise<void> => loadConfig(true);

async function loadConfig(again = false): Promise<void> {
  if (session.get().config && !again) return;
  try {
    session.set({ config: await call("sys_config_get", {}, { noToast: true }) });
  } catch (e) {
    console.info("config not loaded", e);
  }
}

let statsAt = 0;
let statsRunning: Promise<void> | null = null;
/** Asks the counters and messages; one request in flight, a failure keeps the last numbers. */
export function refreshStats(): Promise<void> {
  const token = session.get().login?.token;
  if (!token) return Promise.resolve();
  statsRunning ??= askStats(token);
  return statsRunning;
}

async function askStats(token: string): Promise<void> {
  statsAt = Date.now();
  const same = () => session.get().login?.token === token;
  const stats = call("order_stat_query", {}, { noToast: true }).then((s) => {
    if (same()) session.set({ stats: s });
  });
  const message = call("message_get", {}, { noToast: true }).then((m) => {
    if (same()) session.set({ message: m });
  });
  await Promise.allSettled([stats, message]);
  if (same()) statsRunning = null;
}

let timer: ReturnType<typeof setInterval> | undefined;
const onWake = (): void => {
  if (isLoggedIn() && document.visibilityState === "visible" && Date.now() - statsAt > 60_000) void refreshStats();
};

function start(): void {
  stop();
  void loadAccount();
  void loadConfig();
  void refreshStats();
  timer = setInterval(() => {
    if (document.visibilityState === "visible") void refreshStats();
  }, STATS_REFRESH_MS);
}

function stop(): void {
  clearInterval(timer);
  timer = undefined;
}

/** Stores the answer of the login and starts everything that a session needs. */
export function signIn(login: LoginInfo): void {
  localStorage.setItem(STORAGE_KEYS.login, JSON.stringify(login));
  session.set({ ...signedOut, login, config: null });
  start();
}

function end(why: Parameters<Ended>[0]): void {
  stop();
  statsRunning = null;
  localStorage.removeItem(STORAGE_KEYS.login);
  session.set(signedOut);
  for (const listener of endListeners) listener(why);
}

/** Leaves; the server is told, but its answer is not waited for. */
export function logout(): void {
  const { login } = session.get();
  if (!login) return;
  void call("session_logout", {}, { noToast: true, timeout: 3000 }).catch(() => undefined);
  end("logout");
}

setApiHost({
  token: () => session.get().login?.token,
  unauthorized: (msg) => {
    toast.error(msg);
    if (isLoggedIn()) end("expired");
  },
  roleVersion: (version) => {
    const { account } = session.get();
    if (account && version > account.role_version && !loadingAccount) void loadAccount(true);
  },
  gate: (code) => {
    if (code === "totp_setup_needed") void loadAccount(true);
    else session.set(code === "screen_locked" ? { locked: true } : { passwd_open: true });
  },
});

/** Login data removed in one tab signs all out; another person's data makes the others reload. */
function onStorage(e: StorageEvent): void {
  if (e.key !== STORAGE_KEYS.login && e.key !== null) return;
  const now = storedLogin();
  const mine = session.get().login;
  if (!now) {
    if (mine) end("other_tab");
  } else if (now.id !== mine?.id) location.reload();
  else if (now.token !== mine.token) session.set({ login: now });
}

/** Wires the browser's events and, with stored login info, starts the session. */
export function startSession(): () => void {
  window.addEventListener("storage", onStorage);
  window.addEventListener("focus", onWake);
  document.addEventListener("visibilitychange", onWake);
  if (isLoggedIn()) start();
  return () => {
    stop();
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("focus", onWake);
    document.removeEventListener("visibilitychange", onWake);
  };
}
