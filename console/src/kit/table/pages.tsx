/** Pages of a small list inside a page or a dialog; nothing where one page holds all. `inset`: under rows that reach the edges of their card. */
import { Pagination } from "antd";

const placeOf =
  (capped: boolean) =>
  (n: number, [from, last]: [number, number]) => (
    <span className="vd-muted vd-num">
      第 {from}–{last} 条，共 {n}
      {capped && "+"} 条
    </span>
  );

export interface PagesProps {
  page: number;
  size: number;
  total: number | null | undefined;
  onChange: (page: number) => void;
  inset?: boolean;
  /** Says which rows of how many stand here; `capped`: there are more than were counted. */
  says?: { capped: boolean };
}
export const Pages = ({ page, size, total, onChange, inset = false, says }: PagesProps) =>
  (total ?? 0) > size && (
    <div className={`vd-row vd-at-end vd-before-12${inset ? " vd-under-card" : ""}`}>
      <Pagination
        size="small"
        current={page}
        pageSize={size}
        total={total ?? 0}
        showSizeChanger={false}
        onChange={onChange}
        {...(says && { showTotal: placeOf(says.capped) })}
      />
    </div>
  );
