/**
 * One process at a time per database directory: two of them destroy it without an error. The lock is a file made
 * with `wx` that says who holds it (pid, start time, boot, process namespace, parent). A lock whose holder is dead
 * is taken over; a holder whose server has died is ended first, which is safe for the database.
 */
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { StartRefused } from "../../http/start-refused.ts";

const lockShape = z.object({
  pid: z.int().positive(),
  started: z.string(),
  parent: z.int().positive(),
  parentStarted: z.string(),
  boot: z.string(),
  space: z.string(),
  host: z.string(),
});
type Holder = z.infer<typeof lockShape>;

/** After this long without a heartbeat a holder that cannot be seen (another container or machine) counts as dead. */
const UNSEEN_MS = 90_000;

/** Another server has the directory. */
export class DirectoryInUse extends StartRefused {}

const readOr = (read: () => string, otherwise: string): string => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};
const bootId = (): string =>
  readOr(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(), String(Math.round((Date.now() / 1000 - os.uptime()) / 60)));
export const processSpace = (): string => readOr(() => readlinkSync("/proc/self/ns/pid"), "");

/** Start time of a running process, "?" where the system does not tell, null when it is dead or a zombie. */
export function startOf(pid: number): string | null {
  const stat = readOr(() => readFileSync(`/proc/${pid}/stat`, "utf8"), "");
  if (stat) {
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? null : (fields[19] ?? "?");
  }
  try {
    process.kill(pid, 0);
    return process.platform === "linux" ? null : "?";
  } catch (e) {
    return e instanceof Error && "code" in e && e.code === "EPERM" ? "?" : null;
  }
}
export const alive = (pid: number, started: string): boolean => {
  const now = startOf(pid);
  return now !== null && (now === started || now === "?" || started === "?");
};

const me = (): Holder => ({
  pid: process.pid,
  started: startOf(process.pid) ?? "?",
  parent: process.ppid,
  parentStarted: startOf(process.ppid) ?? "?",
  boot: bootId(),
  space: processSpace(),
  host: os.hostname(),
});

function readHolder(text: string): Holder | null {
  try {
    return lockShape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const inUse = (file: string, holder: Holder | null): DirectoryInUse =>
  new DirectoryInUse(
    `数据目录正被另一个服务使用（${file}，进程 ${holder?.pid ?? "未知"}，主机 ${holder?.host ?? "未知"}）。请先停止它，或用 DATA_DIR 另选目录`,
  );

/** True when the holder is certainly gone. Ends an orphan: a database process whose server is dead. */
async function isStale(file: string, holder: Holder | null): Promise<boolean> {
  const unseen = Date.now() - statSync(file).mtimeMs > UNSEEN_MS;
  if (!holder) return Date.now() - statSync(file).mtimeMs > 2_000;
  const sameBoot = holder.boot === bootId();
  if (!sameBoot) return holder.host === os.hostname() || unseen;
  if (holder.space !== processSpace()) return unseen;
  if (!alive(holder.pid, holder.started)) return true;
  if (alive(holder.parent, holder.parentStarted) || holder.started === "?") return false;
  process.kill(holder.pid, "SIGKILL");
  for (let i = 0; i < 100 && alive(holder.pid, holder.started); i++) await sleep(50);
  return !alive(holder.pid, holder.started);
}

export interface DirectoryLock {
  readonly token: string;
  release(): void;
}

/** Takes the lock or throws DirectoryInUse. */
export async function lockDirectory(file: string): Promise<DirectoryLock> {
  const token = JSON.stringify(me());
  for (let attempt = 0; attempt < 5; attempt++) {
    if (create(file, token)) return { token, release: () => holds(file, token) && rmSync(file, { force: true }) };
    const text = readOr(() => readFileSync(file, "utf8"), "");
    const holder = readHolder(text);
    try {
      if (!(await isStale(file, holder))) {
        if (holder) throw inUse(file, holder);
        await sleep(600);
        continue;
      }
    } catch (e) {
      if (e instanceof Error && "code" in e && e.code === "ENOENT") continue;
      throw e;
    }
    removeStale(file, text);
  }
  throw inUse(file, readHolder(readOr(() => readFileSync(file, "utf8"), "")));
}

function create(file: string, token: string): boolean {
  try {
    writeFileSync(file, token, { flag: "wx", mode: 0o600 });
    return true;
  } catch (e) {
    if (e instanceof Error && "code" in e && e.code === "EEXIST") return false;
    throw e;
  }
}

/** By rename, so that of two who saw the same stale lock only one removes it, and never a fresh one. */
function removeStale(file: string, text: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, "utf8") !== text) linkSync(aside, file);
  } catch {
    // Somebody else was faster; the next attempt looks again.
  }
  rmSync(aside, { force: true });
}

export const holds = (file: string, token: string): boolean => readOr(() => readFileSync(file, "utf8"), "") === token;

/** Heartbeat for those who cannot see our process. False when the lock belongs to somebody else now. */
export function beat(file: string, token: string): boolean {
  if (!holds(file, token)) return create(file, token);
  const now = new Date();
  utimesSync(file, now, now);
  return true;
}
