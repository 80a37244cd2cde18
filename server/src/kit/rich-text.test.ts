import { describe, expect, it } from "vitest";
import { plainOf, RICH_MAX, richOf } from "@visadesk/contract/kit/rich-text.ts";
import { bool, richText, text, z } from "@visadesk/contract/kit/field.ts";
import { browserFaults, reread } from "../testing/rich/rich-harmless.ts";
import { payloads } from "../testing/rich/rich-vectors.ts";
import { judged } from "./call/input.ts";
import { cleanOf, cleanRich } from "./rich-text.ts";

describe("rich text is cleaned", () => {
  it.each<[string, string, string]>([
    ["what may stay, stays", `<p>一<strong>二</strong></p><ul><li>三</li></ul>`, `<p>一<strong>二</strong></p><ul><li>三</li></ul>`],
    ["other names of the same", `<h1>甲</h1><p><b>乙</b><i>丙</i></p>`, `<h3>甲</h3><p><strong>乙</strong><em>丙</em></p>`],
    ["style, class and id go", `<p style="color:red" class="x" id="root">甲</p>`, `<p>甲</p>`],
    ["handlers go", `<p onclick="alert(1)">甲</p>`, `<p>甲</p>`],
    ["a script goes with its text", `<p>甲</p><script>alert(1)</script>`, `<p>甲</p>`],
    ["a form goes, its words stay", `<form action="/x">甲<button>乙</button></form>`, `<p>甲乙</p>`],
    [
      "an https link opens without its opener",
      `<p><a href="https://a.example/?b=1&amp;c" target="_blank">甲</a></p>`,
      `<p><a href="https://a.example/?b=1&amp;c" rel="noopener noreferrer">甲</a></p>`,
    ],
    ["any other link is its words", `<p><a href="javascript:alert(1)">甲</a><a href="http://a.example">乙</a></p>`, `<p>甲乙</p>`],
    [
      "a picture of our own",
      `<img src="/storage/public/00/picture0001.png" alt="样例" onerror="alert(1)">`,
      `<img src="/storage/public/00/picture0001.png" alt="样例">`,
    ],
    ["a foreign picture goes", `<p>甲<img src="https://a.example/x.png"></p>`, `<p>甲</p>`],
    ["a private one too", `<p>甲<img src="/storage/private/00/passport0001.png"></p>`, `<p>甲</p>`],
    ["words outside a block", `甲<strong>乙</strong><p>丙</p>丁`, `<p>甲<strong>乙</strong></p><p>丙</p><p>丁</p>`],
    ["lines by div", `<div>甲</div><div>乙</div>`, `<p>甲</p><p>乙</p>`],
    ["a block inside bold", `<strong><p>甲</p></strong>`, `<p>甲</p>`],
    ["lines of the source are none of the text", `<p>甲\n  乙</p>\n\n<p>丙</p>`, `<p>甲 乙</p><p>丙</p>`],
    [
      "only numbers span cells",
      `<table><tr><td colspan="2" rowspan="x">甲</td></tr></table>`,
      `<table><tbody><tr><td colspan="2">甲</td></tr></tbody></table>`,
    ],
    ["a text without markup is paragraphs", `一 < 二\n三\n\n四`, `<p>一 &lt; 二<br>三</p><p>四</p>`],
    ["nothing to read is nothing", `<p> </p><p><br></p>`, ``],
  ])("%s", (_what, given, wanted) => {
    expect(cleanRich(given)).toBe(wanted);
  });

  it("a thousand payloads leave nothing that a browser would run, and a second cleaning changes nothing", () => {
    expect(payloads.length).toBeGreaterThanOrEqual(1_000);
    const faults = payloads.flatMap(({ name, html }) => {
      const clean = cleanRich(html);
      return [
        ...browserFaults(clean),
        ...browserFaults(reread(clean)),
        ...(cleanRich(clean) === clean ? [] : [`not the same twice: ${clean}`]),
      ].map((fault) => `${name}: ${fault}`);
    });
    expect(faults).toEqual([]);
  });

  it("words survive: what was written as text is read as text", () => {
    const words = `<script>alert(1)</script> & "引号"`;
    expect(plainOf(cleanRich(`<p>${words.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`))).toBe(words);
    expect(plainOf(richOf("x < y\n<z"))).toBe("x < y\n<z");
  });
});

describe("rich text is judged", () => {
  const form = z.strictObject({ body: richText("正文", { max: 10 }), note: z.optional(richText("备注", { min: 0, max: 10 })) });
  const fault = (value: object): string | undefined => judged(form, value).error?.issues[0]?.message;

  it("by its words, whatever the markup weighs", () => {
    expect(judged(form, { body: `<p><strong>${"字".repeat(10)}</strong></p>` }).success).toBe(true);
    expect(fault({ body: `<p>${"字".repeat(11)}</p>` })).toBe("正文最多10个字符，现有11个");
    expect(fault({ body: "<p><br></p>" })).toBe("请输入正文");
    expect(fault({ body: "<script>alert(1)</script>" })).toBe("请输入正文");
    expect(fault({ body: `<img src="/storage/public/00/picture0001.png">` })).toBeUndefined();
    expect(judged(form, { body: "甲", note: "<p> </p>" }).data).toEqual({ body: "<p>甲</p>", note: "" });
    expect(fault({ body: 5 })).toBe("正文格式不正确");
  });

  it("markup without end is refused, not read", () => {
    expect(fault({ body: `<p>甲</p>${"<u></u>".repeat(RICH_MAX)}` })).toBe("正文的格式过多，请清除格式后再保存");
  });

  it("wherever a shape holds it, and nothing beside it", () => {
    const type = z.strictObject({
      plain: text("名称"),
      list: z.array(z.strictObject({ body: z.nullable(richText("正文")), is_on: bool("开") })),
      by_key: z.record(z.string(), richText("正文")),
      either: z.union([z.strictObject({ body: richText("正文") }), z.literal(0)]),
    });
    const bad = `<p onclick=x>甲</p>`;
    expect(
      cleanOf(type)({
        plain: bad,
        list: [{ body: bad, is_on: true }, { body: null }],
        by_key: { a: bad },
        either: { body: bad },
        more: bad,
      }),
    ).toEqual({
      plain: bad,
      list: [{ body: "<p>甲</p>", is_on: true }, { body: null }],
      by_key: { a: "<p>甲</p>" },
      either: { body: "<p>甲</p>" },
      more: bad,
    });
  });
});
