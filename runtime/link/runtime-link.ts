/**
 * The protocol between controller and runtime (C-17). Only plain data is exchanged, so that both can run in the same
 * process or in separate processes.
 */
import type { z } from 'zod';
import type { ClipRecord, PlaybackRecord } from '#spec/actions/animation.ts';
import type { NamedAction } from '#spec/actions/index.ts';
import type { EventSpec } from '#spec/contract/event-and-message-spec.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { NodeType } from '#spec/node-type.ts';
import type { CommandStamp as StampSchema } from '#spec/runtime-link/command-spec.ts';
import type {
  LateCommand,
  LinkCommand,
  LinkCommandParams,
  LinkCommandResult,
} from '#spec/runtime-link/commands.ts';
import type * as images from '#spec/runtime-link/graph-snapshots.ts';
import type { HeldState } from '#spec/runtime-link/messages.ts';
import type { RuntimeRequest } from './runtime-requests.ts';

/**
 * A graph as the controller sends it to the runtime. The snapshot contains everything that the compiler needs, but not
 * the layout.
 */
export type GraphSnapshot = z.output<typeof images.GraphSnapshot>;

export type NodeSnapshot = z.output<typeof images.NodeSnapshot>;

/** A connection from an output to an input. Each of the two is given by node id and port name. */
export type ConnectionSnapshot = z.output<typeof images.ConnectionSnapshot>;

/** A variable as the controller sends it to the runtime. */
export type VariableSnapshot = z.output<typeof images.VariableSnapshot>;

/**
 * The commands that the controller can send. Each command runs between two ticks, and its result is stamped with the
 * next tick.
 */
export type RuntimeCommands = {
  readonly [C in LinkCommand]: { params: LinkCommandParams<C>; result: CommandStamp & LinkCommandResult<C> };
};

export type PlaybackInfo = z.output<typeof PlaybackRecord>;

export type ClipInfo = z.output<typeof ClipRecord>;

/** Identifies a component of a scene object by the object's tag and the component's name. */
export type ComponentAddress = Omit<LinkCommandParams<'properties.read'>, 'property'>;

export type ComponentInfo = LinkCommandResult<'components.list'>['components'][number];

export type PropertyInfo = LinkCommandResult<'properties.read'>['properties'][number];

/** A property name with a value that has not been validated yet. */
export type PropertyWrite = LinkCommandParams<'properties.write'>['properties'][number];

/** The results of writing several properties, in the order of the request. */
export type PropertyWriteResults = LinkCommandResult<'properties.write'>;

export type RuntimeCommand = LinkCommand;

/** The tick that was next when a command ran, and the command's position among all commands before that tick. */
export type CommandStamp = z.output<typeof StampSchema>;

/** A loaded graph, as a runtime reports it when it connects. */
export type HeldGraph = HeldState['graphs'][number];

/** The nodes that received a custom event, for each running graph. */
export type CustomEventListeners = LinkCommandResult<'graph.send'>['heard'];

export type PortSample = LinkCommandResult<'graph.flush'>['ports'][number];

/** An event as its source raises it. The event bus adds id, streamId and seq. */
export interface RaisedEvent {
  /** An event kind of the service, or of the runtime's own. */
  readonly type: string;
  readonly tick: number;
  /** Simulated time in seconds. */
  readonly time: number;
  readonly graphId?: string;
  readonly nodeId?: string;
  readonly object?: string;
  readonly group?: string;
  readonly clip?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface RuntimeListener {
  /** Called with what a runtime offers besides the service's catalog, before the first events of that runtime. */
  onExtension?(extension: LoadedExtension): void;
  /** Called with a problem in what the runtime sends, which the author of the runtime should know. */
  onWarning?(message: string): void;
  /** Called with the events of one tick or command, in order. */
  onEvents(batch: readonly RaisedEvent[]): void;
  /** Called when events were lost before the next events. */
  onEventsSkipped?(count: number): void;
  /** Called with the names of all scenes whenever they change. */
  onSceneNames?(names: readonly string[]): void;
  /** Called with the ids of the running graphs that are idle, whenever this set changes. */
  onIdleGraphs?(graphIds: readonly string[]): void;
  /**
   * Called when the runtime requests an action from the controller. Each request is answered by exactly one
   * `question.answer`.
   */
  readonly onRuntimeRequest?: ((request: RuntimeRequest) => void) | undefined;
  /**
   * Called when a command failed without an error code in a runtime of this process, so that the failure can be logged.
   */
  onError?(failure: unknown): void;
}

/** Whether a runtime runs in the service's process or in a process of its own. */
type RuntimeKind = 'embedded' | 'remote';

export type SendCommand = <C extends RuntimeCommand>(
  command: C,
  params: RuntimeCommands[C]['params'],
) => Promise<RuntimeCommands[C]['result']>;

/** The controller's end of the link. */
export interface RuntimeLink {
  readonly kind: RuntimeKind;
  readonly connected: boolean;
  /**
   * Capabilities of the current or last runtime; `undefined` before the first runtime connects, and for a runtime that
   * supports everything.
   */
  readonly capabilities?: RuntimeCapabilities | undefined;
  /**
   * Subscribes to the runtime's notifications. While the link is down, events are buffered and delivered later, except
   * high-volume events and events that exceed the buffer (C-17).
   */
  listen(listener: RuntimeListener): void;
  /** Called whenever the link goes up or down. */
  onChange(listener: (connected: boolean) => void): void;
  /**
   * Registers a callback that is called before the link goes up, with the state held by a runtime in another process.
   * The callback uses the given request function to send the differences.
   */
  onHeldState(compare: (heldState: HeldState, request: SendCommand) => Promise<void>): void;
  /**
   * Sends a command.
   * @throws ApiError RUNTIME_NOT_CONNECTED, RUNTIME_TIMEOUT, ACTION_FAILED, or an error that the command declares
   */
  request<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
    options?: CommandOptions,
  ): Promise<RuntimeCommands[C]['result']>;
  /** Like `request`, but returns synchronously if the runtime is in this process and has an immediate result. */
  requestNow<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
    options?: CommandOptions,
  ): MaybePromise<RuntimeCommands[C]['result']>;
}

