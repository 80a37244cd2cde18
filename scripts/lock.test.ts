import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import * as z from "zod";

const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        resolved: z.string().optional(),
        link: z.boolean().optional(),
        optionalDependencies: z.record(z.string(), z.string()).optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(path.resolve(import.meta.dirname, "../package-lock.json"), "utf8"))).packages;

/** Where Node would find `name` from inside `from`. */
function placeOf(name: string, from: string): string | undefined {
  for (let dir = from; ; dir = dir.slice(0, Math.max(dir.lastIndexOf("/node_modules/"), 0))) {
    const place = `${dir ? `${dir}/` : ""}node_modules/${name}`;
    if (lock[place]) return place;
    if (!dir) return undefined;
  }
}

it("the lockfile names the packages of every platform, so that npm ci accepts it on each", () => {
  const missing = Object.entries(lock).flatMap(([from, p]) =>
    Object.keys(p.optionalDependencies ?? {}).filter((name) => !placeOf(name, from)),
  );
  expect(missing).toEqual([]);
});

it("the lockfile names no registry", () => {
  expect(
    Object.entries(lock)
      .filter(([, p]) => p.resolved && !p.link)
      .map(([name]) => name),
  ).toEqual([]);
});

it("every package is pinned exactly", () => {
  const manifest = z.record(z.string(), z.unknown());
  for (const room of [".", "contract", "server", "console"]) {
    const file = manifest.parse(JSON.parse(readFileSync(path.resolve(import.meta.dirname, "..", room, "package.json"), "utf8")));
    for (const group of ["dependencies", "devDependencies", "optionalDependencies"]) {
      for (const version of Object.values(z.record(z.string(), z.string()).parse(file[group] ?? {})))
        expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    }
  }
});
