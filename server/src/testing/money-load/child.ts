/**
 * A process that lets money events happen on so many connections, and says each as it ends: `node child.ts <url> <end> <peers> <next of
 * each connection>`. It is killed in between; whoever began it knows from where each connection goes on.
 */
import process from "node:process";
import { openDb } from "#kit/db/db.ts";
import { happen } from "./events.ts";

const [url = "", end = "0", peers = "", next = ""] = process.argv.slice(2);
const begins = next.split(",").map(Number);
const ids = peers.split(",").map(Number);
const database = openDb({ url, max: begins.length + 1 });
const BUSY = new Set(["40P01", "40001", "55P03"]);
const isBusy = (e: unknown): boolean => e instanceof Error && "code" in e && BUSY.has(String(e.code));

async function one(n: number): Promise<string> {
  for (let tries = 0; tries < 3; tries++) {
    try {
      return String(await happen(database.db, ids, n));
    } catch (e) {
      if (!isBusy(e)) return `! ${String(e).replaceAll("\n", " ")}`;
      process.stdout.write(`busy ${n}\n`);
    }
  }
  return "! never free";
}
await Promise.all(
  begins.map(async (from) => {
    for (let n = from; n < Number(end); n += begins.length) process.stdout.write(`${n} ${await one(n)}\n`);
  }),
);
await database.close();
