/**
 * First 32 bits of the MD5 (RFC 1321) of a text of up to seven bytes, for walking lists of weak passwords: some fifty times
 * faster than hashing strings. Such a text fills two words of its block; the third that is not zero holds its length.
 */
const ADD = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));
const A = 0x67452301;
const B = 0xefcdab89 | 0;
const C = 0x98badcfe | 0;
const D = 0x10325476;
const block = new Int32Array(16);
const LENGTH_AT = 14;

const turn = (n: number, by: number): number => (n << by) | (n >>> (32 - by));
const add = (i: number): number => ADD[i] ?? 0;
const word = (i: number): number => block[i & 15] ?? 0;

/** `low` and `high` are the text's bytes with 0x80 behind the last, little endian. Answers a signed number. */
export function firstWord(low: number, high: number, length: number): number {
  block[0] = low;
  block[1] = high;
  block[LENGTH_AT] = length * 8;
  let a = A;
  let b = B;
  let c = C;
  let d = D;
  for (let i = 0; i < 16; i += 4) {
    a = (turn((a + ((b & c) | (~b & d)) + add(i) + word(i)) | 0, 7) + b) | 0;
    d = (turn((d + ((a & b) | (~a & c)) + add(i + 1) + word(i + 1)) | 0, 12) + a) | 0;
    c = (turn((c + ((d & a) | (~d & b)) + add(i + 2) + word(i + 2)) | 0, 17) + d) | 0;
    b = (turn((b + ((c & d) | (~c & a)) + add(i + 3) + word(i + 3)) | 0, 22) + c) | 0;
  }
  for (let i = 16; i < 32; i += 4) {
    a = (turn((a + ((d & b) | (~d & c)) + add(i) + word(5 * i + 1)) | 0, 5) + b) | 0;
    d = (turn((d + ((c & a) | (~c & b)) + add(i + 1) + word(5 * i + 6)) | 0, 9) + a) | 0;
    c = (turn((c + ((b & d) | (~b & a)) + add(i + 2) + word(5 * i + 11)) | 0, 14) + d) | 0;
    b = (turn((b + ((a & c) | (~a & d)) + add(i + 3) + word(5 * i)) | 0, 20) + c) | 0;
  }
  for (let i = 32; i < 48; i += 4) {
    a = (turn((a + (b ^ c ^ d) + add(i) + word(3 * i + 5)) | 0, 4) + b) | 0;
    d = (turn((d + (a ^ b ^ c) + add(i + 1) + word(3 * i + 8)) | 0, 11) + a) | 0;
    c = (turn((c + (d ^ a ^ b) + add(i + 2) + word(3 * i + 11)) | 0, 16) + d) | 0;
    b = (turn((b + (c ^ d ^ a) + add(i + 3) + word(3 * i + 14)) | 0, 23) + c) | 0;
  }
  for (let i = 48; i < 64; i += 4) {
    a = (turn((a + (c ^ (b | ~d)) + add(i) + word(7 * i)) | 0, 6) + b) | 0;
    d = (turn((d + (b ^ (a | ~c)) + add(i + 1) + word(7 * i + 7)) | 0, 10) + a) | 0;
    c = (turn((c + (a ^ (d | ~b)) + add(i + 2) + word(7 * i + 14)) | 0, 15) + d) | 0;
    b = (turn((b + (d ^ (c | ~a)) + add(i + 3) + word(7 * i + 5)) | 0, 21) + c) | 0;
  }
  return (a + A) | 0;
}
