/** One page large: zoom by wheel or buttons, turn, drag; an earlier version of the page stands beside it. */
import { RotateRightOutlined, ZoomInOutlined, ZoomOutOutlined } from "@ant-design/icons";
import { Button, Spin, Tooltip } from "antd";
import { shortTime } from "@visadesk/contract/kit/format.ts";
import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from "react";
import { openFile, type FileRecord } from "#kit/file/file-links.tsx";
import { isPicture, sizedUrl, useFileUrl } from "#kit/file/file-thumb.tsx";
import { useKeys } from "#kit/app/keyboard.ts";
import type { MaterialFile } from "../applicant/applicant-model.ts";

const STEP = 1.25;
const MAX_ZOOM = 6;
const LARGE = 1600;
interface View {
  zoom: number;
  turn: number;
  x: number;
  y: number;
}
const START: View = { zoom: 1, turn: 0, x: 0, y: 0 };
const zoomed = (v: View, by: number): View => {
  const zoom = Math.min(MAX_ZOOM, Math.max(1, v.zoom * by));
  return { ...v, zoom, ...(zoom === 1 && { x: 0, y: 0 }) };
};

/** Wheel must not scroll the page while it zooms, which React's own listener cannot prevent. */
function useWheel(ref: React.RefObject<HTMLElement | null>, onWheel: (up: boolean) => void): void {
  const latest = useRef(onWheel);
  useEffect(() => {
    latest.current = onWheel;
  });
  useEffect(() => {
    const el = ref.current;
    const listen = (e: WheelEvent): void => {
      if (!e.ctrlKey && !e.metaKey && !e.altKey) return;
      e.preventDefault();
      latest.current(e.deltaY < 0);
    };
    el?.addEventListener("wheel", listen, { passive: false });
    return () => el?.removeEventListener("wheel", listen);
  }, [ref]);
}

function Stage({ url, alt, view, set, onBroken }: { url: string; alt: string; view: View; set: (v: View) => void; onBroken: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const from = useRef<{ x: number; y: number } | null>(null);
  useWheel(box, (up) => set(zoomed(view, up ? STEP : 1 / STEP)));
  const down = (e: PointerEvent): void => {
    if (view.zoom === 1) return;
    e.currentTarget.setPointerCapture(e.pointerId);
    from.current = { x: e.clientX - view.x, y: e.clientY - view.y };
  };
  return (
    <div
      ref={box}
      className={view.zoom > 1 ? "ord-stage is-zoomed" : "ord-stage"}
      onPointerDown={down}
      onPointerUp={() => {
        from.current = null;
      }}
      onDoubleClick={() => set(view.zoom > 1 ? { ...view, zoom: 1, x: 0, y: 0 } : { ...view, zoom: 2 })}
      onPointerMove={(e) => {
        if (from.current) set({ ...view, x: e.clientX - from.current.x, y: e.clientY - from.current.y });
      }}
    >
      <img
        src={sizedUrl(url, LARGE)}
        alt={alt}
        draggable={false}
        onError={onBroken}
        className={view.turn % 180 ? "is-turned" : ""}
        style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom}) rotate(${view.turn}deg)` }}
      />
    </div>
  );
}

const Tool = (props: { label: string; icon: ReactNode; onClick: () => void; disabled?: boolean }) => (
  <Tooltip title={props.label}>
    <Button
      type="text"
      size="small"
      icon={props.icon}
      aria-label={props.label}
      disabled={props.disabled === true}
      onClick={props.onClick}
    />
  </Tooltip>
);

interface Shown {
  record: FileRecord;
  title: string;
  /** Under which words it stands when two are compared. */
  caption?: string | undefined;
  /** Keys act on this one. */
  main?: boolean;
}
export interface ViewerProps extends Shown {
  file: MaterialFile;
}
export interface PictureViewProps extends Shown {
  file: string;
  filename?: string;
  alt: string;
  /** What is known of it, below. */
  told: string;
}

/** Facts of a version: number, size, who and when. */
const facts = (f: MaterialFile): string =>
  [
    `第${f.page_no}页`,
    `第${f.version_no}版`,
    f.size >= 1048576 ? `${(f.size / 1048576).toFixed(1)} MB` : `${Math.ceil(f.size / 1024)} KB`,
    f.uploaded_by_name ?? "客户",
    shortTime(f.created_at),
  ].join(" · ");

/** Mounted anew for each file. */
export const Viewer = ({ file, title, ...shown }: ViewerProps) => (
  <PictureView {...shown} title={title} file={file.file} filename={file.filename} alt={`${title} 第${file.page_no}页`} told={facts(file)} />
);
export function PictureView({ file, filename = "", alt, told, record, title, caption, main = false }: PictureViewProps) {
  const picture = isPicture(file);
  const { url, failed, again } = useFileUrl(file, record, picture);
  const [broken, setBroken] = useState(false);
  const [view, set] = useState(START);
  useKeys(
    {
      r: ["旋转", () => set((v) => ({ ...v, turn: v.turn + 90 }))],
      "=": ["放大", () => set((v) => zoomed(v, STEP))],
      "-": ["缩小", () => set((v) => zoomed(v, 1 / STEP))],
    },
    main && picture,
  );
  return (
    <figure className="vd-box is-flush" aria-label={caption ?? title}>
      {!picture ? (
        <div className="ord-stage is-message">
          <p className="vd-muted vd-wrap-any">{filename || "文件"}</p>
          <Button onClick={() => void openFile(file, record)}>打开文件</Button>
        </div>
      ) : failed || broken ? (
        <div className="ord-stage is-message">
          <p className="vd-muted">图片无法显示</p>
          <Button
            onClick={() => {
              setBroken(false);
              again();
            }}
          >
            重试
          </Button>
        </div>
      ) : url ? (
        <Stage url={url} alt={alt} view={view} set={set} onBroken={() => setBroken(true)} />
      ) : (
        <div className="ord-stage is-message">
          <Spin delay={200} />
        </div>
      )}
      <figcaption className="vd-row vd-tiny vd-muted">
        {caption && <b>{caption}</b>}
        <span className="vd-ellipsis" title={filename ? `${filename} · ${told}` : told}>
          {told}
        </span>
        <span className="vd-grow" />
        {picture && (
          <>
            <Tool
              label="缩小"
              icon={<ZoomOutOutlined aria-hidden />}
              disabled={view.zoom === 1}
              onClick={() => set(zoomed(view, 1 / STEP))}
            />
            <Tool
              label="放大"
              icon={<ZoomInOutlined aria-hidden />}
              disabled={view.zoom === MAX_ZOOM}
              onClick={() => set(zoomed(view, STEP))}
            />
            <Tool label="旋转" icon={<RotateRightOutlined aria-hidden />} onClick={() => set({ ...view, turn: view.turn + 90 })} />
            <Button type="link" size="small" onClick={() => void openFile(file, record)}>
              原图
            </Button>
          </>
        )}
      </figcaption>
    </figure>
  );
}
