/**
 * Places for bytes that are ours for moments only: uploads before they are checked, exports before they are stored. Their
 * owner alone may read them; who made them removes them in every outcome, and the next start those of a killed process.
 *
 *   await withWorkFile(async (file) => { … });
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { alive, processSpace, startOf } from "../db/embedded/embedded-lock.ts";

const PREFIX = "visadesk-work-";
/** What a process that cannot be seen (another container or machine) left is taken away after this long. */
const UNSEEN_MS = 3_600_000;

/** Host and process space; a process number means something within them alone. */
const here = (): string => createHash("sha256").update(`${os.hostname()} ${processSpace()}`).digest("hex").slice(0, 8);

/** A name that tells whose it is. */
export const leftoverName = (): string => `${here()}.${process.pid}.${startOf(process.pid) ?? "?"}.${randomUUID()}`;

/** True when whoever made it is gone. */
async function isLeft(place: string, name: string): Promise<boolean> {
  const [space, pid, started] = name.split(".");
  if (space === here()) return !alive(Number(pid), started ?? "?");
  const made = await stat(place).catch(() => null);
  return made !== null && Date.now() - made.mtimeMs > UNSEEN_MS;
}

/** Removes from `folder` what processes that are gone left under `prefix`. */
export async function clearLeftovers(folder: string, prefix: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const place = path.join(folder, name);
    if (name.startsWith(prefix) && (await isLeft(place, name.slice(prefix.length)))) await rm(place, { recursive: true, force: true });
  }
}

/** A folder for us alone, made when the first file is asked for. */
export class WorkFolder {
  #made: Promise<string> | null = null;
  async file(name: string): Promise<string> {
    return path.join(await (this.#made ??= mkdtemp(path.join(os.tmpdir(), `${PREFIX}${leftoverName()}-`))), name);
  }
  async remove(): Promise<void> {
    const made = await this.#made?.catch(() => null);
    if (made) await rm(made, { recursive: true, force: true });
  }
}

/** Runs `work` with a file of its own, which is gone afterwards. */
export async function withWorkFile<T>(work: (file: string) => Promise<T>): Promise<T> {
  const folder = new WorkFolder();
  try {
    return await work(await folder.file("file"));
  } finally {
    await folder.remove();
  }
}

/** At the start of a process. */
export const clearWorkFolders = (): Promise<void> => clearLeftovers(os.tmpdir(), PREFIX);
