/** Pages of a small list inside a page or a dialog; nothing where one page holds all. `inset`: under rows that reach the edges of their card. */
import { Pagination } from "antd";

export interface PagesProps {
  page: number;
  size: number;
  total: number | null | undefined;
  onChange: (page: number) => void;
  inset?: boolean;
}
export const Pages = ({ page, size, total, onChange, inset = false }: PagesProps) =>
  (total ?? 0) > size && (
    <div className={`vd-row vd-at-end vd-before-12${inset ? " vd-under-card" : ""}`}>
      <Pagination size="small" current={page} pageSize={size} total={total ?? 0} showSizeChanger={false} onChange={onChange} />
    </div>
  );
