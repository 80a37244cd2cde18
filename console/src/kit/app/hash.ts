/**
 * MD5, SHA-256, HMAC-SHA256, base64 and UUID v4 in plain script: the browser's own crypto.subtle and
 * randomUUID are absent on plain http addresses, where the console is used inside offices.
 */
const encoder = new TextEncoder();

const hex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");

/** Message padded to 64-byte blocks with its bit length at the end. */
function padded(message: Uint8Array, littleEndian: boolean): DataView {
  const size = ((message.length + 8) >> 6) * 64 + 64;
  const bytes = new Uint8Array(size);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  const low = (message.length * 8) >>> 0;
  const high = Math.floor(message.length / 0x20000000);
  view.setUint32(size - 8, littleEndian ? low : high, littleEndian);
  view.setUint32(size - 4, littleEndian ? high : low, littleEndian);
  return view;
}

const rotateLeft = (x: number, n: number): number => (x << n) | (x >>> (32 - n));
const rotateRight = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

const MD5_SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const MD5_SINES = Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32) | 0);

function md5Step(i: number, b: number, c: number, d: number): [mix: number, word: number] {
  if (i < 16) return [(b & c) | (~b & d), i];
  if (i < 32) return [(d & b) | (~d & c), (5 * i + 1) % 16];
  if (i < 48) return [b ^ c ^ d, (3 * i + 5) % 16];
  return [c ^ (b | ~d), (7 * i) % 16];
}

/** Lower-case MD5 hex of the UTF-8 text; passwords travel in this form. */
export function md5(text: string): string {
  const view = padded(encoder.encode(text), true);
  const state = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
  for (let block = 0; block < view.byteLength; block += 64) {
    let [a = 0, b = 0, c = 0, d = 0] = state;
    for (let i = 0; i < 64; i++) {
      const [mix, word] = md5Step(i, b, c, d);
      const sum = (a + mix + (MD5_SINES[i] ?? 0) + view.getInt32(block + word * 4, true)) | 0;
      const turned = rotateLeft(sum, MD5_SHIFTS[(i >> 4) * 4 + (i % 4)] ?? 0);
      [a, d, c, b] = [d, c, b, (b + turned) | 0];
    }
    [a, b, c, d].forEach((v, i) => (state[i] = ((state[i] ?? 0) + v) | 0));
  }
  const out = new DataView(new ArrayBuffer(16));
  state.forEach((v, i) => out.setInt32(i * 4, v, true));
  return hex(new Uint8Array(out.buffer));
}

/** First 32 bits of the fractional part of a root of the first primes: the constants of FIPS 180-4. */
const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p !== 0)) found.push(n);
  return found;
};
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;
const SHA_START = primes(8).map((p) => fraction(Math.sqrt(p)));
const SHA_ROUNDS = primes(64).map((p) => fraction(Math.cbrt(p)));

function schedule(view: DataView, block: number): Int32Array {
  const w = new Int32Array(64);
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + i * 4);
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15] ?? 0;
    const y = w[i - 2] ?? 0;
    const s0 = rotateRight(x, 7) ^ rotateRight(x, 18) ^ (x >>> 3);
    const s1 = rotateRight(y, 17) ^ rotateRight(y, 19) ^ (y >>> 10);
    w[i] = ((w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1) | 0;
  }
  return w;
}

function sha256(message: Uint8Array): Uint8Array {
  const view = padded(message, false);
  const state = [...SHA_START];
  for (let block = 0; block < view.byteLength; block += 64) {
    const w = schedule(view, block);
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < 64; i++) {
      const s1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (SHA_ROUNDS[i] ?? 0) + (w[i] ?? 0)) | 0;
      const s0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((v, i) => (state[i] = ((state[i] ?? 0) + v) | 0));
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((v, i) => out.setInt32(i * 4, v));
  return new Uint8Array(out.buffer);
}

/** Lower-case SHA-256 hex of the UTF-8 text. */
export const sha256Hex = (text: string): string => hex(sha256(encoder.encode(text)));

/** Lower-case HMAC-SHA256 hex, key and text as UTF-8. */
export function hmacSha256(key: string, text: string): string {
  const given = encoder.encode(key);
  const block = new Uint8Array(64);
  block.set(given.length > 64 ? sha256(given) : given);
  const body = encoder.encode(text);
  const inner = new Uint8Array(64 + body.length);
  inner.set(block.map((b) => b ^ 0x36));
  inner.set(body, 64);
  const outer = new Uint8Array(96);
  outer.set(block.map((b) => b ^ 0x5c));
  outer.set(sha256(inner), 64);
  return hex(sha256(outer));
}

/** Base64 of the UTF-8 text. */
export const base64 = (text: string): string => btoa(String.fromCharCode(...encoder.encode(text)));

/** Random UUID v4; getRandomValues works on plain http too. */
export function uuid(): string {
  const b = crypto.getRandomValues(new Uint8Array(16));
  b[6] = ((b[6] ?? 0) & 0x0f) | 0x40;
  b[8] = ((b[8] ?? 0) & 0x3f) | 0x80;
  const h = hex(b);
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-${h.slice(12, 16)}-${h.slice(16, 20)}-${h.slice(20)}`;
}
