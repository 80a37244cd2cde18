/**
 * Is a received MD5 one of a listed weak password? The server never sees the text, so the list is walked: digits up to
 * six, dates, every three printable characters, common words with common endings. About two million hashes, only when
 * a password is set; it yields so that other calls go on.
 */
import { hash } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import { firstWord } from "./md5-word.ts";

const WORDS = `password passwd passw0rd p@ssword p@ssw0rd admin administrator root test tester guest user login welcome letmein
 qwer qwert qwerty qwertyuiop asdf asdfg asdfgh asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qaz wsx qazwsx qazwsxedc 1qaz 1qaz2wsx 2wsx3edc
 q1w2e3 q1w2e3r4 q1w2e3r4t5 a1b2c3 a1b2c3d4 1q2w3e 1q2w3e4r 1q2w3e4r5t abc abcd abcde abcdef abcdefg abcdefgh abc123 aabbcc aaa aaaa
 aaaaa aaaaaa iloveyou ilove woaini wo5201314 5201314 1314520 woaiwojia woaini1314 nihao nihaoma wangwei zhangwei wangfang liwei
 lina zhangmin lijing wangjing zhangli liuwei chenwei yangyang beijing shanghai guangzhou shenzhen hangzhou china zhongguo taobao
 alipay weixin wechat qq tencent baidu huawei xiaomi visa qianzheng huzhao lvyou travel hotel office company master monkey dragon
 shadow sunshine princess football baseball superman batman michael jordan hello hunter killer google apple samsung internet service
 manager finance product expert system server oracle mysql default changeme secret god love money lucky happy summer winter spring
 autumn computer trustno1 starwars whatever freedom ninja mustang access flower cookie a123456 a12345678 z123456 w123456 q123456
 x123456 s123456 as123456 aa123456 qq123456 zx123456 abc123456 asd123 asd123456 qwe qwe123 qwe123456 zxc zxc123 zxc123456 123qwe
 123abc 123asd woshishui caonima tiantian xiaoxiao baobao feifei mimi yuanyuan`.split(/\s+/);
const ENDINGS = [
  "",
  "!",
  "1",
  "01",
  "11",
  "12",
  "123",
  "1234",
  "12345",
  "123456",
  "123456789",
  "123!",
  "@123",
  "@1234",
  "666",
  "888",
  "520",
  "521",
  "1314",
  "000",
  "111",
  "2018",
  "2019",
  "2020",
  "2021",
  "2022",
  "2023",
  "2024",
  "2025",
  "2026",
  "@2024",
  "@2025",
  "@2026",
  "_123",
  "#123",
  ".",
];

function* words(): Generator<string> {
  for (const word of WORDS) {
    for (const form of [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()])
      for (const ending of ENDINGS) yield form + ending;
  }
}

function* digits(): Generator<string> {
  for (const run of [
    "1234567890",
    "0123456789",
    "9876543210",
    "0987654321",
    "147258369",
    "741852963",
    "789456123",
    "1122334455",
    "1357924680",
  ]) {
    for (let n = 7; n <= run.length; n++) yield run.slice(0, n);
  }
  for (let d = 0; d <= 9; d++) for (let n = 7; n <= 16; n++) yield String(d).repeat(n);
  for (let pair = 0; pair < 100; pair++) for (let n = 4; n <= 6; n++) yield String(pair).padStart(2, "0").repeat(n);
  for (let year = 1940; year <= 2035; year++)
    for (let month = 1; month <= 12; month++)
      for (let day = 1; day <= 31; day++) yield `${year}${String(month).padStart(2, "0")}${String(day).padStart(2, "0")}`;
}

const CHUNK = 50_000;
const DIGITS = { first: 48, count: 10, longest: 6 };
const PRINTABLE = { first: 32, count: 95, longest: 3 };

/** Every text of up to `longest` characters of one run of ASCII; without strings, because there are two million. */
async function inFamily(wanted: number, { first, count, longest }: typeof DIGITS): Promise<string[]> {
  const hits: string[] = [];
  const text = new Uint8Array(8);
  const block = new Int32Array(text.buffer);
  let n = 0;
  for (let length = 1; length <= longest; length++) {
    text.fill(0);
    text[length] = 0x80;
    // The first character runs through its family while the others stand still.
    for (let i = 0; i < count ** (length - 1); i++) {
      for (let k = 1, rest = i; k < length; k++, rest = Math.floor(rest / count)) text[k] = first + (rest % count);
      for (let c = first; c < first + count; c++) {
        text[0] = c;
        if (firstWord(block[0] ?? 0, block[1] ?? 0, length) === wanted) hits.push(String.fromCharCode(...text.subarray(0, length)));
      }
      n += count;
      if (n >= CHUNK) {
        n = 0;
        await breathe();
      }
    }
  }
  return hits;
}

const known = new Map<string, boolean>();

/** True when the password behind this MD5 is listed. */
export async function isWeakPasswd(md5: string): Promise<boolean> {
  const seen = known.get(md5);
  if (seen !== undefined) return seen;
  const weak = await walk(md5);
  if (weak) known.set(md5, weak);
  return weak;
}

async function walk(md5: string): Promise<boolean> {
  const same = (text: string): boolean => hash("md5", text) === md5;
  for (const source of [words, digits]) for (const text of source()) if (same(text)) return true;
  await breathe();
  const wanted = Buffer.from(md5, "hex").readInt32LE(0);
  return [...(await inFamily(wanted, DIGITS)), ...(await inFamily(wanted, PRINTABLE))].some(same);
}
