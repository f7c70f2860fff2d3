/** The members of a model as a caller sends them: the same names, but `null`, which only answers carry, is not allowed. */
export type Input<Model> = Model extends unknown
  ? { [Member in keyof Model]: Exclude<Model[Member], null> }
  : never;
