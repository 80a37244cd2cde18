/**
 * What every page loads comes in a few files instead of some eighty. Left to itself the bundler makes a file for each set of
 * pages that share a module; its own groups know only packages and counts, and put parts of forms before the sign-in page. So
 * the graph is asked for first, without writing anything, and what a visit always loads together is grouped after it.
 */
import react from "@vitejs/plugin-react";
import { build, type Plugin, type Rolldown } from "vite";

const isFirst = (source: string): boolean => source.endsWith("/console/index.html");
/** Chunks of these sources, and all they import at once, become one file; each without what those before it hold. */
const TOGETHER: readonly (readonly [group: string, within: (source: string) => boolean, share: "all" | "most"])[] = [
  ["boot", isFirst, "all"],
  ["frame", (source) => source.endsWith("/src/shell/frame.tsx"), "all"],
  ["list", (source) => /\/src\/.+-list\.tsx$/.test(source), "most"],
  ["form", (source) => source.endsWith("/src/kit/form/form-dialog-view.tsx"), "all"],
];
/** What the sign-in page needs stays out of the frame's file. */
const APART = (source: string): boolean => source.endsWith("/src/account/login.tsx");
/** Of the lists: what half of them need. Less makes the file of all larger than a list without filters has use for, more makes more files. */
const MOST = 0.5;

type Chunk = Rolldown.OutputChunk;

const closure = (chunks: ReadonlyMap<string, Chunk>, start: Chunk): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    chunks.get(name)?.imports.forEach(visit);
  };
  visit(start.fileName);
  return found;
};

/** The group of every module that has one. */
function plan(chunks: ReadonlyMap<string, Chunk>): ReadonlyMap<string, string> {
  const entries = [...chunks.values()].filter((c) => c.facadeModuleId);
  const neededBy = (within: (source: string) => boolean): readonly ReadonlySet<string>[] =>
    entries.filter((c) => within(c.facadeModuleId ?? "")).map((c) => closure(chunks, c));
  const boot = new Set(neededBy(isFirst).flatMap((s) => [...s]));
  const apart = new Set(
    neededBy(APART)
      .flatMap((s) => [...s])
      .filter((name) => !boot.has(name)),
  );
  const taken = new Map<string, string>();
  for (const [group, within, share] of TOGETHER) {
    const sets = neededBy(within);
    if (sets.length === 0) throw new Error(`no page for the group ${group}`);
    const enough = share === "all" ? sets.length : sets.length * MOST;
    const all = new Set(sets.flatMap((s) => [...s]));
    for (const name of all)
      if (!taken.has(name) && !apart.has(name) && sets.filter((s) => s.has(name)).length >= enough) taken.set(name, group);
    // What fewer pages of a group need stays by itself: a later group would bring the rest of it along.
    for (const name of all) apart.add(name);
  }
  // A page keeps the file that carries its name: the sizes are told by it.
  const shared = [...taken].filter(([name]) => chunks.get(name)?.facadeModuleId === null);
  return new Map(shared.flatMap(([name, group]) => (chunks.get(name)?.moduleIds ?? []).map((id): [string, string] => [id, group])));
}

export const chunks = (): Plugin => ({
  name: "chunks",
  apply: "build",
  async config(config) {
    const first = await build({
      configFile: false,
      logLevel: "error",
      ...(config.root === undefined ? {} : { root: config.root }),
      ...(config.define === undefined ? {} : { define: config.define }),
      plugins: [react()],
      build: {
        write: false,
        minify: false,
        cssMinify: false,
        modulePreload: { polyfill: false },
        target: config.build?.target ?? false,
        reportCompressedSize: false,
      },
    });
    if (!("output" in first)) throw new Error("the first look at the graph answered no single bundle");
    const groups = plan(new Map(first.output.filter((o) => o.type === "chunk").map((c) => [c.fileName, c])));
    return {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // Every group holds what its modules need, but for what earlier ones hold.
              includeDependenciesRecursively: false,
              groups: TOGETHER.map(([name], i) => ({ name, priority: TOGETHER.length - i, test: (id: string) => groups.get(id) === name })),
            },
          },
        },
      },
    };
  },
});
