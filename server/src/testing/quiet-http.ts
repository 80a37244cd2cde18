/** What a server of a test has no need of: a console, proxies, hosts, TLS, health. */
import type { HttpParts } from "#kit/http/http.ts";
import { PAIR } from "./client.ts";

export const quietHttp = {
  pairs: [PAIR],
  consoleDir: null,
  demo: false,
  trustedProxies: [],
  addrHosts: () => [],
  tls: false,
  ready: () => Promise.resolve({ ok: true, detail: {} }),
  openapi: () => ({}),
} satisfies Partial<HttpParts>;
