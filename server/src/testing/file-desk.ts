/** A server that takes and serves files, on a database and a folder of its own. Call at the top of a test file. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { FILE_OWNERS } from "@visadesk/contract/kit/upload.ts";
import type { PermissionName } from "@visadesk/contract/permissions.ts";
import { TestClock } from "#kit/clock.ts";
import type { Db } from "#kit/db/db.ts";
import { LocalFiles } from "#kit/files/files-local.ts";
import { each } from "#kit/files/objects.ts";
import { createHttp } from "#kit/http/http.ts";
import { testSealKeys } from "#kit/seal/seal-keys.ts";
import { storageRoutes } from "#kit/files/storage.ts";
import { fileServer } from "../files/index.ts";
import { PAIR, signedHeaders } from "./client.ts";
import { partsFor, principalFor } from "./ctx.ts";
import { testDatabase } from "./database.ts";
import { TEST_NOW } from "./business.ts";
import { MULTIPART, uploadBody } from "./upload.ts";

type Json = Record<string, unknown>;
export interface Sent {
  status: number;
  ret: number;
  msg: string;
  body: Json;
}

/** What the caller holds, and what the paper is. */
const PAPER = {
  codes: ["order_process", "spu", "elec"] as readonly PermissionName[],
  isIdentity: true,
  ownName: null as string | null,
};

interface FileParts {
  db: Db;
  clock: TestClock;
  files: LocalFiles;
  visible: readonly string[];
  paper: typeof PAPER;
  onFault: (error: unknown) => void;
}
const fileApp = ({ db, clock, files, visible, paper, onFault }: FileParts) =>
  createHttp({
    ...partsFor(db),
    clock,
    files,
    serving: fileServer({
      ...each(keysOf(FILE_OWNERS), () => () => Promise.resolve(null)),
      applicant: (_ctx, id, key) =>
        Promise.resolve(
          id === 7 && visible.includes(key)
            ? { noun_no: "V-01", subject_ids: [7], label: "护照首页", is_identity: paper.isIdentity, filename: paper.ownName }
            : null,
        ),
      order: () => Promise.resolve(null),
      supplier: () => Promise.resolve(null),
      supplier_payee: () => Promise.resolve(null),
      supplier_parcel: () => Promise.resolve(null),
      peer_application: () => Promise.resolve(null),
      peer_top_up: () => Promise.resolve(null),
    }),
    principalOf: ({ token }) =>
      Promise.resolve({ principal: token ? principalFor({ worker_id: token === "t" ? 1 : 2, codes: paper.codes }) : null }),
    pairs: [PAIR],
    consoleDir: null,
    demo: false,
    trustedProxies: [],
    addrHosts: () => [],
    tls: false,
    onFault,
    ready: () => Promise.resolve({ ok: true, detail: {} }),
    openapi: () => ({}),
    plugins: [storageRoutes({ files, clock, onFault })],
  });

export async function fileDesk() {
  testSealKeys();
  const { db } = await testDatabase();
  const home = mkdtempSync(path.join(os.tmpdir(), "visadesk-upload-test-"));
  const clock = new TestClock(TEST_NOW);
  const root = path.join(home, "files");
  const files = new LocalFiles(root, "test");
  /** Keys that applicant 7 shows. */
  const visible: string[] = [];
  const paper = { ...PAPER };
  const faults: unknown[] = [];
  const onFault = (error: unknown): void => void faults.push(error);
  const app = await fileApp({ db, clock, files, visible, paper, onFault });
  afterAll(async () => {
    await app.close();
    rmSync(home, { recursive: true, force: true });
  });
  const uploadHeaders = (token = "t"): Record<string, string> => signedHeaders(clock.now(), token, { "content-type": MULTIPART });
  return {
    app,
    db,
    clock,
    files,
    visible,
    paper,
    reset: (): void => {
      visible.length = 0;
      Object.assign(paper, PAPER);
    },
    faults,
    uploadHeaders,
    rawPath: (key: string): string => path.join(root, key),
    /** Every file that lies in our folder. */
    lying: (): string[] =>
      readdirSync(home, { recursive: true, withFileTypes: true })
        .filter((e) => e.isFile())
        .map((e) => path.join(e.parentPath, e.name)),
    send: async (data: Buffer, filename: string, purpose = "material", token = "t"): Promise<Sent> => {
      const payload = uploadBody(data, filename, purpose);
      const answer = await app.inject({ method: "POST", url: "/api/file_upload", headers: uploadHeaders(token), payload });
      return { status: answer.statusCode, ...answer.json<Omit<Sent, "status">>() };
    },
    link: async (key: unknown, noun = "applicant", noun_id = 7): Promise<{ ret: number; msg: string; body: Json }> =>
      (
        await app.inject({
          method: "POST",
          url: "/api/file_link_get",
          headers: signedHeaders(clock.now(), "t"),
          payload: { key, noun, noun_id },
        })
      ).json(),
    get: (url: string, headers: Record<string, string> = {}) => app.inject({ method: "GET", url, headers }),
  };
}
