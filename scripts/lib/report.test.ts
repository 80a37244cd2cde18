import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readReport } from "./report.ts";

function file(report: unknown): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), "vd-report-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(path.join(dir, "r.json"), JSON.stringify(report));
  return path.join(dir, "r.json");
}
const suite = (status: string, ...tests: string[]) => ({ status, assertionResults: tests.map((t) => ({ status: t })) });

it("counts tests", () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [suite("passed", "passed", "passed"), suite("failed", "passed", "failed")],
  };
  expect(readReport(file(report), 1)).toEqual({ passed: 3, failed: 1 });
});

it("counts a file that does not load as a failure", () => {
  const report = { numPassedTests: 1, numFailedTests: 0, testResults: [suite("passed", "passed"), suite("failed")] };
  expect(readReport(file(report), 1)).toEqual({ passed: 1, failed: 1 });
});

it("counts a run that ended badly, or left no report, as a failure", () => {
  expect(readReport(file({ numPassedTests: 2, numFailedTests: 0, testResults: [suite("passed", "passed", "passed")] }), 1)).toEqual({
    passed: 2,
    failed: 1,
  });
  expect(readReport("/nowhere/r.json", 0)).toEqual({ passed: 0, failed: 1 });
});
