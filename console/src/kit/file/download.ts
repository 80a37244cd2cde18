/** Files reach the disk through a temporary link; private ones by an address asked for at the click. */
export function download(url: string, filename = ""): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  link.rel = "noopener";
  document.body.append(link);
  link.click();
  link.remove();
}

/** Asks for the signed address and downloads it: `downloadBy(() => call("export_link_get", { id }))`. */
export async function downloadBy(address: () => Promise<{ url: string; filename: string }>): Promise<void> {
  const { url, filename } = await address();
  download(url, filename);
}
