/** What the service says of its direct actions, as far as forms are made of it. */

/** A JSON Schema, as far as forms read it. */
export interface ParameterSchema {
  readonly $ref?: string;
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
  readonly 'x-port-type'?: string;
}

/** A direct action. */
export interface ActionInfo {
  /** Dotted. */
  readonly name: string;
  /** Path of the call over REST. */
  readonly route: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters: ParameterSchema;
}

/** The answer of `GET /api/actions/schema`. */
export interface ActionsSchema {
  readonly categories: readonly { readonly name: string; readonly actions: readonly ActionInfo[] }[];
  readonly components: { readonly schemas: Readonly<Record<string, ParameterSchema>> };
}
