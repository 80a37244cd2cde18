/** Once per test run: one PostgreSQL cluster with one migrated template, or with TEST_DB=embedded one migrated directory. */
import process from "node:process";
import type { TestProject } from "vitest/node";
import { openDb } from "#kit/db.ts";
import { migrate } from "#kit/migrate.ts";
import { embeddedTemplate } from "./embedded-template.ts";
import { ensurePostgres } from "./pg.ts";

export interface TestServer {
  /** Database `postgres` of the cluster; null on the embedded database. */
  readonly url: string | null;
  /** Name of the template database, or the directory to copy. */
  readonly template: string;
}

declare module "vitest" {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

const TEMPLATE = "visadesk_template";

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env["TEST_DB"] === "embedded") {
    project.provide("testServer", { url: null, template: await embeddedTemplate() });
    return undefined;
  }
  const postgres = await ensurePostgres();
  const admin = openDb({ url: postgres.url, max: 1 });
  await admin.pool.query(`create database ${TEMPLATE}`);
  await admin.close();
  const open = openDb({ url: postgres.urlOf(TEMPLATE), max: 1 });
  try {
    await migrate(open.pool);
  } catch (e) {
    await open.close();
    await postgres.stop();
    throw e;
  }
  await open.close();
  project.provide("testServer", { url: postgres.url, template: TEMPLATE });
  return () => postgres.stop();
}
