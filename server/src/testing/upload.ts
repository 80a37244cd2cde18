/** A file in the form in which the console sends it. */
const BOUNDARY = "----visadesk";

export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

export function uploadBody(data: Buffer, filename: string, purpose: string): Buffer {
  const part = (name: string, more = ""): string => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n`;
  const head = `${part("purpose")}\r\n${purpose}\r\n${part("file", `; filename="${filename}"`)}Content-Type: image/png\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}
