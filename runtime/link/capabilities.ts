/** What a runtime of another process can; what it does not name it lacks. */
export interface RuntimeCapabilities {
  /** What it calls itself. */
  readonly name: string;
  /** Enum values, in lower case. */
  readonly nodeTypes: ReadonlySet<string>;
  /** Names of direct actions, in lower case. */
  readonly actions: ReadonlySet<string>;
  /** Kinds of events that it raises. */
  readonly events: ReadonlySet<string>;
  readonly discovery: ReadonlySet<string>;
  /** Whether it is told of the project that is open. */
  readonly acceptsProjects: boolean;
}

/** Undefined for a runtime that can everything. */
type OptionalCapabilities = RuntimeCapabilities | undefined;

export const canRunNodeType = (abilities: OptionalCapabilities, enumValue: string): boolean =>
  abilities?.nodeTypes.has(enumValue.toLowerCase()) ?? true;

export const canRunAction = (abilities: OptionalCapabilities, action: string): boolean =>
  abilities?.actions.has(action.toLowerCase()) ?? true;
