/**
 * Servers of one database share its secrets. At start the ids of the loaded keys are compared with those the database
 * has seen: with other ones a server would say ready and then fail every sign-in, or write what nobody else can open.
 *
 *   await assertSecrets(database.db, secretsOf(config), now);   // throws SecretsDiffer
 */
import { createHash } from "node:crypto";
import { inTransaction, type Db } from "../db/db.ts";
import { q, row, rows } from "../db/sql.ts";
import { StartRefused } from "../http/start-refused.ts";

export interface Secret {
  /** For ever: what the database knows it by, and `secret forget` too. */
  readonly name: string;
  /** The file or variable it comes from. */
  readonly from: string;
  /** Ids of its keys, the newest first; older ones still open what they sealed. */
  readonly ids: readonly string[];
}

/** Names the file and what to do. */
export class SecretsDiffer extends StartRefused {}

/** Eight digits tell keys apart; of a key of 32 random bytes they give nothing to try guesses against. */
export const keyId = (name: string, key: string | Buffer): string =>
  createHash("sha256").update(`visadesk ${name}\n`).update(key).digest("hex").slice(0, 8);

const differs = (s: Secret, known: string): SecretsDiffer =>
  new SecretsDiffer(
    `密钥与数据库不符：数据库用的是 ${known}，${s.from} 是 ${s.ids.join("、")}。同一数据库的各台服务须用同一份密钥：请用正在使用的那台服务的文件覆盖它再启动；原密钥确已丢失时，先执行 npm run host -- secret forget ${s.name}。没有改动任何数据`,
  );

async function compare(db: Db, secret: Secret, now: Date): Promise<void> {
  const known = await row<{ key_id: string }>(db, q`select key_id from secret_marks where name = ${secret.name} order by id desc limit 1`);
  const at = known ? secret.ids.indexOf(known.key_id) : secret.ids.length;
  if (known && at < 0) throw differs(secret, known.key_id);
  // Newer than the newest known one; the newest gets the last number.
  for (const id of secret.ids.slice(0, at).toReversed())
    await rows(db, q`insert into secret_marks (name, key_id, seen_at) values (${secret.name}, ${id}, ${now}) on conflict do nothing`);
}

/** Compares every secret and remembers keys that are new. Of several servers that start at once the first one decides. */
export const assertSecrets = (db: Db, secrets: readonly Secret[], now: Date): Promise<void> =>
  inTransaction(db, async (tx) => {
    await rows(tx, q`lock table secret_marks in share row exclusive mode`);
    for (const secret of secrets) await compare(tx, secret, now);
  });
