/**
 * What the controller and the runtime say to each other (register: C-17). Plain data both ways, so that
 * the two sides may live in one process or in two.
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

/** A graph as the controller pushes it on sync: everything that the compiler needs, nothing of the canvas. */
export type GraphSnapshot = z.output<typeof images.GraphSnapshot>;
export type NodeSnapshot = z.output<typeof images.NodeSnapshot>;
/** A wire from an output port to an input port, each end a node id and a port name. */
export type ConnectionSnapshot = z.output<typeof images.ConnectionSnapshot>;
/** A variable as the runtime knows it. */
export type VariableSnapshot = z.output<typeof images.VariableSnapshot>;

/** Commands that the controller sends; each runs between two ticks and is stamped with the coming tick. */
export type RuntimeCommands = {
  readonly [C in LinkCommand]: { params: LinkCommandParams<C>; result: CommandStamp & LinkCommandResult<C> };
};

export type PlaybackInfo = z.output<typeof PlaybackRecord>;
export type ClipInfo = z.output<typeof ClipRecord>;

/** A component of a scene object: the tag of one, the name of the other. */
export type ComponentAddress = Omit<LinkCommandParams<'properties.read'>, 'property'>;
/** A component as lists show it. */
export type ComponentInfo = LinkCommandResult<'components.list'>['components'][number];
/** A property with its value. */
export type PropertyInfo = LinkCommandResult<'properties.read'>['properties'][number];
/** A property by name, with a value that is not known to be of its type. */
export type PropertyWrite = LinkCommandParams<'properties.write'>['properties'][number];
/** What came of a bulk write, in the order in which it was asked. */
export type PropertyWriteResults = LinkCommandResult<'properties.write'>;

export type RuntimeCommand = LinkCommand;

/** When a command ran: before which tick, and as which command since the last one. */
export type CommandStamp = z.output<typeof StampSchema>;

/** A loaded graph as the runtime tells of it. */
export type HeldGraph = HeldState['graphs'][number];

/** Whoever heard a custom event: nodes by running graph. */
export type CustomEventListeners = LinkCommandResult<'graph.send'>['heard'];

export type PortSample = LinkCommandResult<'graph.flush'>['ports'][number];

/** An event as its source raises it; the bus adds id, streamId and seq. */
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

/** What the runtime tells without being asked. */
export interface RuntimeListener {
  /** The events of one tick or one command, in the order in which things happened. */
  onEvents(batch: readonly RaisedEvent[]): void;
  /** So many events were lost before those that come next. */
  onEventsSkipped?(count: number): void;
  /** The names of all scenes, whenever they are others than before. */
  onSceneNames?(names: readonly string[]): void;
  /** The running graphs whose work is over, whenever they are others than before, and again when one of them was given more. */
  onIdleGraphs?(graphIds: readonly string[]): void;
  /** Asks for an action that the controller carries out. Each is answered by one `question.answer`. */
  readonly onRuntimeRequest?: ((question: RuntimeRequest) => void) | undefined;
  /** A command failed in a way that no code tells, where the runtime is in this process: for the log. */
  onError?(failure: unknown): void;
}

/** Where a runtime lives: in the process of the service, or in one of its own. */
type RuntimeKind = 'embedded' | 'remote';

/** Sends one command, and waits for its answer. */
export type SendCommand = <C extends RuntimeCommand>(
  command: C,
  params: RuntimeCommands[C]['params'],
) => Promise<RuntimeCommands[C]['result']>;

/** The controller's end of the link. */
export interface RuntimeLink {
  readonly kind: RuntimeKind;
  readonly connected: boolean;
  /** Those of the runtime that is, or was last, connected; undefined where it can everything, and before one came. */
  readonly capabilities?: RuntimeCapabilities | undefined;
  /**
   * Hears what the runtime tells. While the link is down the runtime goes on: what it tells then comes when the link
   * comes up, but for high-volume events and for what exceeds the capacity of the link (register: C-17).
   */
  listen(listener: RuntimeListener): void;
  /** Called whenever the link has come up or gone down. */
  onChange(changed: (connected: boolean) => void): void;
  /**
   * Called with what a runtime holds that has come, or come back, from another process, before the link is up: to push what
   * differs by the request that it gets.
   */
  onHeldState(compare: (holdings: HeldState, request: SendCommand) => Promise<void>): void;
  /**
   * Sends one command.
   * @throws Fault RUNTIME_NOT_CONNECTED, RUNTIME_TIMEOUT, ACTION_FAILED, or what the command itself declares.
   */
  request<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
    options?: CommandOptions,
  ): Promise<RuntimeCommands[C]['result']>;
  /** The same, answered at once where the runtime is in this process and has the answer: it fails at once, too. */
  requestNow<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
    options?: CommandOptions,
  ): MaybePromise<RuntimeCommands[C]['result']>;
}

interface CommandOptions {
  /** Milliseconds until the answer is given up. */
  readonly timeoutMs?: number;
}

/** What a command answers: at once or, where it may take longer than a tick could wait, later. */
export type CommandResult<C extends RuntimeCommand> =
  | RuntimeCommands[C]['result']
  | (LateCommand<C> extends true ? Promise<RuntimeCommands[C]['result']> : never);

/** The runtime's end: what a link calls. */
export interface RuntimeTarget {
  /**
   * Begins what a command waits for, such as the reading of files that it names.
   * @returns resolves, well or not, when it is to be asked for again; undefined when the command can be executed at once
   */
  prepare<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
  ): Promise<void> | undefined;
  /**
   * Carries a command out between two ticks, at once: nothing of the runtime changes by it later, not even when the answer is
   * still to come. Only the steps that it asks for may come later.
   */
  execute<C extends RuntimeCommand>(command: C, params: RuntimeCommands[C]['params']): CommandResult<C>;
  listen(listener: RuntimeListener): void;
  /** What it holds of what was pushed. To be called between two ticks. */
  getHeldState(): HeldState;
  /**
   * Calls a task between two ticks: at once, or when the tick has ended that is being made in parts. Commands that do not
   * wait for that complete the tick first.
   * @returns what the task does
   */
  runBetweenTicks<T>(task: () => MaybePromise<T>): MaybePromise<T>;
}
