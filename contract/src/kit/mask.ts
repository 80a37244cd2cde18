/** How personal values look when masked. The runner masks every personal field of every answer by these. */
export type Personal = "name" | "latin" | "mobile" | "email" | "id_card" | "passport" | "address" | "birth" | "card";
/** Numbers that are stored sealed; lists and pages hold the mask alone (server kit/seal/seal.ts). */
export const SEALED_KINDS = ["mobile", "id_card", "passport", "card"] as const satisfies readonly Personal[];
export type SealedKind = (typeof SEALED_KINDS)[number];

const keep = (v: string, head: number, tail: number, stars = 4): string =>
  v.length <= head + tail ? "*".repeat(Math.max(1, v.length)) : v.slice(0, head) + "*".repeat(stars) + (tail ? v.slice(-tail) : "");

/** 张三 → 张* · 138****8000 · E****1234 · 1****************4 · a***@b.c · 1990-**-**. A mask masked again stays as it is. */
export function mask(kind: Personal, value: string): string {
  if (!value) return value;
  switch (kind) {
    case "name": {
      const c = [...value];
      return (c[0] ?? "") + "*".repeat(Math.max(1, c.length - 1));
    }
    case "latin":
      return value.slice(0, 1) + "***";
    case "mobile":
      return keep(value, 3, 4);
    case "email": {
      const at = value.indexOf("@");
      return at < 1 ? "***" : `${value[0]}***${value.slice(at)}`;
    }
    case "id_card":
      // Neither county nor birth: they would leave little of it to guess.
      return keep(value, 1, 1, 16);
    case "passport":
      return keep(value, 1, 4);
    case "card":
      return keep(value, 0, 4);
    case "address":
      return value ? "***" : value;
    case "birth":
      return `${value.slice(0, 4)}-**-**`;
  }
}
