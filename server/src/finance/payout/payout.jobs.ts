/** Takes bank files away after a week. */
import { q, rows } from "#kit/db/sql.ts";
import type { JobDef } from "#kit/jobs.ts";
import { sealedFiles } from "#kit/seal/seal-files.ts";
import { releaseFiles } from "../../files/index.ts";

export const payoutJobs: readonly JobDef[] = [
  {
    name: "payout_file_expire",
    label: "清理过期网银文件",
    cron: "every hour",
    run: async (ctx) => {
      const ended = await rows<{ id: number; file_key: string }>(
        ctx.db,
        q`select id, file_key from payout_batches where file_key is not null and expires_at <= ${ctx.now} limit 200`,
      );
      for (const { id, file_key } of ended)
        await ctx.change(async (c) => {
          await rows(c.db, q`update payout_batches set file_key = null where id = ${id}`);
          await releaseFiles(c, [file_key]);
        });
    },
  },
];
/** Bank files as `seal_move` walks them. */
export const payoutFileSeals = sealedFiles("payout_batches", "file_key");
