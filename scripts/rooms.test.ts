import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
interface Import {
  /** `server/src/order/order/order-entry.ts` */
  readonly file: string;
  /** What it imports, relative paths resolved from the root. */
  readonly target: string;
}

const files = globSync("{contract,server,console}/src/**/*.{ts,tsx}", { cwd: root }).map((f) => f.replaceAll(path.sep, "/"));
const known: ReadonlySet<string> = new Set(files);
const imports: Import[] = files.flatMap((file) => {
  const text = readFileSync(path.join(root, file), "utf8").replaceAll(/^ *(?:\*|\/\/).*$/gm, "");
  return [...text.matchAll(/(?:^|\s)(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, name = ""]) => ({
    file,
    target: name.startsWith(".") ? path.posix.join(path.posix.dirname(file), name) : name.replace(/^#/, `${file.split("/")[0]}/src/`),
  }));
});
const areaOf = (file: string): string => /^\w+\/src\/([^/]+)\//.exec(file)?.[1] ?? "";
const notKit = (area: string): boolean => !["", "kit", "shared", "shell", "testing"].includes(area);
const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\//.test(file);
const said = (wrong: readonly Import[]): string[] => wrong.map((i) => `${i.file} imports ${i.target}`);
const room = (name: string): Import[] => imports.filter((i) => i.file.startsWith(`${name}/`));

describe("rooms know downwards only", () => {
  it("reads imports at all", () => {
    expect(imports.length).toBeGreaterThan(50);
  });
  it("the contract knows zod and itself", () => {
    expect(said(room("contract").filter((i) => !isTest(i.file) && !/^(zod$|zod\/|contract\/)/.test(i.target)))).toEqual([]);
  });
  it("the contract's kit knows no area", () => {
    expect(said(room("contract").filter((i) => areaOf(i.file) === "kit" && !isTest(i.file) && notKit(areaOf(i.target))))).toEqual([]);
  });
  it("the server never knows the console, nor the console the server", () => {
    expect(said(room("server").filter((i) => /^(console\/|@visadesk\/console)/.test(i.target)))).toEqual([]);
    expect(said(room("console").filter((i) => /^(server\/|@visadesk\/server|node:)/.test(i.target)))).toEqual([]);
  });
  it("the server's kit knows no area", () => {
    const wrong = room("server").filter(
      (i) => areaOf(i.file) === "kit" && !isTest(i.file) && i.target.startsWith("server/") && notKit(areaOf(i.target)),
    );
    expect(said(wrong)).toEqual([]);
  });
  it("an area of the server uses another one only through its door", () => {
    const wrong = room("server").filter(({ file, target }) => {
      const [from, to] = [areaOf(file), areaOf(target)];
      return (
        !isTest(file) && target.startsWith("server/") && notKit(from) && notKit(to) && from !== to && !target.endsWith(`/${to}/index.ts`)
      );
    });
    expect(said(wrong)).toEqual([]);
  });
  it("the ledger is ground: it knows no area, and what rests on it takes its door alone", () => {
    expect(
      said(
        room("server").filter(
          (i) => areaOf(i.file) === "ledger" && !isTest(i.file) && notKit(areaOf(i.target)) && areaOf(i.target) !== "ledger",
        ),
      ),
    ).toEqual([]);
    expect(said(imports.filter((i) => areaOf(i.file) === "order" && areaOf(i.target) === "finance"))).toEqual([]);
  });
  it("an area of the console never uses another one; kit, shared and shell use none", () => {
    const wrong = room("console").filter(({ file, target }) => {
      const [from, to] = [areaOf(file), areaOf(target)];
      return !isTest(file) && from !== "" && target.startsWith("console/") && notKit(to) && from !== to;
    });
    expect(said(wrong)).toEqual([]);
  });
});

describe("no circle of files", () => {
  /** Files by what they import, types and parts fetched later included; comments are not looked at. */
  const byFile = new Map<string, Set<string>>();
  for (const { file, target } of imports) {
    const found = target.replace(/^@visadesk\/(\w+)\//, "$1/src/");
    if (isTest(file) || !known.has(found)) continue;
    byFile.set(file, (byFile.get(file) ?? new Set()).add(found));
  }

  it("follows imports across rooms, by type and by call", () => {
    expect(byFile.get("server/src/areas.ts")).toContain("server/src/order/index.ts");
    expect(byFile.get("console/src/kit/form/form-dialog.tsx")).toContain("console/src/kit/form/form-dialog-view.tsx");
    expect(byFile.get("server/src/kit/db/sql.ts")).toContain("server/src/kit/db/db-type.ts");
  });
  it("every file can be read before those that rest on it", () => {
    const left = new Map([...byFile].map(([file, to]) => [file, new Set(to)]));
    for (let again = true; again;) {
      again = false;
      for (const [file, to] of left) {
        for (const t of to) if (!left.has(t)) to.delete(t);
        if (to.size > 0) continue;
        left.delete(file);
        again = true;
      }
    }
    // What is left lies on a circle or rests on one.
    expect([...left].map(([file, to]) => `${file} -> ${[...to].join(", ")}`)).toEqual([]);
  });
});
