/** The file store that the configuration names. */
import path from "node:path";
import type { Config } from "./config.ts";
import type { FileStore } from "./files.ts";
import { linkSecret } from "./file-links.ts";
import { LocalFiles } from "./files-local.ts";
import { S3Files } from "./files-s3.ts";

export const openFiles = (config: Pick<Config, "s3" | "dataDir">): FileStore =>
  config.s3 ? new S3Files(config.s3, linkSecret(config)) : new LocalFiles(path.join(config.dataDir, "files"), linkSecret(config));
