/** The capabilities of a runtime in another process. It lacks everything that is not listed. */
export interface RuntimeCapabilities {
  /** The name that the runtime gave itself. */
  readonly name: string;
  /** Enum values of node types in lower case. */
  readonly nodeTypes: ReadonlySet<string>;
  /** Names of direct actions, in lower case. */
  readonly actions: ReadonlySet<string>;
  /** Types of events that it emits. */
  readonly events: ReadonlySet<string>;
  readonly discovery: ReadonlySet<string>;
  /** Whether it accepts commands about the open project. */
  readonly acceptsProjects: boolean;
}

/** Undefined for a runtime that supports everything. */
type OptionalCapabilities = RuntimeCapabilities | undefined;

export const canRunNodeType = (capabilities: OptionalCapabilities, enumValue: string): boolean =>
  capabilities?.nodeTypes.has(enumValue.toLowerCase()) ?? true;

export const canRunAction = (capabilities: OptionalCapabilities, action: string): boolean =>
  capabilities?.actions.has(action.toLowerCase()) ?? true;
