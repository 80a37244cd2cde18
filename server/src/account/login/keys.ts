/**
 * Keys kept beside the data, never in the database: a pepper for password hashes and a key for two-step secrets and drafts.
 * Server processes that share a database share these two files.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { testSealKeys } from "#kit/seal/seal-keys.ts";
import { keyId, type Secret } from "#kit/seal/secret-marks.ts";

interface Keys {
  readonly pepper: Buffer;
  readonly pepperId: string;
  readonly seal: Buffer;
}

let keys: Keys | null = null;

const keysOf = (pepperKey: Buffer, sealKey: Buffer): Keys => ({
  pepper: pepperKey,
  seal: sealKey,
  pepperId: createHash("sha256").update(pepperKey).digest("hex").slice(0, 8),
});

function readOrMake(file: string): Buffer {
  try {
    writeFileSync(file, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch {
    // Already there: another start, or another process, made it.
  }
  const key = Buffer.from(readFileSync(file, "utf8").trim(), "hex");
  if (key.length !== 32) throw new Error(`${path.basename(file)} in the data directory is damaged: 64 hex digits expected`);
  return key;
}

/** Reads both key files, making them at the first start. */
export function loadKeys(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  keys = keysOf(readOrMake(path.join(dataDir, "pepper")), readOrMake(path.join(dataDir, "seal.key")));
}

/** Fixed keys for tests, which have no data directory. */
export function useTestKeys(): void {
  keys = keysOf(Buffer.alloc(32, 7), Buffer.alloc(32, 9));
  testSealKeys();
}

function loaded(): Keys {
  if (!keys) throw new Error("keys are not loaded: call loadKeys(dataDir) at start");
  return keys;
}

export const pepper = (): { key: Buffer; id: string } => ({ key: loaded().pepper, id: loaded().pepperId });

/** What the start compares with the database; the pepper's id is the one in every password hash. */
export const accountSecrets = (dataDir: string): Secret[] => [
  { name: "pepper", from: path.join(dataDir, "pepper"), ids: [loaded().pepperId] },
  { name: "seal.key", from: path.join(dataDir, "seal.key"), ids: [keyId("seal.key", loaded().seal)] },
];

/** AES-256-GCM, base64 of nonce, tag and text. */
export function seal(text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", loaded().seal, nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64");
}

export function unseal(sealed: string): string {
  const all = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", loaded().seal, all.subarray(0, 12));
  decipher.setAuthTag(all.subarray(12, 28));
  return Buffer.concat([decipher.update(all.subarray(28)), decipher.final()]).toString("utf8");
}
