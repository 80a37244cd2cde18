/** Test projects: `contract` and `server` in Node, `console` in happy-dom. At most two workers: machine and databases are shared. */
import process from "node:process";
import { defineConfig } from "vitest/config";

if (Number(process.versions.node.split(".")[0]) < 24) {
  throw new Error(
    `tests run on Node 24, this is ${process.version}: use npm test, or node_modules/.bin/node node_modules/.bin/vitest run <file>`,
  );
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    // The server of the browser stories ends in order, also on a slow machine.
    teardownTimeout: 60_000,
    projects: [
      { test: { name: "scripts", include: ["scripts/**/*.test.ts"], testTimeout: 30_000 } },
      { test: { name: "contract", include: ["contract/src/**/*.test.ts"] } },
      {
        test: {
          name: "server",
          include: ["server/src/**/*.test.ts"],
          globalSetup: ["server/src/testing/global-setup.ts"],
          isolate: false,
          setupFiles: ["server/src/testing/fresh.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "console",
          include: ["console/src/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          isolate: false,
          setupFiles: ["console/src/testing/fresh.ts", "console/src/testing/setup.ts"],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.spec.ts"],
          globalSetup: ["e2e/global-setup.ts"],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          // A lane each; a server that runs already takes one story after another.
          maxWorkers: process.env["E2E_URL"] ? 1 : 2,
        },
      },
    ],
  },
});
