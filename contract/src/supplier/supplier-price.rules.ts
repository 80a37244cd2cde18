/** What a cost must hold: asked of the form as it is typed, and of form, batch and sheet by the server. */

/** 儿童价 stands where the product has a child band, and nowhere else; in words what is wrong, or null. */
export function childFault(hasChild: boolean, child: number | null | undefined): string | null {
  const isGiven = child !== null && child !== undefined;
  if (isGiven === hasChild) return null;
  return hasChild ? "请输入儿童结算价" : "该商品没有儿童价，请只填成人";
}
