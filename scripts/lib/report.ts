/** Reads a report of the test runner. What failed without a test of its own (a file that does not load, a set-up that cannot run) counts too. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";

const shape = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.optional(z.string()), failureMessages: z.optional(z.nullable(z.array(z.string()))) }),
      ),
    }),
  ),
});

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Seconds of each file, by its path from the root. */
  readonly seconds: ReadonlyMap<string, number>;
  /** A line for each that failed: where it stands, what it is called, the first line of what it said. */
  readonly failures: readonly string[];
}

function failuresOf(report: z.output<typeof shape>, root: string): string[] {
  return report.testResults.flatMap((r) => {
    const file = path.relative(root, r.name);
    const lines = r.assertionResults.flatMap(({ status, fullName, failureMessages }) =>
      status === "failed" ? [`${file} › ${fullName ?? ""}: ${failureMessages?.[0]?.split("\n")[0] ?? ""}`] : [],
    );
    return r.status === "failed" && lines.length === 0 ? [`${file}: does not load`] : lines;
  });
}

export function readReport(file: string, exitCode: number, root: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1, seconds: new Map(), failures: [`${path.basename(file)}: no report was left`] };
  const report = shape.parse(JSON.parse(readFileSync(file, "utf8")));
  const unloaded = report.testResults.filter((r) => r.status === "failed" && !r.assertionResults.some((a) => a.status === "failed")).length;
  const failed = report.numFailedTests + unloaded;
  const seconds = new Map(report.testResults.map((r) => [path.relative(root, r.name), (r.endTime - r.startTime) / 1000]));
  const failures = failuresOf(report, root);
  if (failed > 0 || exitCode === 0) return { passed: report.numPassedTests, failed, seconds, failures };
  return { passed: report.numPassedTests, failed: 1, seconds, failures: [`${path.basename(file)}: the run ended with ${exitCode}`] };
}

/** `server/src/order/list/search.test.ts` is of `server/order`; what lies outside the rooms is of its folder. */
const areaOf = (file: string): string => file.replace(/^(\w+)\/src\/(?:([\w-]+)\/)?.*$/, "$1/$2").replace(/\/[^/]*\.\w+$|\/$/, "");

/** Where the time went: seconds per area, and the files that took longest. Files run side by side, so sums exceed the clock. */
export function timesOf(seconds: ReadonlyMap<string, number>): readonly string[] {
  const areas = new Map<string, number>();
  for (const [file, s] of seconds) areas.set(areaOf(file), (areas.get(areaOf(file)) ?? 0) + s);
  const said = (rows: Iterable<readonly [string, number]>, most: number): string =>
    [...rows]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, most)
      .map(([name, s]) => `${name} ${Math.round(s)}`)
      .join(" · ");
  return [`seconds per area: ${said(areas, 40)}`, `slowest files: ${said(seconds, 12)}`];
}
