/** Doors of the log for tests without orders. */
const nobody = (): Promise<never[]> => Promise.resolve([]);
export const noSubjects = { subjectsOf: nobody, subjectNumbers: nobody, reasonsOf: nobody, diffOrders: nobody, diffsOf: nobody };
