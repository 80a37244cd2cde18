/** Host commands of the sealing: a new key, and how far everything is sealed under the newest one. */
import type { HostCommands } from "../host.ts";
import { refuse } from "../http/refuse.ts";
import { addSealKey, newestSealKey, sealKeys, sealKeysAreGiven } from "./seal-keys.ts";
import { openSeals, SEAL_MOVE, sealState } from "./seal-move.ts";
import { q, row } from "../db/sql.ts";

interface MoveJob {
  state: string;
  progress: number | null;
  progress_total: number | null;
}

export const sealHost = {
  "seal rotate": {
    usage: "",
    label: "换用新的密钥，后台重新加密号码和文件",
    args: 0,
    run: async ({ dataDir, print }, ctx) => {
      if (sealKeysAreGiven())
        refuse("not_allowed", "密钥来自 SEAL_KEY：请在它最前面加一个新密钥（openssl rand -base64 32），以逗号与旧密钥分隔，再重启各进程");
      addSealKey(dataDir);
      await openSeals(ctx.db, ctx.now);
      ctx.note({ noun: "seal", reason: `新密钥 ${newestSealKey().id}` });
      print(
        `已加入新密钥 ${newestSealKey().id}。请把数据目录的 seal-keys 复制给各进程并重启，之后在后台重新加密；旧密钥留着，备份要靠它打开`,
      );
    },
  },
  "seal status": {
    usage: "",
    label: "号码和文件加密到哪里",
    args: 0,
    run: async ({ print }, { db }) => {
      const state = await sealState(db);
      const job = await row<MoveJob>(
        db,
        q`select state, progress, progress_total from jobs where job = ${SEAL_MOVE} order by id desc limit 1`,
      );
      const done = !state.clear_left && state.key_id === newestSealKey().id;
      const open = job && (job.state === "waiting" || job.state === "running");
      print(
        `密钥：${sealKeys()
          .map((k) => k.id)
          .join("、")}（最新的在前）`,
      );
      print(
        done
          ? "全部号码和文件已用最新密钥加密"
          : open
            ? `正在加密：${job.progress ?? 0} / ${job.progress_total ?? "?"}`
            : "尚未全部加密，启动服务后在后台进行",
      );
    },
  },
} satisfies HostCommands;
