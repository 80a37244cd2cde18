/**
 * V1: before a navigation the build on the server is compared with this one. On a difference the page reloads,
 * at most twice a minute; a proxy that keeps serving the old bundle gets the dialog instead.
 */
import { FRONT_VERSION, RELOAD_DELAY_MS } from "@visadesk/contract/kit/constants.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { getJson } from "#kit/app/api.ts";
import { askUpdate, toast } from "#kit/app/feedback.ts";
import { announceReload, reloadPage } from "#kit/app/reload.ts";

export interface BuildConfig {
  version: string;
  time: string;
  demo?: boolean;
  platform_name?: string;
}

const RELOADS_KEY = "vd_reloads";
const RELOADS_MAX = 2;
const WINDOW_MS = 60_000;

const isBuildConfig = (v: unknown): v is BuildConfig =>
  typeof v === "object" && v !== null && "version" in v && typeof v.version === "string" && "time" in v && typeof v.time === "string";

let running: Promise<BuildConfig | null> | null = null;

/** The server's build, or null when it cannot be had; one request is shared by all who ask meanwhile. */
export function readBuildConfig(): Promise<BuildConfig | null> {
  running ??= ask().finally(() => (running = null));
  return running;
}

async function ask(): Promise<BuildConfig | null> {
  try {
    const config = await getJson("/build-config.json", 3000);
    if (!isBuildConfig(config)) throw new Error("malformed");
    return config;
  } catch (e) {
    console.info("build config not read", e);
    return null;
  }
}

function recentReloads(now: number): number[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(RELOADS_KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((t): t is number => typeof t === "number" && now - t < WINDOW_MS) : [];
  } catch {
    return [];
  }
}

let reloading = false;
/** Warns and reloads; the third time within a minute it asks instead. */
export function reloadForUpdate(reload: () => void = () => location.reload()): void {
  if (reloading) return;
  const now = Date.now();
  const reloads = recentReloads(now);
  if (reloads.length >= RELOADS_MAX) return askUpdate();
  reloading = true;
  sessionStorage.setItem(RELOADS_KEY, JSON.stringify([...reloads, now]));
  toast.warning(TEXTS.update_auto);
  announceReload();
  setTimeout(() => {
    reloading = false;
    reloadPage(reload);
  }, RELOAD_DELAY_MS);
}

export const isOtherBuild = (config: BuildConfig | null): boolean =>
  config !== null && (config.version !== FRONT_VERSION || config.time !== __BUILD_TIME__);

/** True when this bundle is not the server's; the reload is then under way. */
export async function versionDiffers(): Promise<boolean> {
  if (!isOtherBuild(await readBuildConfig())) return false;
  reloadForUpdate();
  return true;
}
