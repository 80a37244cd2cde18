import { expect, test } from "vitest";
import { cleanName } from "./upload.ts";

test("names are made harmless", () => {
  expect(cleanName("../../etc/passwd")).toBe("passwd");
  expect(cleanName("C:\\x\\护照.png")).toBe("护照.png");
  expect(cleanName("a\u0000b\u202Ec.png")).toBe("abc.png");
  expect(cleanName("..")).toBe("未命名");
  expect([...cleanName(`${"长".repeat(300)}.png`)].length).toBe(94);
});
