/** Business constants of the requirement, each said once and read by server and console alike. */
export const FRONT_VERSION = "1.0.2";
export const RELOAD_DELAY_MS = 500;
export const REQUEST_TIMEOUT_MS = 60_000;
export const STATS_REFRESH_MS = 300_000;
export const PASSWORD_MIN = 3;
export const BUTTON_WAIT_MS = 3000;
export const MENU_WIDTH = 240;
export const MENU_WIDTH_COLLAPSED = 64;
export const MODAL_WIDTH = 520;
export const CONFIRM_WIDTH = 416;
export const TOAST = { duration: 3, top: 8 } as const;
export const NOTIFICATION = { duration: 4.5, edge: 24, width: 384 } as const;
export const LAZY_IMAGE = { preload: 1.3, attempts: 3, throttle_ms: 200, cache: 200 } as const;
export const TIME_FORMAT = "YYYY-MM-DD HH:mm:ss";
export const DATE_FORMAT = "YYYY-MM-DD";
export const TIME_ZONE = "Asia/Shanghai";
export const LOADING_TEXT = "加载中";
export const ANONYMOUS = "匿名";
export const COLOURS = { primary: "#1677ff", info: "#1677ff", success: "#52c41a", warning: "#fa8c16", error: "#ff4d4f" } as const;

/** The only keys the console may keep in local storage. */
export const STORAGE_KEYS = {
  login: "vd_login",
  collapsed: "vd_menu_collapsed",
  address: "vd_addr_lib",
  addressUrl: "vd_addr_url",
} as const;

/** Platform numbers: a token is good only on the platform that issued it. */
export const PLATFORM = { console: 25, partner: 20, chat: 8 } as const;
export type Platform = (typeof PLATFORM)[keyof typeof PLATFORM];

/** Allowed difference between X-Date and the server's clock. */
export const CLOCK_SKEW_MS = 5 * 60_000;

/** Paging limits of every list; beyond MAX_OFFSET only a cursor goes further. */
export const PAGE_SIZE_DEFAULT = 20;
export const PAGE_SIZE_MAX = 100;
export const TOTAL_CAP = 1000;
export const MAX_OFFSET = 10_000;

/** JSON body limits: bytes, nesting depth and items per array. */
export const JSON_LIMITS = { bytes: 1_048_576, depth: 32, items: 10_000 } as const;

/** The development signing pair. It ships in the console bundle and identifies nobody. */
export const DEV_ACCESS_KEY = "visadesk-dev";
export const DEV_ACCESS_SECRET = "visadesk-dev-secret";
