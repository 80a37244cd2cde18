/** 件 of a parcel: pieces, a row of two photos being two. People are told as 人, passports as 本; rows have no number of their own. */
export const piecesOf = (items: readonly { readonly count: number }[]): number => items.reduce((n, i) => n + i.count, 0);
