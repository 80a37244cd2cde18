/** A few pictures that stand for what customers upload: drawn here, stored once, named by many papers. */
import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { isIdentityPaper } from "@visadesk/contract/base-data/paper/document.rules.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import type { Db } from "#kit/db/db.ts";
import type { FileStore } from "#kit/files/files.ts";
import { withWorkFile } from "#kit/files/work-files.ts";

export interface DemoFile {
  key: string;
  filename: string;
  size: number;
}

const page = (title: string, lines: readonly string[], w: number, h: number, tint: string): string => `
  <svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">
    <rect width="100%" height="100%" fill="${tint}"/><rect x="24" y="24" width="${w - 48}" height="${h - 48}" fill="#fff" stroke="#c9d3e0"/>
    <text x="56" y="92" font-size="34" font-family="Noto Sans CJK SC, sans-serif" fill="#24364d">${title}</text>
    ${lines.map((l, i) => `<text x="56" y="${160 + i * 46}" font-size="24" font-family="Noto Sans CJK SC, sans-serif" fill="#51637a">${l}</text>`).join("")}
    <text x="${w / 2}" y="${h - 60}" text-anchor="middle" font-size="28" fill="#b8c4d3" font-family="Noto Sans CJK SC, sans-serif">DEMO 演示</text>
  </svg>`;
const passport = (n: number): string =>
  page(
    "PASSPORT  CHN",
    ["SPECIMEN", `No. DEMO-${n}`, "P&lt;CHNDEMO&lt;&lt;PERSON&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;"],
    1200,
    840,
    ["#e6eef7", "#efe9e1", "#e8f1e8"][n % 3] ?? "#eee",
  );
const photo = (n: number): string => `
  <svg xmlns="http://www.w3.org/2000/svg" width="413" height="531"><rect width="100%" height="100%" fill="#ffffff"/>
    <circle cx="206" cy="200" r="92" fill="${["#e3b58f", "#d7a27a", "#eac3a2"][n % 3]}"/><path d="M60 531c10-150 80-190 146-190s136 40 146 190z" fill="${["#34506f", "#5b3f55", "#3d5d46"][n % 3]}"/></svg>`;

/** What a drawing shows. Papers that show who somebody is never share one with others: a file is as closed as the strictest paper it stands for. */
export type DemoPicture = "passport" | "identity" | "paper" | "photo" | "result" | "letter";
export const pictureOf = (p: { kind: number; category: number | null; sub_type: string | null }): DemoPicture =>
  p.kind === 4 ? "photo" : p.sub_type === "passport" ? "passport" : isIdentityPaper(p) ? "identity" : "paper";

const SCAN = ["演示文件，非真实资料", "日期 2026-10-01"];
const DRAWINGS: Readonly<Record<DemoPicture, readonly [string, (n: number) => string]>> = {
  passport: ["护照", passport],
  identity: ["证件", (n) => page(["户口本", "身份证", "婚姻证明"][n % 3] ?? "证件", SCAN, 1000, 1400, "#f3eee6")],
  paper: ["资料", (n) => page(["银行流水", "在职证明", "行程单"][n % 3] ?? "资料", [...SCAN, "盖章 DEMO"], 1000, 1400, "#eef1f5")],
  photo: ["照片", photo],
  result: ["电子签证", (n) => page("E-VISA", [`Visa No. DEMO-${n}`, "演示文件，非真实签证"], 1000, 1400, "#eaf4ee")],
  letter: ["拒签信", (n) => page("REFUSAL", [`Letter No. DEMO-${n}`, "演示文件，非真实拒签信"], 1000, 1400, "#f7eeee")],
};

async function store(db: Db, files: FileStore, name: string, svg: string, now: Date): Promise<DemoFile> {
  const { default: sharp } = await import("sharp");
  const image = await sharp(Buffer.from(svg)).jpeg({ quality: 78 }).toBuffer({ resolveWithObject: true });
  const sha256 = createHash("sha256").update(image.data).digest("hex");
  const filename = `${name}.jpg`;
  const known = await db
    .selectFrom("files")
    .select(["key", "size"])
    .where("sha256", "=", sha256)
    .where("is_private", "=", true)
    .executeTakeFirst();
  if (known) return { ...known, filename };
  const key = `private/${sha256.slice(0, 2)}/${randomUUID().replaceAll("-", "")}.jpg`;
  await withWorkFile(async (at) => {
    await writeFile(at, image.data, { mode: 0o600 });
    await files.put(key, at, "image/jpeg");
  });
  const { width, height, size } = image.info;
  await db
    .insertInto("files")
    .values({ key, is_private: true, sha256, size, content_type: "image/jpeg", width, height, created_at: now })
    .execute();
  return { key, filename, size };
}

/** Stores the drawings, three of each. */
export async function demoFiles(db: Db, files: FileStore, now: Date): Promise<Readonly<Record<DemoPicture, readonly DemoFile[]>>> {
  const made: Record<DemoPicture, DemoFile[]> = { passport: [], identity: [], paper: [], photo: [], result: [], letter: [] };
  for (const picture of keysOf(DRAWINGS)) {
    const [name, draw] = DRAWINGS[picture];
    for (const n of [0, 1, 2]) made[picture].push(await store(db, files, `${name}${n + 1}`, draw(n), now));
  }
  return made;
}