interface CommandOptions {
  /** Timeout of a command in milliseconds. */
  readonly timeoutMs?: number;
}

/** Returns the stamp that a command would have now. */
export const requestStamp = async (
  { request }: Pick<RuntimeLink, 'request'>,
  options?: CommandOptions,
): Promise<CommandStamp> => {
  // A command without an effect has the same stamp that a command in its place would have.
  const { tick, seq } = await request('variables.delete', { ids: [] }, options);
  return { tick, seq };
};

/** The result of a command, or a promise of the result when the command may take longer than one tick. */
export type CommandResult<C extends RuntimeCommand> =
  | RuntimeCommands[C]['result']
  | (LateCommand<C> extends true ? Promise<RuntimeCommands[C]['result']> : never);

/** The interface through which links access the runtime. */
export interface RuntimeTarget {
  /**
   * Prepares a command, for example by reading the files that the command names.
   * @returns `undefined` when the command can run; otherwise a promise that resolves when `prepare` should be called
   * again, even if the preparation failed
   */
  prepare<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
  ): Promise<void> | undefined;
  /**
   * Runs a command immediately, between two ticks. All changes to the runtime are made before this method returns, even
   * if the result is a promise. Only requested steps may run later.
   */
  execute<C extends RuntimeCommand>(command: C, params: RuntimeCommands[C]['params']): CommandResult<C>;
  listen(listener: RuntimeListener): void;
  /** Returns the state that was sent to the runtime. Call this method between two ticks. */
  getHeldState(): HeldState;
  /**
   * Runs a task between two ticks: immediately, or at the end of the current tick if that tick runs in slices. Commands
   * that can't wait complete the current tick first.
   * @returns the result of the task
   */
  runBetweenTicks<T>(task: () => MaybePromise<T>): MaybePromise<T>;
}

/** What a runtime offers besides the service's catalog. All names start with the prefix. */
export interface LoadedExtension {
  readonly prefix: string;
  /** Direct actions, keyed by their names in lower case. */
  readonly actions: ReadonlyMap<string, NamedAction>;
  readonly dataTypes: readonly { readonly name: string; readonly description: string }[];
  readonly nodeTypes: readonly NodeType[];
  /** Event kinds, keyed by type. */
  readonly events: ReadonlyMap<string, EventSpec>;
}

/** The capabilities of a runtime in another process. Whatever is not listed is not supported. */
export interface RuntimeCapabilities {
  /** The name that the runtime gave itself. */
  readonly name: string;
  /** The id of the runtime process. */
  readonly instance: string;
  /** Enum values of the supported node types, in lower case. */
  readonly nodeTypes: ReadonlySet<string>;
  /** Names of the supported direct actions, in lower case. */
  readonly actions: ReadonlySet<string>;
  /** Those of the actions that the service carries out. Graphs in the runtime can't run them. */
  readonly serviceActions?: ReadonlySet<string>;
  /** Types of the events that the runtime emits. */
  readonly events: ReadonlySet<string>;
  readonly discovery: ReadonlySet<string>;
  /** Whether the runtime accepts commands about the open project. */
  readonly acceptsProjects: boolean;
  readonly callsGraphs: boolean;
  /** Whether the runtime sends pictures as bytes. */
  readonly takesPictures: boolean;
  readonly extension: LoadedExtension | undefined;
}

/** The capabilities of a runtime; `undefined` when the runtime supports everything. */
type OptionalCapabilities = RuntimeCapabilities | undefined;

export const canRunNodeType = (capabilities: OptionalCapabilities, enumValue: string): boolean =>
  capabilities?.nodeTypes.has(enumValue.toLowerCase()) ?? true;

export const canRunAction = (capabilities: OptionalCapabilities, action: string): boolean =>
  capabilities?.actions.has(action.toLowerCase()) ?? true;
