/** Time-based one-time codes (RFC 6238: SHA-1, 30 s, six digits) and base32 (RFC 4648). */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const STEP_MS = 30_000;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((b) => b.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((chunk) => BASE32[Number.parseInt(chunk.padEnd(5, "0"), 2)]).join("");
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((c) => BASE32.indexOf(c).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export const newTotpSecret = (): string => base32(randomBytes(20));
export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

export function totpAt(secret: string, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, "0");
}

/** The step whose code this is, one step early or late included and later than `used`; null when none. */
export function totpStep(secret: string, code: string, now: Date, used: number | null): number | null {
  const given = Buffer.from(code);
  const steps = [0, -1, 1].map((d) => stepAt(now) + d).filter((s) => used === null || s > used);
  const hit = steps.find((s) => given.length === 6 && timingSafeEqual(Buffer.from(totpAt(secret, s)), given));
  return hit ?? null;
}

export const totpUri = (secret: string, account: string, issuer: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
