/**
 * The keys that personal numbers and private files are sealed with, newest first: from `SEAL_KEY`, else from the file
 * `seal-keys` of the data directory, made at the first start. The newest seals, all of them open. Processes that share a
 * database share them; what was sealed with a lost key is lost.
 */
import { createHash, createSecretKey, hkdfSync, randomBytes, type KeyObject } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { StartRefused } from "../http/start-refused.ts";

export interface SealKey {
  /** Eight hex digits, stored beside everything it seals; tells nothing about the key. */
  readonly id: string;
  /** AES-256 key of values in the database. As an object it is set up once; from bytes each use would cost a multiple. */
  readonly values: KeyObject;
  /** HMAC key of what values are found by. */
  readonly hashes: KeyObject;
  /** AES-256 key of private files. */
  readonly files: Buffer;
}

/** One line for the person who starts the server. */
export class SealKeyError extends StartRefused {}

export const SEAL_KEY_FILE = "seal-keys";
const BYTES = 32;
let keys: readonly SealKey[] = [];
let given = false;
/** True when the keys come from SEAL_KEY: then it is there that a new one is put first. */
export const sealKeysAreGiven = (): boolean => given;

const derived = (root: Buffer, use: string): Buffer => Buffer.from(hkdfSync("sha256", root, "", `visadesk ${use}`, BYTES));
const keyOf = (root: Buffer): SealKey => ({
  id: createHash("sha256").update(derived(root, "id")).digest("hex").slice(0, 8),
  values: createSecretKey(derived(root, "values")),
  hashes: createSecretKey(derived(root, "hashes")),
  files: derived(root, "files"),
});

/** Reads base64 keys, separated by commas or line ends. `from` is named when one is no key. */
function rootsOf(text: string, from: string): Buffer[] {
  const roots = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => Buffer.from(word, "base64"));
  if (roots.length === 0 || roots.some((r) => r.length !== BYTES))
    throw new SealKeyError(`${from}：应为 32 字节密钥的 base64 文本，多个密钥以逗号或换行分隔，最新的在前；请恢复备份中的密钥`);
  return roots;
}

const newRoot = (): string => randomBytes(BYTES).toString("base64");

/** Reads the keys, making the first one of a new data directory. `fromEnv` is the value of SEAL_KEY. */
export function loadSealKeys(dataDir: string, fromEnv: string | null): void {
  given = fromEnv !== null;
  if (fromEnv !== null) return takeSealKeys(rootsOf(fromEnv, "SEAL_KEY"));
  const file = path.join(dataDir, SEAL_KEY_FILE);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, `${newRoot()}\n`, { flag: "wx", mode: 0o600 });
  } catch (e) {
    // Already there: another start, or another process, made it.
    if (!(e instanceof Error && "code" in e && e.code === "EEXIST")) throw e;
  }
  takeSealKeys(rootsOf(readFileSync(file, "utf8"), `${SEAL_KEY_FILE}（数据目录）`));
}

/** Puts a new key before those of the data directory; it seals from the next start of each process on. */
export function addSealKey(dataDir: string): void {
  const file = path.join(dataDir, SEAL_KEY_FILE);
  const old = readFileSync(file, "utf8");
  writeFileSync(`${file}.new`, `${newRoot()}\n${old}`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  takeSealKeys(rootsOf(readFileSync(file, "utf8"), SEAL_KEY_FILE));
}

/** Newest first. */
export function takeSealKeys(roots: readonly Buffer[]): void {
  keys = roots.map(keyOf);
}

/** Fixed keys for tests, which have no data directory. */
export const testSealKeys = (): void => takeSealKeys([Buffer.alloc(BYTES, 11)]);

/** All keys, newest first. */
export function sealKeys(): readonly SealKey[] {
  if (keys.length === 0) throw new Error("seal keys are not loaded: call loadSealKeys(dataDir) at start");
  return keys;
}

/** The key that seals. */
export const newestSealKey = (): SealKey => sealKeys()[0] as SealKey;

/** The key of an id; a clear fault when it is not among ours. */
export function sealKeyOf(id: string): SealKey {
  const key = sealKeys().find((k) => k.id === id);
  if (!key) throw new SealKeyError(`缺少密钥 ${id}：它加密的号码和文件无法打开，请把它加回 SEAL_KEY 或数据目录的 ${SEAL_KEY_FILE}`);
  return key;
}
