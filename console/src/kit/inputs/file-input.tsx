/** Files by click or drop: type and size are checked before sending, progress while it runs, the stored key as value. */
import { CloseOutlined, FileOutlined, PlusOutlined } from "@ant-design/icons";
import { Progress } from "antd";
import { FILE_PURPOSES, type FilePurpose } from "@visadesk/contract/kit/file-purposes.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { useEffect, useRef, useState } from "react";
import { upload } from "../app/api.ts";
import { faultOf } from "../act/ask.ts";
import { toast } from "../app/feedback.ts";
import { publicUrl } from "../file/file-links.tsx";

/** What pages of a material may be; other purposes have a size of their own. */
export const FILE_RULE = { types: ["image/jpeg", "image/png", "application/pdf"], bytes: 5 * 1024 * 1024 } as const;

export interface FileInputProps {
  value?: readonly string[];
  onChange?: (keys: string[]) => void;
  max?: number;
  purpose: FilePurpose;
  id?: string;
  disabled?: boolean;
}

interface Running {
  id: number;
  name: string;
  part: number;
}

/** Why a file is refused before it is sent, or null. */
export function fileFault(file: File, rule: { types: readonly string[]; bytes: number } = FILE_RULE): string | null {
  if (!rule.types.includes(file.type)) return `${TEXTS.bad_type}：请上传 jpg、png 或 pdf`;
  if (file.size === 0) return "文件是空的，请重新选择";
  return file.size > rule.bytes ? `${TEXTS.too_large}：请上传 ${Math.floor(rule.bytes / 1048576)} MB 以内的文件` : null;
}

let nextId = 1;
const isImage = (key: string): boolean => /\.(jpe?g|png|webp)$/i.test(key);

function usePreviews(): readonly [(key: string) => string | undefined, (key: string, file: File) => void] {
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map());
  const [made] = useState<string[]>([]);
  useEffect(
    () => () => {
      for (const url of made) URL.revokeObjectURL(url);
    },
    [made],
  );
  const keep = (key: string, file: File): void => {
    if (!file.type.startsWith("image/")) return;
    const url = URL.createObjectURL(file);
    made.push(url);
    setUrls((now) => new Map(now).set(key, url));
  };
  return [(key) => urls.get(key) ?? (key.startsWith("public/") && isImage(key) ? publicUrl(key) : undefined), keep];
}

interface UploadOptions {
  value: readonly string[];
  onChange: FileInputProps["onChange"];
  max: number;
  purpose: FilePurpose;
  mb: number;
}

/** Sends files, says how far they are, and keeps the list of keys although several end at once. */
function useUploads({ value, onChange, max, purpose, mb }: UploadOptions) {
  const [running, setRunning] = useState<readonly Running[]>([]);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const [preview, keep] = usePreviews();
  const send = async (file: File): Promise<void> => {
    const fault = fileFault(file, { types: FILE_RULE.types, bytes: mb * 1_048_576 });
    if (fault) return toast.error(fault);
    const mine = nextId++;
    setRunning((all) => [...all, { id: mine, name: file.name, part: 0 }]);
    try {
      const stored = await upload(
        "file_upload",
        file,
        { purpose },
        {
          noToast: true,
          onProgress: (part) => setRunning((all) => all.map((r) => (r.id === mine ? { ...r, part } : r))),
        },
      );
      keep(stored.key, file);
      latest.current = [...latest.current.filter((k) => k !== stored.key), stored.key];
      onChange?.([...latest.current]);
    } catch (error) {
      const { msg, request_id } = faultOf(error);
      toast.error(`${file.name}：${msg}`, request_id ? { request_id } : undefined);
    } finally {
      setRunning((all) => all.filter((r) => r.id !== mine));
    }
  };
  const take = (files: FileList | null): void => {
    const room = max - latest.current.length - running.length;
    const list = [...(files ?? [])];
    if (list.length > room) toast.warning(`最多上传${max}个文件`);
    for (const file of list.slice(0, Math.max(0, room))) void send(file);
  };
  return { running, preview, take };
}

/** A picture of the file, or its kind. */
function Face({ src, name, no }: { src: string | undefined; name: string; no: number }) {
  if (src) return <img src={src} alt={`第${no}个文件`} />;
  return (
    <>
      <FileOutlined aria-hidden />
      <span>{name.split(".").at(-1)?.toUpperCase()}</span>
    </>
  );
}

export function FileInput({ value = [], onChange, max = 1, purpose, id, disabled }: FileInputProps) {
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const { mb } = FILE_PURPOSES[purpose];
  const { running, preview, take } = useUploads({ value, onChange, max, purpose, mb });
  const isFull = value.length + running.length >= max;
  return (
    <div
      className="vd-wraps"
      data-field={id}
      onDragOver={(e) => {
        e.preventDefault();
        if (!disabled) setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(e) => {
        e.preventDefault();
        setOver(false);
        if (!disabled) take(e.dataTransfer.files);
      }}
      onPaste={(e) => {
        if (!disabled && e.clipboardData.files.length) take(e.clipboardData.files);
      }}
    >
      {value.map((key, i) => (
        <span key={key} className="vd-upload">
          <Face src={preview(key)} name={key} no={i + 1} />
          {!disabled && (
            <button
              type="button"
              className="vd-icon-button"
              aria-label={`移除第${i + 1}个文件`}
              onClick={() => onChange?.(value.filter((k) => k !== key))}
            >
              <CloseOutlined aria-hidden />
            </button>
          )}
        </span>
      ))}
      {running.map((r) => (
        <output key={r.id} className="vd-upload">
          <Progress type="circle" size={36} percent={Math.round(r.part * 100)} />
          <span title={r.name}>{r.name}</span>
        </output>
      ))}
      {!isFull && !disabled && (
        <button
          type="button"
          id={id}
          className={`vd-upload-add${over ? " is-over" : ""}`}
          title={`jpg、png、pdf，${mb} MB 以内，可拖入或粘贴`}
          onClick={() => picker.current?.click()}
        >
          <PlusOutlined aria-hidden />
          上传
        </button>
      )}
      <input
        ref={picker}
        type="file"
        style={{ display: "none" }}
        multiple={max > 1}
        accept={FILE_RULE.types.join(",")}
        aria-label="选择文件"
        onChange={(e) => {
          take(e.target.files);
          e.target.value = "";
        }}
      />
    </div>
  );
}
