/** The file store that the configuration names. */
import path from "node:path";
import type { Config } from "../config.ts";
import type { FileStore } from "./files.ts";
import { linkSecret } from "./file-links.ts";
import { LocalFiles, PARTS } from "./files-local.ts";
import { S3Files } from "./files-s3.ts";
import { clearLeftovers, clearWorkFolders } from "./work-files.ts";

type Place = Pick<Config, "s3" | "dataDir">;
const folderOf = (config: Place): string => path.join(config.dataDir, "files");

export const openFiles = (config: Place): FileStore =>
  config.s3 ? new S3Files(config.s3, linkSecret(config)) : new LocalFiles(folderOf(config), linkSecret(config));

/** At the start of a server: what killed processes of ours had begun to write goes. */
export async function clearBegun(config: Place): Promise<void> {
  await clearWorkFolders();
  await clearLeftovers(path.join(folderOf(config), PARTS), "");
}
