/** Stored files as thumbnails or links; private ones are opened through a signed address asked for at the click. */
import { FileOutlined } from "@ant-design/icons";
import { call } from "./api.ts";

/** Address of a public file on this origin. */
export const publicUrl = (key: string): string => `/storage/${key}`;

/** Opens a stored file in a new tab. */
export async function openFile(key: string): Promise<void> {
  const tab = window.open("about:blank", "_blank");
  try {
    const url = key.startsWith("public/") ? publicUrl(key) : (await call("file_link_get", { key })).url;
    if (tab) {
      tab.opener = null;
      tab.location.href = url;
    } else window.location.assign(url);
  } catch {
    tab?.close();
  }
}

const IMAGE = /\.(jpe?g|png|webp|gif)$/i;

export const FileLinks = (props: { keys: readonly string[] }) => (
  <span className="vd-files">
    {props.keys.map((key, i) => (
      <button key={key} type="button" className="vd-file" title="打开文件" aria-label={`打开文件${i + 1}`} onClick={(e) => { e.stopPropagation(); void openFile(key); }}>
        {key.startsWith("public/") && IMAGE.test(key)
          ? <img src={`${publicUrl(key)}?x-oss-process=image/resize,w_96`} alt="" loading="lazy" />
          : <FileOutlined />}
      </button>
    ))}
  </span>
);
