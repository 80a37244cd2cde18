/** `npm run dev`: the server restarting on every change, and the console by Vite, which passes calls on to it. */
import { spawn } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { createServer } from "vite";
import { root } from "./lib/run.ts";

const port = process.env["PORT"] || "8080";
const server = spawn(process.execPath, ["--watch", "--watch-preserve-output", path.join(root, "server/src/main.ts")], {
  cwd: root,
  env: { ...process.env, PORT: port, DEMO: process.env["DEMO"] || "1" },
  stdio: "inherit",
});
const target = `http://127.0.0.1:${port}`;
const paths = ["/api", "/storage", "/openapi.json", "/healthz", "/readyz", "/q/"];
const vite = await createServer({
  root: path.join(root, "console"),
  server: { proxy: Object.fromEntries(paths.map((p) => [p, { target }])) },
});
await vite.listen();
vite.printUrls();

async function stop(code: number): Promise<never> {
  server.kill("SIGTERM");
  await vite.close();
  process.exit(code);
}
server.on("exit", (code) => void stop(code ?? 0));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(0));
