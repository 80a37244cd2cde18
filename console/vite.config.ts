import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { DEV_ACCESS_KEY, DEV_ACCESS_SECRET, FRONT_VERSION } from "../contract/src/kit/constants.ts";
import { chunks } from "./vite-chunks.ts";

const time = new Date().toISOString();
const env = (name: string, fallback: string): string => JSON.stringify(process.env[`VITE_${name}`] ?? process.env[name] ?? fallback);

/** Version and build time beside the bundle; the console compares them before each navigation. */
const buildConfig = (): Plugin => ({
  name: "build-config",
  apply: "build",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "build-config.json", source: JSON.stringify({ version: FRONT_VERSION, time }) });
  },
});

/** Flags as files of their own under /flags, asked for when one is drawn. */
const flags = (): Plugin => {
  const folder = join(dirname(createRequire(import.meta.url).resolve("country-flag-icons/package.json")), "3x2");
  const names = readdirSync(folder).filter((name) => /^[A-Z]{2}\.svg$/.test(name));
  return {
    name: "flags",
    configureServer: (server) =>
      void server.middlewares.use("/flags", (req, res, next) => {
        const name = names.find((n) => req.url === `/${n}`);
        if (!name) return next();
        res.setHeader("content-type", "image/svg+xml");
        res.end(readFileSync(join(folder, name)));
      }),
    generateBundle() {
      for (const name of names) this.emitFile({ type: "asset", fileName: `flags/${name}`, source: readFileSync(join(folder, name)) });
    },
  };
};

const COMPRESSED = new Set([".js", ".css", ".html", ".svg"]);

/** .br and .gz beside each text file, so that the server never compresses one at run time. */
const precompress = (): Plugin => {
  let dir = "";
  const walk = (folder: string): string[] =>
    readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? walk(path) : [path];
    });
  return {
    name: "precompress",
    apply: "build",
    configResolved: (config) => void (dir = join(config.root, config.build.outDir)),
    closeBundle() {
      for (const path of walk(dir).filter((p) => COMPRESSED.has(extname(p)))) {
        const content = readFileSync(path);
        if (content.length < 1024) continue;
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(content, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
          }),
        );
      }
    },
  };
};

export default defineConfig({
  root: import.meta.dirname,
  base: "/",
  plugins: [react(), chunks(), buildConfig(), flags(), precompress()],
  define: {
    __BUILD_TIME__: JSON.stringify(time),
    "import.meta.env.VITE_ACCESS_KEY": env("ACCESS_KEY", DEV_ACCESS_KEY),
    "import.meta.env.VITE_ACCESS_SECRET": env("ACCESS_SECRET", DEV_ACCESS_SECRET),
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
  },
  server: { proxy: { "/api": "http://127.0.0.1:8080", "/storage": "http://127.0.0.1:8080" } },
});
