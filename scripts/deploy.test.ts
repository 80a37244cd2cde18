/** What `deploy/` and `compose.yaml` promise the server: whose address it sees, and the same secrets in both processes. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8").replaceAll(/^\s*#.*$/gm, "");
const nginx = read("deploy/nginx.conf");
const compose = read("compose.yaml");

/** Every value that the edge gives a header, `location` by `location`. */
const given = (header: string): string[] =>
  [...nginx.matchAll(/proxy_set_header\s+(\S+)\s+([^;]+);/g)].filter((m) => m[1] === header).map((m) => (m[2] ?? "").trim());

test("the edge says who called, whatever the caller says of himself", () => {
  const places = nginx.match(/proxy_pass\s/g)?.length ?? 0;
  expect(places).toBeGreaterThan(0);
  expect(given("X-Forwarded-For")).toEqual(Array.from({ length: places }, () => "$remote_addr"));
  expect(given("X-Forwarded-Proto")).toEqual(Array.from({ length: places }, () => "$scheme"));
  expect(given("X-Forwarded-Host")).toEqual(Array.from({ length: places }, () => '""'));
  // Nothing the caller sent is passed on as a fact about him.
  expect(nginx).not.toMatch(/\$proxy_add_x_forwarded_for|\$http_(x_|forwarded)/);
});

test("compose believes the proxy alone", () => {
  const address = /proxy:[\s\S]*?ipv4_address:\s*([\d.]+)/.exec(compose)?.[1];
  expect(address).toBeDefined();
  expect(/TRUSTED_PROXIES:\s*(\S+)/.exec(compose)?.[1]).toBe(address);
});

test("both processes of compose share the secrets", () => {
  const app = /x-app: &app\n([\s\S]*?)\nservices:/.exec(compose)?.[1] ?? "";
  expect(app).toMatch(/volumes: \["secrets:\/data"\]/);
  expect(compose).toMatch(/^ {2}secrets:$/m);
});
