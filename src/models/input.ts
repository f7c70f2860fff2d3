/** The fields of a model as a caller sends them: the same names, but without `null`, which only responses carry. */
export type Input<Model> = Model extends unknown
  ? { [Property in keyof Model]: Exclude<Model[Property], null> }
  : never;
