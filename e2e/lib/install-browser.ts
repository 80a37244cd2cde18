/** Debian's Chromium and Chinese fonts, installed where missing and allowed. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import { aptInstall } from "../../server/src/testing/pg.ts";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable"];
const find = (): string | undefined => PLACES.find((p) => existsSync(p));
const hasChineseFont = (): boolean => (spawnSync("fc-list", [":lang=zh", "family"], { encoding: "utf8" }).stdout ?? "").trim() !== "";

/** Path of the browser. Throws one clear line when there is none and none can be installed. */
export function ensureBrowser(): string {
  const missing = [...(find() ? [] : ["chromium"]), ...(hasChineseFont() ? [] : ["fonts-noto-cjk"])];
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.error(`installing ${missing.join(" and ")} (apt-get install)`);
    aptInstall(...missing);
  }
  const browser = find();
  if (!browser)
    throw new Error("the browser stories need Chromium: install it (Debian: apt-get install chromium fonts-noto-cjk) and run again");
  return browser;
}
