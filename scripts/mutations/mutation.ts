export interface Mutation {
  name: string;
  file: string;
  find: string;
  replace: string;
  /** Project, file and, where the file is long, the name of the tests. */
  tests: readonly [project: string, file: string, name?: string];
}
