/** First 32 bits of the MD5 of a short text (RFC 1321), for walking lists of weak passwords: ten times faster than hashing strings. */
const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const ADD = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));
const SHIFT = Uint8Array.from({ length: 64 }, (_, i) => SHIFTS[(i >> 4) * 4 + (i & 3)] ?? 0);
const WORD = Uint8Array.from({ length: 64 }, (_, i) => [i, 5 * i + 1, 3 * i + 5, 7 * i].at(i >> 4) ?? 0).map((w) => w & 15);
const block = new Int32Array(16);

const mix = (i: number, b: number, c: number, d: number): number =>
  i < 16 ? (b & c) | (~b & d) : i < 32 ? (d & b) | (~d & c) : i < 48 ? b ^ c ^ d : c ^ (b | ~d);

/** `bytes` is at most 55 long: one block. Answers the first word as a signed number, little endian. */
export function firstWord(bytes: Uint8Array): number {
  block.fill(0);
  for (let i = 0; i < bytes.length; i++) block[i >> 2] = (block[i >> 2] ?? 0) | ((bytes[i] ?? 0) << ((i & 3) * 8));
  block[bytes.length >> 2] = (block[bytes.length >> 2] ?? 0) | (0x80 << ((bytes.length & 3) * 8));
  block[14] = bytes.length * 8;
  let a = 0x67452301,
    b = 0xefcdab89 | 0,
    c = 0x98badcfe | 0,
    d = 0x10325476;
  for (let i = 0; i < 64; i++) {
    const sum = (a + mix(i, b, c, d) + (ADD[i] ?? 0) + (block[WORD[i] ?? 0] ?? 0)) | 0;
    const by = SHIFT[i] ?? 0;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << by) | (sum >>> (32 - by)))) | 0;
  }
  return (a + 0x67452301) | 0;
}
