import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readReport, timesOf } from "./report.ts";

function file(report: unknown): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), "vd-report-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(path.join(dir, "r.json"), JSON.stringify(report));
  return path.join(dir, "r.json");
}
const suite = (status: string, ...tests: string[]) => ({
  name: "/project/server/src/order/list/search.test.ts",
  startTime: 1000,
  endTime: 3500,
  status,
  assertionResults: tests.map((t) => ({ status: t })),
});
const countsOf = (report_: string, code: number) => {
  const { passed, failed } = readReport(report_, code, "/project");
  return { passed, failed };
};

it("counts tests", () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [suite("passed", "passed", "passed"), suite("failed", "passed", "failed")],
  };
  expect(countsOf(file(report), 1)).toEqual({ passed: 3, failed: 1 });
});

it("counts a file that does not load as a failure", () => {
  const report = { numPassedTests: 1, numFailedTests: 0, testResults: [suite("passed", "passed"), suite("failed")] };
  expect(countsOf(file(report), 1)).toEqual({ passed: 1, failed: 1 });
});

it("counts a run that ended badly, or left no report, as a failure", () => {
  expect(countsOf(file({ numPassedTests: 2, numFailedTests: 0, testResults: [suite("passed", "passed", "passed")] }), 1)).toEqual({
    passed: 2,
    failed: 1,
  });
  expect(countsOf("/nowhere/r.json", 0)).toEqual({ passed: 0, failed: 1 });
});

it("names what failed with the first line of what it said, a file that does not load, and a run without a report", () => {
  const failed = { status: "failed", fullName: "search finds nothing", failureMessages: ["expected 1 to be 2\n    at x.ts:3"] };
  const report = {
    numPassedTests: 0,
    numFailedTests: 1,
    testResults: [{ ...suite("failed"), assertionResults: [failed] }, suite("failed")],
  };
  expect(readReport(file(report), 1, "/project").failures).toEqual([
    "server/src/order/list/search.test.ts › search finds nothing: expected 1 to be 2",
    "server/src/order/list/search.test.ts: does not load",
  ]);
  expect(readReport("/nowhere/server.json", 1, "/project").failures).toEqual(["server.json: no report was left"]);
});

it("tells the seconds of areas and files", () => {
  const report = { numPassedTests: 1, numFailedTests: 0, testResults: [suite("passed", "passed")] };
  expect([...readReport(file(report), 0, "/project").seconds]).toEqual([["server/src/order/list/search.test.ts", 2.5]]);
  const seconds = new Map([
    ["server/src/order/list/search.test.ts", 2.5],
    ["server/src/order/erase.test.ts", 1.6],
    ["console/src/screens.test.ts", 3],
    ["e2e/look.spec.ts", 200],
  ]);
  expect(timesOf(seconds)).toEqual([
    "seconds per area: e2e 200 · server/order 4 · console 3",
    "slowest files: e2e/look.spec.ts 200 · console/src/screens.test.ts 3 · server/src/order/list/search.test.ts 3 · server/src/order/erase.test.ts 2",
  ]);
});
