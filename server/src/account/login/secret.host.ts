/** Giving a lost key up: the next start takes the one it finds. */
import type { HostCommands } from "#kit/host.ts";
import { refuse } from "#kit/http/refuse.ts";

export const secretHost = {
  "secret forget": {
    usage: "<密钥名>",
    label: "原密钥确已丢失：下次启动改用现有的密钥",
    args: 1,
    run: async ({ args, print }, ctx) => {
      const name = args[0] ?? "";
      const gone = await ctx.db.deleteFrom("secret_marks").where("name", "=", name).returning("key_id").execute();
      if (gone.length === 0) {
        const known = await ctx.db.selectFrom("secret_marks").select("name").distinct().orderBy("name").execute();
        refuse("bad_input", `没有这个密钥，已登记的是 ${known.map((k) => k.name).join("、") || "无"}`);
      }
      const passwords = name === "pepper" ? "，所有密码须用 worker reset-password 重设" : "";
      print(`已忘记 ${name}，下次启动改用现有的密钥；用原密钥保存的内容不能再打开${passwords}`);
      ctx.note({ kind: "grant", noun: "secret", noun_no: name, reason: `忘记 ${gone.map((k) => k.key_id).join("、")}` });
    },
  },
} satisfies HostCommands;
