import type { ReactNode } from "react";
import { Link } from "#kit/app/location.tsx";

export interface MenuLine {
  key: string;
  title: string;
  href: string;
  target?: "_blank";
  /** Count at its end. */
  mark?: ReactNode;
}

interface Props {
  line: MenuLine;
  icon?: ReactNode;
  isCurrent: boolean;
  /** Only the icon is drawn. */
  isBare?: boolean;
  onGo: (() => void) | undefined;
}

/** One line of the side menu: the whole line is the link. */
export function MenuLink({ line, icon, isCurrent, isBare = false, onGo }: Props) {
  const shared = {
    className: "vd-menu-row",
    title: isBare ? line.title : undefined,
    "aria-current": isCurrent ? ("page" as const) : undefined,
    onClick: onGo,
  };
  const content = (
    <>
      {icon}
      <span className={isBare ? "vd-unseen" : "vd-grow vd-ellipsis"}>{line.title}</span>
      {!isBare && line.mark}
    </>
  );
  return line.target ? (
    <a {...shared} href={line.href} target={line.target} rel="noopener">
      {content}
    </a>
  ) : (
    <Link {...shared} to={line.href}>
      {content}
    </Link>
  );
}
