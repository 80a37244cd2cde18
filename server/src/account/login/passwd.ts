/** Password hashes: argon2id (19 MiB, t=2, p=1) over the MD5 the client sends, as a PHC string. Two runs at a time, fifty wait. */
import { argon2, createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { HttpError } from "#kit/http/refuse.ts";
import { pepper } from "./keys.ts";

interface Cost {
  readonly memory: number;
  readonly passes: number;
}
let cost: Cost = { memory: 19_456, passes: 2 };
/** For tests that sign in often and do not judge the hash. */
export const useCheapPasswords = (): void => void (cost = { memory: 64, passes: 1 });

const LENGTH = 32;
const RUNNING_MAX = 2;
const QUEUE_MAX = 50;

let running = 0;
const waiting: (() => void)[] = [];

async function slot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= RUNNING_MAX) {
    if (waiting.length >= QUEUE_MAX) throw new HttpError(503, null, null, { "retry-after": "2" });
    await new Promise<void>((go) => void waiting.push(go));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

const b64 = (b: Buffer): string => b.toString("base64").replace(/=+$/, "");

function derive(md5: string, salt: Buffer, memory: number, passes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2(
      "argon2id",
      { message: md5, nonce: salt, parallelism: 1, tagLength: LENGTH, memory, passes, secret: pepper().key },
      (error, key) => (error ? reject(error) : resolve(Buffer.from(key))),
    );
  });
}

/** PHC string of a received password. */
export async function hashPasswd(md5: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await slot(() => derive(md5, salt, cost.memory, cost.passes));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1,keyid=${pepper().id}$${b64(salt)}$${b64(key)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1,keyid=([0-9a-f]{8})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Is this the password? Without a stored hash, and with one made by a pepper that is lost (`secret forget pepper`), an equal
 * amount of work is done and the answer is no: such a password has to be set anew.
 */
export async function verifyPasswd(md5: string, stored: string | null): Promise<boolean> {
  const phc = stored === null ? null : PHC.exec(stored);
  if (stored !== null && !phc) throw new Error("stored password hash is malformed");
  const parts = phc?.[3] === pepper().id ? phc : null;
  const salt = parts ? Buffer.from(parts[4] ?? "", "base64") : randomBytes(16);
  const key = await slot(() => derive(md5, salt, Number(parts?.[1] ?? cost.memory), Number(parts?.[2] ?? cost.passes)));
  const wanted = parts ? Buffer.from(parts[5] ?? "", "base64") : randomBytes(LENGTH);
  return timingSafeEqual(key, wanted) && parts !== null;
}

/** MD5 hex of typed text, as the wire carries it. */
export const md5Of = (text: string): string => createHash("md5").update(text, "utf8").digest("hex");

const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const chars = (n: number): string => Array.from({ length: n }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** One-time password `xxxx-xxxx`, without characters that are mistaken for each other. */
export const oncePasswd = (): string => `${chars(4)}-${chars(4)}`;
/** Recovery code `xxxxx-xxxxx`. */
export const recoveryCode = (): string => `${chars(5)}-${chars(5)}`;
