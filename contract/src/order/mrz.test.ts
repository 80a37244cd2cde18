import { expect, test } from "vitest";
import { mrzCheckDigit, parseMrz } from "./mrz.ts";

// The specimen of ICAO 9303 part 4.
const NAMES = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<";
const DATA = "L898902C36UTO7408122F1204159ZE184226B<<<<<10";
const TODAY = "2026-11-20";
const read = (text: string) => parseMrz(text, TODAY);
const withDigits = (no: string, birth: string, sex: string, expiry: string, personal: string): string => {
  const field = (f: string): string => `${f}${mrzCheckDigit(f)}`;
  const [a, b, c, d] = [field(no.padEnd(9, "<")), field(birth), field(expiry), field(personal.padEnd(14, "<"))];
  return `${a}CHN${b}${sex}${c}${d}${mrzCheckDigit(a + b + c + d)}`;
};

test("check digits of ICAO 9303 part 3: examples and the fields of the specimen", () => {
  expect(mrzCheckDigit("520727")).toBe(3);
  expect(mrzCheckDigit("AB2134<<<")).toBe(5);
  expect(mrzCheckDigit("L898902C3")).toBe(6);
  expect(mrzCheckDigit("740812")).toBe(2);
  expect(mrzCheckDigit("120415")).toBe(9);
  expect(mrzCheckDigit("ZE184226B<<<<<")).toBe(1);
});

test("the specimen fills every field", () => {
  expect(read(`${NAMES}\n${DATA}`)).toEqual({
    ok: true,
    mrz: {
      surname_en: "ERIKSSON",
      given_name_en: "ANNA MARIA",
      passport_no: "L898902C3",
      nationality: "UTO",
      birth_date: "1974-08-12",
      gender: "female",
      passport_expiry_date: "2012-04-15",
      personal_no: "ZE184226B",
    },
  });
});

test("read as people paste: one run of 88, lower case, full width, spaces, lost fillers, « for <<", () => {
  const whole = read(`${NAMES}\n${DATA}`);
  expect(read(NAMES + DATA)).toEqual(whole);
  expect(read(`${NAMES.toLowerCase()}\r\n\r\n ${DATA.toLowerCase()} `)).toEqual(whole);
  expect(read(`${NAMES.replaceAll("<", "＜")}\n${DATA}`)).toEqual(whole);
  expect(read(`P<UTOERIKSSON<<ANNA<MARIA\n${DATA}`)).toEqual(whole);
  expect(read(`P<UTOERIKSSON«ANNA<MARIA\n${DATA}`)).toEqual(whole);
  expect(read(`P<UTO ERIKSSON<<ANNA<MARIA\n${DATA.slice(0, 10)} ${DATA.slice(10)}`)).toEqual(whole);
});

test("a scanner's O for 0 and I for 1 is put right where only figures stand", () => {
  expect(read(`${NAMES}\n${DATA.replace("1204159", "I2O4I59")}`)).toEqual(read(`${NAMES}\n${DATA}`));
});

test.each([
  ["护照号", DATA.replace("L898902C36", "L898902C46")],
  ["出生日期", DATA.replace("7408122", "7408132")],
  ["有效期", DATA.replace("1204159", "1304159")],
  ["个人号码", DATA.replace("ZE184226B", "ZE184227B")],
  ["总", `${DATA.slice(0, -1)}1`],
])("a wrong check digit of %s is named and nothing is filled", (part, line) => {
  expect(read(`${NAMES}\n${line}`)).toEqual({ ok: false, fault: `机读码${part}校验位不正确，请核对第二行` });
});

test("the century: a birth date is never after today, an expiry always in this one", () => {
  const read26 = read(`P<CHNLI<<YI<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<\n${withDigits("E12345678", "261120", "M", "360101", "")}`);
  expect(read26).toMatchObject({
    ok: true,
    mrz: { birth_date: "2026-11-20", passport_expiry_date: "2036-01-01", gender: "male", personal_no: "" },
  });
  expect(read(`POCHNLI<<YI\n${withDigits("E12345678", "261121", "<", "360101", "")}`)).toMatchObject({
    ok: true,
    mrz: { birth_date: "1926-11-21", gender: null },
  });
});

test("an empty optional field may leave its check digit blank", () => {
  const line = withDigits("E12345678", "900101", "F", "300101", "");
  const blank = `${line.slice(0, 42)}<${mrzCheckDigit(line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 42) + "<")}`;
  expect(read(`POCHNOUYANG<<XIAOMING\n${blank}`)).toMatchObject({
    ok: true,
    mrz: { surname_en: "OUYANG", given_name_en: "XIAOMING", passport_no: "E12345678" },
  });
});

test("a single name has no given name", () => {
  expect(read(`P<UTOARKFREITH\n${DATA}`)).toMatchObject({ ok: true, mrz: { surname_en: "ARKFREITH", given_name_en: "" } });
});

test.each([
  ["", ""],
  ["one line", NAMES],
  ["too short", `${NAMES}\nL898902C36`],
  ["too long", `${NAMES}<<\n${DATA}`],
  ["other characters", `${NAMES}\n${DATA.replace("L", "张")}`],
  ["three lines", `${NAMES}\n${DATA}\n${DATA}`],
])("no two lines of 44 (%s): says what to paste", (_name, text) => {
  expect(read(text)).toEqual({ ok: false, fault: "请粘贴护照资料页底部的两行机读码，每行44个字符" });
});

test("no passport, and a date that does not exist", () => {
  expect(read(`I${NAMES.slice(1)}\n${DATA}`)).toMatchObject({ ok: false, fault: expect.stringContaining("不是护照") });
  expect(read(`${NAMES}\n${withDigits("E12345678", "901332", "F", "300101", "")}`)).toMatchObject({
    ok: false,
    fault: expect.stringContaining("日期不存在"),
  });
});
