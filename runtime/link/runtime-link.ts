/**
 * The protocol between controller and runtime (C-17). Only plain data is exchanged, so that they can run in one process
 * or in two.
 */
import type { z } from 'zod';
import type { ClipRecord, PlaybackRecord } from '#spec/actions/animation.ts';
import type {
  LinkCommand,
  LinkCommandParams,
  LinkCommandResult,
  LateCommand,
} from '#spec/runtime-link/commands.ts';
import type { CommandStamp as StampSchema } from '#spec/runtime-link/command-spec.ts';
import type * as images from '#spec/runtime-link/graph-snapshots.ts';
import type { EventType } from '#spec/events.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { HeldState } from '#spec/runtime-link/messages.ts';
import type { RuntimeCapabilities } from './capabilities.ts';
import type { RuntimeRequest } from './runtime-requests.ts';

/** A graph that the controller sends to the runtime: everything that the compiler needs, without the layout. */
export type GraphSnapshot = z.output<typeof images.GraphSnapshot>;
export type NodeSnapshot = z.output<typeof images.NodeSnapshot>;
/** A connection from an output to an input, each given by node id and port name. */
export type ConnectionSnapshot = z.output<typeof images.ConnectionSnapshot>;
/** A variable in the runtime. */
export type VariableSnapshot = z.output<typeof images.VariableSnapshot>;

/** The commands of the controller. Each runs between two ticks and is stamped with the next tick. */
export type RuntimeCommands = {
  readonly [C in LinkCommand]: { params: LinkCommandParams<C>; result: CommandStamp & LinkCommandResult<C> };
};

export type PlaybackInfo = z.output<typeof PlaybackRecord>;
export type ClipInfo = z.output<typeof ClipRecord>;

/** Identifies a component of a scene object by the object's tag and the component's name. */
export type ComponentAddress = Omit<LinkCommandParams<'properties.read'>, 'property'>;
/** A component in a list. */
export type ComponentInfo = LinkCommandResult<'components.list'>['components'][number];
/** A property with its value. */
export type PropertyInfo = LinkCommandResult<'properties.read'>['properties'][number];
/** A property name and a value that isn't validated yet. */
export type PropertyWrite = LinkCommandParams<'properties.write'>['properties'][number];
/** Results of a bulk write, in the order of the request. */
export type PropertyWriteResults = LinkCommandResult<'properties.write'>;

export type RuntimeCommand = LinkCommand;

/** The next tick when a command ran, and its position among the commands before that tick. */
export type CommandStamp = z.output<typeof StampSchema>;

/** A loaded graph, as the runtime reports it. */
export type HeldGraph = HeldState['graphs'][number];

/** The nodes that received a custom event, for each running graph. */
export type CustomEventListeners = LinkCommandResult<'graph.send'>['heard'];

export type PortSample = LinkCommandResult<'graph.flush'>['ports'][number];

/** An event from its source. The bus adds id, streamId and seq. */
export interface RaisedEvent {
  readonly type: EventType;
  readonly tick: number;
  /** Simulated seconds. */
  readonly time: number;
  readonly graphId?: string;
  readonly nodeId?: string;
  readonly object?: string;
  readonly group?: string;
  readonly clip?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Receives notifications of the runtime. */
export interface RuntimeListener {
  /** Called with the events of one tick or command, in order. */
  onEvents(batch: readonly RaisedEvent[]): void;
  /** Called when events were lost before the next ones. */
  onEventsSkipped?(count: number): void;
  /** Called with the names of all scenes whenever they change. */
  onSceneNames?(names: readonly string[]): void;
  /** Called with the idle ones of the running graphs whenever they change. */
  onIdleGraphs?(graphIds: readonly string[]): void;
  /** Called when the runtime requests an action from the controller. Each request gets one `question.answer`. */
  readonly onRuntimeRequest?: ((request: RuntimeRequest) => void) | undefined;
  /** Called when a command failed without an error code in a runtime of this process. For the log. */
  onError?(failure: unknown): void;
}

/** Whether a runtime runs in the process of the service, or in its own. */
type RuntimeKind = 'embedded' | 'remote';

/** Sends one command and waits for its response. */
export type SendCommand = <C extends RuntimeCommand>(
  command: C,
  params: RuntimeCommands[C]['params'],
) => Promise<RuntimeCommands[C]['result']>;

/** The controller's end of the link. */
export interface RuntimeLink {
  readonly kind: RuntimeKind;
  readonly connected: boolean;
  /**
   * Capabilities of the current or last runtime; undefined before the first one, and for a runtime that supports
   * everything.
   */
  readonly capabilities?: RuntimeCapabilities | undefined;
  /**
   * Subscribes to notifications of the runtime. While the link is down, events are buffered and delivered later, except
   * high-volume events and those that exceed the buffer (C-17).
   */
  listen(listener: RuntimeListener): void;
  /** Called whenever the link goes up or down. */
  onChange(listener: (connected: boolean) => void): void;
  /**
   * Called before the link goes up, with the state of a runtime from another process. The callback sends the
   * differences with the request function that it gets.
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
  /** Like `request`, but synchronous if the runtime is in this process and has an immediate result. */
  requestNow<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
    options?: CommandOptions,
  ): MaybePromise<RuntimeCommands[C]['result']>;
}

interface CommandOptions {
  /** Timeout in milliseconds. */
  readonly timeoutMs?: number;
}

/** The result of a command, or a promise when it may take longer than one tick. */
export type CommandResult<C extends RuntimeCommand> =
  | RuntimeCommands[C]['result']
  | (LateCommand<C> extends true ? Promise<RuntimeCommands[C]['result']> : never);

/** The interface of the runtime for links. */
export interface RuntimeTarget {
  /**
   * Prepares a command, for example by reading the files that it names.
   * @returns a promise that resolves when `prepare` should be called again, even after a failure; undefined when the
   * command can run
   */
  prepare<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
  ): Promise<void> | undefined;
  /**
   * Runs a command immediately, between two ticks. The runtime doesn't change later, even if the result is a promise;
   * only requested steps may run later.
   */
  execute<C extends RuntimeCommand>(command: C, params: RuntimeCommands[C]['params']): CommandResult<C>;
  listen(listener: RuntimeListener): void;
  /** Returns the state that was sent to the runtime. Call it between two ticks. */
  getHeldState(): HeldState;
  /**
   * Runs a task between two ticks: immediately, or at the end of a tick that runs in slices. Commands that can't wait
   * complete that tick first.
   * @returns the result of the task
   */
  runBetweenTicks<T>(task: () => MaybePromise<T>): MaybePromise<T>;
}
