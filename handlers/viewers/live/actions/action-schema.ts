/** The parts of the service's action schema from which forms are built. */

/** The subset of JSON Schema that forms support. */
export interface ParameterSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, ParameterSchema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly ParameterSchema[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: ParameterSchema;
  readonly minItems?: number;
  readonly 'x-port-type'?: string;
  readonly 'x-unit'?: string;
  /** The names of properties of which a call contains exactly one. */
  readonly 'x-exactly-one-of'?: readonly string[];
}

export interface ActionInfo {
  /** The action's dotted name. */
  readonly name: string;
  /** The action's REST path. */
  readonly route: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters: ParameterSchema;
  /** Parameters of a call that shows what the action is for. */
  readonly example?: Readonly<Record<string, unknown>>;
}

export interface ActionsSchema {
  readonly categories: readonly { readonly name: string; readonly actions: readonly ActionInfo[] }[];
  readonly components: { readonly schemas: Readonly<Record<string, ParameterSchema>> };
}
