/** Taking stored objects away once no record names them any more. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { JobDef, JobPayload } from "#kit/jobs.ts";
import { z } from "@visadesk/contract/kit/field.ts";

/** Which of these keys an area's records still name. */
export type FilesInUse = (db: Db, keys: readonly string[]) => Promise<string[]>;

const JOB = "file_remove";
const CHUNK = 500;
const keysIn = z.object({ keys: z.array(z.string()) });

/** Files that lost a record: removed in the background unless another record names them. */
export async function releaseFiles(ctx: Pick<Ctx, "enqueue">, keys: readonly string[]): Promise<void> {
  for (let i = 0; i < keys.length; i += CHUNK) await ctx.enqueue(JOB, { keys: keys.slice(i, i + CHUNK) });
}

async function unused(db: Db, inUse: readonly FilesInUse[], payload: JobPayload): Promise<string[]> {
  const { keys } = keysIn.parse(payload);
  const kept = new Set((await Promise.all(inUse.map((ask) => ask(db, keys)))).flat());
  return keys.filter((k) => !kept.has(k));
}

/** `inUse`: every area whose records name files. */
export const fileJobs = (inUse: readonly FilesInUse[]): JobDef[] => [
  {
    name: JOB,
    label: "清理不再使用的文件",
    run: async (ctx, payload) => {
      const gone = await unused(ctx.db, inUse, payload);
      // Row first: the same bytes uploaded meanwhile make a new row and are stored again.
      await ctx.change(async (c) => void (gone.length > 0 && (await c.db.deleteFrom("files").where("key", "in", gone).execute())));
      for (const key of gone) await ctx.files.remove(key);
      return { removed: gone.length };
    },
  },
];
