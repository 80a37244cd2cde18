/** Real files that a customer would hand in, made on the spot. */
import { mrzCheckDigit } from "@visadesk/contract/order/mrz.ts";
import sharp from "sharp";

export interface Paper {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A photograph of a paper: its words on a page, a little different each time. */
export async function photo(name: string, words: string, width = 900, height = 1200): Promise<Paper> {
  const tint = 200 + ((words.length * 7) % 40);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="rgb(250,${tint},235)"/>
    <text x="60" y="140" font-size="56" font-family="sans-serif">${words}</text><rect x="60" y="220" width="${width - 120}" height="${height - 320}" fill="none" stroke="#345" stroke-width="6"/></svg>`;
  return { name: `${name}.jpg`, mimeType: "image/jpeg", buffer: await sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer() };
}

/** The smallest document a PDF reader opens, with one line on its page. */
export function pdf(name: string, line: string): Paper {
  const stream = `BT /F1 24 Tf 72 720 Td (${line}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const at = objects.map((o, i) => {
    const offset = body.length;
    body += `${i + 1} 0 obj\n${o}\nendobj\n`;
    return offset;
  });
  const table = at.map((o) => `${String(o).padStart(10, "0")} 00000 n \n`).join("");
  body += `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return { name: `${name}.pdf`, mimeType: "application/pdf", buffer: Buffer.from(body, "latin1") };
}

/** The two lines at the foot of a passport; valid until 2035 unless told. */
export function passportLines(surname: string, given: string, no: string, born: string, sex: "M" | "F", validUntil = "2035-08-17"): string {
  const short = (d: string): string => d.slice(2).replaceAll("-", "");
  const checked = (field: string): string => field + String(mrzCheckDigit(field));
  const [number, birth, until] = [checked(no), checked(short(born)), checked(short(validUntil))];
  const rest = `${"<".repeat(14)}0`;
  return `${`POCHN${surname}<<${given}`.padEnd(44, "<")}\n${number}CHN${birth}${sex}${until}${rest}${mrzCheckDigit(number + birth + until + rest)}`;
}
