/** Pages without antd, for everything that can go wrong before a screen is there. */
import { useEffect } from "react";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { MissingPart } from "#kit/app/lazy-screen.ts";
import { Link } from "#kit/app/location.tsx";
import { reloadForUpdate } from "./version-check.ts";

export function NotFoundPage() {
  return (
    <section className="vd-stack vd-muted vd-center">
      <h1>{TEXTS.not_found_page}</h1>
      <div>地址可能已变更，或功能已移到别处。</div>
      <Link to="/home" className="vd-button" style={{ lineHeight: "30px" }}>
        返回首页
      </Link>
    </section>
  );
}

export function PageSkeleton() {
  return (
    <output className="vd-stack is-wide vd-page-skeleton" aria-label="加载中">
      <i />
      <i />
      <i />
    </output>
  );
}

export function ScreenError({ error, reset }: { error: unknown; reset: () => void }) {
  const missing = error instanceof MissingPart;
  useEffect(() => {
    if (missing) reloadForUpdate();
    else console.error(error);
  }, [error, missing]);
  if (missing) return <PageSkeleton />;
  return (
    <main className="vd-stack vd-muted vd-center">
      <h1>页面出错了</h1>
      <div>内容没有显示出来，已填写的草稿不会丢失。</div>
      <button type="button" className="vd-button" onClick={reset}>
        重试
      </button>
    </main>
  );
}
