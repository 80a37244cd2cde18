/** Once per test run: one PostgreSQL cluster with a migrated template and a seeded one, or with TEST_DB=embedded one migrated directory. */
import process from "node:process";
import type { TestProject } from "vitest/node";
import { openDb, type OpenDb } from "#kit/db/db.ts";
import { migrate } from "#kit/db/migrate.ts";
import { seedBusiness, TEST_NOW, testSecrets } from "./business.ts";
import { embeddedTemplate } from "./embedded-template.ts";
import { ensurePostgres } from "./pg.ts";

export interface TestServer {
  /** Database `postgres` of the cluster; null on the embedded database. */
  readonly url: string | null;
  /** Name of the template database, or the directory to copy. */
  readonly template: string;
  /** Template that holds staff, reference data and catalogue too; empty on the embedded database. */
  readonly seeded: string;
}

declare module "vitest" {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

const TEMPLATE = "visadesk_template";
const SEEDED = "visadesk_seeded";

/** Fills a database by its own connection and leaves it without one, as a template must be. */
async function filled(url: string, fill: (open: OpenDb) => Promise<void>): Promise<void> {
  const open = openDb({ url, max: 1 });
  try {
    await fill(open);
  } finally {
    await open.close();
  }
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env["TEST_DB"] === "embedded") {
    project.provide("testServer", { url: null, template: await embeddedTemplate(), seeded: "" });
    return undefined;
  }
  const postgres = await ensurePostgres();
  try {
    await filled(postgres.url, async ({ pool }) => void (await pool.query(`create database ${TEMPLATE}`)));
    await filled(postgres.urlOf(TEMPLATE), async ({ pool }) => void (await migrate(pool)));
    await filled(postgres.url, async ({ pool }) => void (await pool.query(`create database ${SEEDED} template ${TEMPLATE}`)));
    testSecrets();
    await filled(postgres.urlOf(SEEDED), ({ db }) => seedBusiness(db, new Date(TEST_NOW)));
  } catch (e) {
    await postgres.stop();
    throw e;
  }
  project.provide("testServer", { url: postgres.url, template: TEMPLATE, seeded: SEEDED });
  return () => postgres.stop();
}
