/** The capabilities of a runtime in another process. Whatever is not listed is not supported. */
export interface RuntimeCapabilities {
  /** The name that the runtime gave itself. */
  readonly name: string;
  /** Enum values of the supported node types, in lower case. */
  readonly nodeTypes: ReadonlySet<string>;
  /** Names of the supported direct actions, in lower case. */
  readonly actions: ReadonlySet<string>;
  /** Types of the events that the runtime emits. */
  readonly events: ReadonlySet<string>;
  readonly discovery: ReadonlySet<string>;
  /** Whether the runtime accepts commands about the open project. */
  readonly acceptsProjects: boolean;
}

/** The capabilities of a runtime; `undefined` when the runtime supports everything. */
type OptionalCapabilities = RuntimeCapabilities | undefined;

export const canRunNodeType = (capabilities: OptionalCapabilities, enumValue: string): boolean =>
  capabilities?.nodeTypes.has(enumValue.toLowerCase()) ?? true;

export const canRunAction = (capabilities: OptionalCapabilities, action: string): boolean =>
  capabilities?.actions.has(action.toLowerCase()) ?? true;
