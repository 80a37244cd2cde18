/** Reads a report of the test runner. What failed without a test of its own (a file that does not load, a set-up that cannot run) counts too. */
import { existsSync, readFileSync } from "node:fs";
import * as z from "zod";

const shape = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

export function readReport(file: string, exitCode: number): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = shape.parse(JSON.parse(readFileSync(file, "utf8")));
  const unloaded = report.testResults.filter((r) => r.status === "failed" && !r.assertionResults.some((a) => a.status === "failed")).length;
  const failed = report.numFailedTests + unloaded;
  return { passed: report.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}
