/** Both file stores on folders of their own; the object store is a real S3-compatible server that checks signatures. */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import S3rver from "@20minutes/s3rver";
import { afterAll } from "vitest";
import { LocalFiles } from "#kit/files/files-local.ts";
import { S3Files, type S3Options } from "#kit/files/files-s3.ts";
import type { FileStore } from "#kit/files/files.ts";

export interface TestStore {
  store: FileStore;
  /** Where the bytes of an object really lie. */
  readonly rawPath: (key: string) => string;
}
export interface TestStores {
  home: string;
  s3: S3Options;
  stores: [name: string, store: TestStore][];
}

/** Call at the top of a test file; closed after it. */
export async function testStores(): Promise<TestStores> {
  const home = mkdtempSync(path.join(os.tmpdir(), "visadesk-stores-"));
  const objects = path.join(home, "s3");
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: objects,
    configureBuckets: [{ name: "visadesk" }],
  });
  const { port } = await server.run();
  afterAll(async () => {
    await server.close();
    rmSync(home, { recursive: true, force: true });
  });
  const s3 = { endpoint: `http://127.0.0.1:${port}`, bucket: "visadesk", accessKey: "S3RVER", secretKey: "S3RVER", region: "us-east-1" };
  const local = path.join(home, "local");
  return {
    home,
    s3,
    stores: [
      ["local", { store: new LocalFiles(local, "secret"), rawPath: (key) => path.join(local, key) }],
      ["s3", { store: new S3Files(s3, "secret"), rawPath: (key) => path.join(objects, "visadesk", `${key}._S3rver_object`) }],
    ],
  };
}
