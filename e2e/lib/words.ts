/** What no reader should ever meet: markup, and values that were put into words by no one. */
export const RAW = /<\/?[a-z][a-z0-9]*[ >/]|\bundefined\b|\bnull\b|\bNaN\b|\[object|\bInvalid Date\b/;
