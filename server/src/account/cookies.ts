/** Session and device cookies: `__Host-` names under TLS, plain names on plain HTTP. */
import { createHash, randomBytes } from "node:crypto";
import type { Ctx } from "#kit/call/context.ts";
import { DAY, DEVICE_COOKIE_MS } from "./login/login.rules.ts";

type Headers = Readonly<Record<string, string | undefined>>;
const underTls = (headers: Headers): boolean => headers["x-forwarded-proto"]?.split(",")[0]?.trim() === "https";

export const newSecret = (): string => randomBytes(32).toString("base64url");
export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

function cookieOf(headers: Headers, name: string): string | null {
  const all = (headers["cookie"] ?? "").split(";").map((c) => c.trim());
  const value = (full: string): string | undefined => all.find((c) => c.startsWith(`${full}=`))?.slice(full.length + 1);
  const found = value(`__Host-${name}`) ?? value(name);
  return found && /^[\w-]{20,100}$/.test(found) ? found : null;
}
export const sessionCookie = (headers: Headers): string | null => cookieOf(headers, "vd_s");
export const deviceCookie = (headers: Headers): string | null => cookieOf(headers, "vd_d");

/** Browsers say where a request comes from; only they are given cookies. */
export const fromBrowser = (headers: Headers): boolean => headers["sec-fetch-site"] !== undefined;

function text(headers: Headers, name: string, value: string, maxAgeMs: number): string {
  const tls = underTls(headers);
  return `${tls ? "__Host-" : ""}${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${Math.floor(maxAgeMs / 1000)}${tls ? "; Secure" : ""}`;
}

/** The two header names differ in case only, so the answer carries both cookies. */
export function giveCookies(ctx: Ctx, session: string, device: string, sessionDays: number): void {
  ctx.setHeader("Set-Cookie", text(ctx.headers, "vd_s", session, sessionDays * DAY));
  ctx.setHeader("set-cookie", text(ctx.headers, "vd_d", device, DEVICE_COOKIE_MS));
}

/** Ends the session cookie; the device stays known. */
export const takeCookie = (ctx: Ctx): void => ctx.setHeader("Set-Cookie", text(ctx.headers, "vd_s", "", 0));
