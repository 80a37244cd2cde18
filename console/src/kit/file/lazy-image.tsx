/** An image that loads when it comes near: within 1.3 viewport heights, three attempts, known ones at once. */
import { useEffect, useRef, useState, type ImgHTMLAttributes } from "react";
import { LAZY_IMAGE } from "@visadesk/contract/kit/constants.ts";

const loaded = new Set<string>();
function remember(url: string): void {
  loaded.delete(url);
  loaded.add(url);
  const [oldest] = loaded;
  if (loaded.size > LAZY_IMAGE.cache && oldest !== undefined) loaded.delete(oldest);
}

const waiting = new Map<Element, () => void>();
let last = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

const isNear = (el: Element): boolean => {
  const box = el.getBoundingClientRect();
  return box.top < window.innerHeight * LAZY_IMAGE.preload && box.bottom > -window.innerHeight * (LAZY_IMAGE.preload - 1);
};

function check(): void {
  last = Date.now();
  timer = undefined;
  for (const [el, load] of waiting)
    if (isNear(el)) {
      waiting.delete(el);
      load();
    }
}

/** Any scroll, at most once in 200 ms. */
function onScroll(): void {
  timer ??= setTimeout(check, Math.max(0, last + LAZY_IMAGE.throttle_ms - Date.now()));
}

function watch(el: Element, load: () => void): () => void {
  if (waiting.size === 0) {
    window.addEventListener("scroll", onScroll, { capture: true, passive: true });
    window.addEventListener("resize", onScroll);
  }
  waiting.set(el, load);
  onScroll();
  return () => {
    waiting.delete(el);
    if (waiting.size > 0) return;
    window.removeEventListener("scroll", onScroll, { capture: true });
    window.removeEventListener("resize", onScroll);
  };
}

export interface LazyImageProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, "src" | "loading"> {
  src: string;
  alt: string;
}

export function LazyImage(props: LazyImageProps) {
  return <OneImage key={props.src} {...props} />;
}

function OneImage({ src, alt, ...rest }: LazyImageProps) {
  const ref = useRef<HTMLImageElement>(null);
  const [near, setNear] = useState(() => loaded.has(src));
  const [attempt, setAttempt] = useState(1);
  const failed = attempt > LAZY_IMAGE.attempts;
  useEffect(() => {
    const el = ref.current;
    return el && !loaded.has(src) ? watch(el, () => setNear(true)) : undefined;
  }, [src]);
  if (failed)
    return (
      <span className="vd-image-failed" title={alt}>
        图片加载失败
      </span>
    );
  // A new key makes a new element, which asks again; the address stays the same for the cache.
  return (
    <img
      key={attempt}
      ref={ref}
      alt={alt}
      {...rest}
      {...(near && { src })}
      onLoad={() => remember(src)}
      onError={() => setAttempt((n) => n + 1)}
    />
  );
}
