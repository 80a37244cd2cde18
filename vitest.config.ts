/** Test projects: `contract` and `server` in Node, `console` in happy-dom. At most two workers: databases are shared by them. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: "contract", include: ["contract/src/**/*.test.ts"] } },
      { test: { name: "server", include: ["server/src/**/*.test.ts"] } },
    ],
  },
});
