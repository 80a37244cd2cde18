/** Pictures are made a few at a time, whoever asks: bytes are read when the turn has come, and not before. */
import sharp from "sharp";
import { expect, test } from "vitest";
import { imageFacts, madeWidth, resized, shownFacts } from "./images.ts";

const picture = (w: number, h: number): Promise<Buffer> =>
  sharp({ create: { width: w, height: h, channels: 3, background: "#3366cc" } })
    .jpeg()
    .toBuffer();
const small = await picture(400, 300);

test("of 24 askers at once two hold the bytes of a picture of 36 megapixels", async () => {
  const big = await picture(7_200, 5_000);
  let [held, most, reads] = [0, 0, 0];
  const asked = Array.from({ length: 24 }, async (_, i) => {
    const made = await resized(
      async () => {
        most = Math.max(most, ++held);
        reads++;
        return Promise.resolve(big);
      },
      madeWidth(100 + i * 37),
    );
    held--;
    return made;
  });
  for (const made of await Promise.all(asked)) expect((await sharp(made?.data).metadata()).width).toBeLessThanOrEqual(100 + 23 * 37);
  expect([most <= 3, reads]).toEqual([true, 24]);
});

test("who would wait too long is told when to come again; an upload goes before those who look", async () => {
  let open = (): void => undefined;
  const gate = new Promise<void>((done) => (open = done));
  const order: string[] = [];
  const look = (name: string): Promise<unknown> =>
    shownFacts(async () => {
      await gate;
      return small;
    }).then(() => order.push(name));
  const looking = Array.from({ length: 52 }, (_, i) => look(`look ${i}`));
  const upload = imageFacts(small).then(() => order.push("upload"));
  await expect(look("too many")).rejects.toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  open();
  await Promise.all([...looking, upload]);
  expect(order.indexOf("upload")).toBeLessThan(6);
  expect(order).toHaveLength(53);
});

test("any width asked for is answered by one of few, never wider", () => {
  const made = new Set(Array.from({ length: 9_999 }, (_, i) => madeWidth(i + 1)));
  expect(made.size).toBeLessThanOrEqual(25);
  for (let asked = 1; asked < 10_000; asked++) expect(madeWidth(asked)).toBeLessThanOrEqual(asked);
  // What the console asks for is made as it is asked for.
  expect([96, 240, 1600].map(madeWidth)).toEqual([96, 240, 1600]);
});

test("what fails makes room for the next", async () => {
  for (let i = 0; i < 5; i++) await expect(resized(() => Promise.reject(new Error("gone")), 96)).rejects.toThrow("gone");
  for (let i = 0; i < 5; i++) expect(await resized(() => Promise.resolve(Buffer.from("no picture")), 96)).toBeNull();
  expect((await resized(() => Promise.resolve(small), 96))?.format).toBe("jpeg");
});
