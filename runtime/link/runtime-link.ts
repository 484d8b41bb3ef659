/**
 * The protocol between controller and runtime (C-17). It is plain data in both directions, so that the two may run in
 * one process or in two.
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

/** A graph as the controller pushes it on sync: everything that the compiler needs, without the layout. */
export type GraphSnapshot = z.output<typeof images.GraphSnapshot>;
export type NodeSnapshot = z.output<typeof images.NodeSnapshot>;
/** A connection from an output port to an input port, each a node id and a port name. */
export type ConnectionSnapshot = z.output<typeof images.ConnectionSnapshot>;
/** A variable as the runtime has it. */
export type VariableSnapshot = z.output<typeof images.VariableSnapshot>;

/** Commands that the controller sends. Each runs between two ticks and is stamped with the next tick. */
export type RuntimeCommands = {
  readonly [C in LinkCommand]: { params: LinkCommandParams<C>; result: CommandStamp & LinkCommandResult<C> };
};

export type PlaybackInfo = z.output<typeof PlaybackRecord>;
export type ClipInfo = z.output<typeof ClipRecord>;

/** Address of a component of a scene object: the object's tag and the component's name. */
export type ComponentAddress = Omit<LinkCommandParams<'properties.read'>, 'property'>;
/** A component as lists show it. */
export type ComponentInfo = LinkCommandResult<'components.list'>['components'][number];
/** A property with its value. */
export type PropertyInfo = LinkCommandResult<'properties.read'>['properties'][number];
/** A property by name, with a value that isn't validated yet. */
export type PropertyWrite = LinkCommandParams<'properties.write'>['properties'][number];
/** Results of a bulk write, in the order of the request. */
export type PropertyWriteResults = LinkCommandResult<'properties.write'>;

export type RuntimeCommand = LinkCommand;

/** When a command ran: before which tick, and its position since the last one. */
export type CommandStamp = z.output<typeof StampSchema>;

/** A loaded graph as the runtime reports it. */
export type HeldGraph = HeldState['graphs'][number];

/** Nodes that received a custom event, by running graph. */
export type CustomEventListeners = LinkCommandResult<'graph.send'>['heard'];

export type PortSample = LinkCommandResult<'graph.flush'>['ports'][number];

/** An event as its source raises it. The bus adds id, streamId and seq. */
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

/** Receives what the runtime reports without a request. */
export interface RuntimeListener {
  /** Receives the events of one tick or one command in order. */
  onEvents(batch: readonly RaisedEvent[]): void;
  /** This many events were lost before the next ones. */
  onEventsSkipped?(count: number): void;
  /** Receives the names of all scenes whenever they change. */
  onSceneNames?(names: readonly string[]): void;
  /** Receives the idle ones of the running graphs whenever they change, and again when one of them becomes active. */
  onIdleGraphs?(graphIds: readonly string[]): void;
  /** Requests an action from the controller. Each request gets one `question.answer`. */
  readonly onRuntimeRequest?: ((question: RuntimeRequest) => void) | undefined;
  /** A command failed without an error code in a runtime of this process. Used for the log. */
  onError?(failure: unknown): void;
}

/** Whether a runtime lives in the process of the service, or in its own. */
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
   * Capabilities of the runtime that is or was last connected; undefined before the first, and when it supports
   * everything.
   */
  readonly capabilities?: RuntimeCapabilities | undefined;
  /**
   * Subscribes to what the runtime reports. While the link is down the runtime continues. Its events are delivered when
   * the link is up again, except high-volume ones and those that exceed the capacity of the link (C-17).
   */
  listen(listener: RuntimeListener): void;
  /** Called whenever the link goes up or down. */
  onChange(changed: (connected: boolean) => void): void;
  /**
   * Called before the link goes up, with the state of a runtime that connects from another process. The callback pushes
   * the differences with the request function that it gets.
   */
  onHeldState(compare: (holdings: HeldState, request: SendCommand) => Promise<void>): void;
  /**
   * Sends one command.
   * @throws ApiError RUNTIME_NOT_CONNECTED, RUNTIME_TIMEOUT, ACTION_FAILED, or what the command itself declares.
   */
  request<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
    options?: CommandOptions,
  ): Promise<RuntimeCommands[C]['result']>;
  /** Like `request`, but returns or throws synchronously when the runtime is in this process and has the result. */
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

/** The result of a command: immediate, or a promise when it may take longer than a tick can wait. */
export type CommandResult<C extends RuntimeCommand> =
  | RuntimeCommands[C]['result']
  | (LateCommand<C> extends true ? Promise<RuntimeCommands[C]['result']> : never);

/** The runtime as a link calls it. */
export interface RuntimeTarget {
  /**
   * Starts the preparation of a command, such as reading files that it names.
   * @returns resolves, after success or failure, when `prepare` should be called again; undefined when the command can
   * run
   */
  prepare<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
  ): Promise<void> | undefined;
  /**
   * Runs a command between two ticks, immediately. It doesn't change the runtime later, even when its result is still
   * pending; only the steps that it requests may come later.
   */
  execute<C extends RuntimeCommand>(command: C, params: RuntimeCommands[C]['params']): CommandResult<C>;
  listen(listener: RuntimeListener): void;
  /** Returns what the runtime holds of the pushed state. Call it between two ticks. */
  getHeldState(): HeldState;
  /**
   * Runs a task between two ticks: immediately, or after a tick that is made in parts. Commands that can't wait
   * complete that tick first.
   * @returns the result of the task
   */
  runBetweenTicks<T>(task: () => MaybePromise<T>): MaybePromise<T>;
}
