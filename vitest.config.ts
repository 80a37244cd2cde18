/** Test projects: `contract` and `server` in Node, `console` in happy-dom. At most two workers: machine and databases are shared. */
import process from "node:process";
import { defineConfig } from "vitest/config";

if (Number(process.versions.node.split(".")[0]) < 24) {
  throw new Error(`tests run on Node 24, this is ${process.version}: use npm test, or node_modules/.bin/node node_modules/.bin/vitest run <file>`);
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: "contract", include: ["contract/src/**/*.test.ts"] } },
      {
        test: {
          name: "server",
          include: ["server/src/**/*.test.ts"],
          globalSetup: ["server/src/testing/global-setup.ts"],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "console",
          include: ["console/src/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          setupFiles: ["console/src/testing/setup.ts"],
        },
      },
    ],
  },
});
