// Written by `npm run gen` from server/migrations. Do not edit.

export interface Tables {}
