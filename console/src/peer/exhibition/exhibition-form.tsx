/** What 新增 and 编辑 of an exhibition share. Channel codes and coupons are not kept yet, so nothing points at them. */
import { ExhibitionHolderPicker, PeerPicker, WorkerPicker } from "#shared/record-pickers.tsx";
import { FormSection, Item, ItemList } from "#kit/page/item.tsx";

export const SECTIONS = ["基本", "人员", "物料", "邀请名单", "费用"];

const Costs = () => (
  <FormSection title="费用">
    <Item name="budget" half />
    <ItemList name="costs" add="添加费用" row={{ kind: "booth", file: null }}>
      {(at) => (
        <>
          <Item name={at("kind")} half />
          <Item name={at("amount")} half />
          <Item name={at("file")} />
        </>
      )}
    </ItemList>
  </FormSection>
);

/** `review`: once there is something to look back at. */
export const ExhibitionItems = ({ review = false }: { review?: boolean }) => (
  <>
    <FormSection title="基本">
      <Item name="name" half />
      <Item name="city" half />
      <Item name="start_on" half />
      <Item name="end_on" half help="到日自动开展、闭展" />
      <Item name="venue" half />
      <Item name="booth" half />
      <Item name="target_leads" half />
    </FormSection>
    <FormSection title="人员">
      <Item name="owner_id" half>
        <ExhibitionHolderPicker placeholder="有展会权限的在职员工" />
      </Item>
      <Item name="staff_ids">
        <WorkerPicker multiple placeholder="请选择" />
      </Item>
    </FormSection>
    <FormSection title="物料">
      <Item name="poster" />
    </FormSection>
    <FormSection title="邀请名单">
      <Item name="invited_peer_ids" help="到场登记手机号后自动签到">
        <PeerPicker multiple placeholder="编号或简称" />
      </Item>
    </FormSection>
    <Costs />
    {review && (
      <FormSection title="复盘">
        <Item name="review_note" rows={5} placeholder="结束展会前填写：客流、咨询重点、下届改进" />
      </FormSection>
    )}
  </>
);
