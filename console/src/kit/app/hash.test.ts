import { expect, test } from "vitest";
import { signText } from "@visadesk/contract/kit/envelope.ts";
import { base64, hmacSha256, md5, sha256Hex, uuid } from "./hash.ts";

test.each([
  ["", "d41d8cd98f00b204e9800998ecf8427e"],
  ["abc", "900150983cd24fb0d6963f7d28e17f72"],
  ["12345678901234567890123456789012345678901234567890123456789012345678901234567890", "57edf4a22be3c955ac49da2e2107b67a"],
  ["visadesk", "74f8d5f9d8b6b5d096ee459f0a13a46a"],
  ["密码", "a8105204604a0b11e916f3879aae3b0b"],
])("C1 MD5 of %j", (text, hash) => expect(md5(text)).toBe(hash));

test.each([
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"],
])("C1 SHA-256 of %j", (text, hash) => expect(sha256Hex(text)).toBe(hash));

test("C1 HMAC-SHA256: RFC 4231 case 2, and keys around the block size", () => {
  expect(hmacSha256("Jefe", "what do ya want for nothing?")).toBe("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  const around: [number, string][] = [
    [63, "75539c4d205fcf0a0682ee32551f1036670a2ffe0b659d7299af9cf8ffeea6c9"],
    [64, "78f35914a17872c10c02f965e0f768aa61933ea2199f93e4597be046446ea649"],
    [65, "37b89bdbfef62f1cd89e3e5a3d2444bdf0f40fd220c17822b11c9841913a7c3d"],
    [200, "c2b536f7a43d6c3ef2886dfcd4365bf6d30833c5b6fbbaea23ed42acb0341f71"],
  ];
  for (const [length, hash] of around) expect(hmacSha256("k".repeat(length), "签".repeat(length))).toBe(hash);
});

test("C1 the four signed lines give the published signature", () => {
  const text = signText("demo-key", "2026-11-20T01:02:03.004Z", "1.0.2", "3f2b6c1e-8a47-4d52-9b1c-0e5f7a9d1234");
  expect(hmacSha256("demo-secret", text)).toBe("e893139957d7d8d5c7c8f529b1cb9722c4af6d79574507898091928c60a78e13");
});

test("C1 UUIDs are version 4 and differ", () => {
  const ids = Array.from({ length: 200 }, uuid);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(200);
  expect(base64("密码:a")).toBe("5a+G56CBOmE=");
});
