import { expect, it } from "vitest";
import { numberForms } from "./lookup.ts";

it.each([
  ["13800138000", ["mobile"]],
  ["11010519491231002x", ["id_card"]],
  ["110105491231002", ["id_card"]],
  ["e12345678", ["passport"]],
  ["ea1234567", ["passport"]],
  ["k1234567", ["passport"]],
  ["123456789", ["passport"]],
  // Our own numbers, their tails and beginnings, four characters, names and waybills are none.
  ["v260930000123", []],
  ["v260930", []],
  ["sq26093000", []],
  ["260930000123", []],
  ["000123", []],
  ["30000123", []],
  ["5678", []],
  ["zhangwei", []],
  ["sf1234567890", []],
])("%s may be %j", (word, forms) => expect(numberForms(word)).toEqual(forms));
