import type { EventType, Severity } from '#spec/events.ts';
import type { Json, PortType } from '#spec/values.ts';
import type { RunAction } from '../../actions/action-handler.ts';
import type { RaisedEvent } from '../../link/runtime-link.ts';
import type { IntegrationOccurrences } from '../../integrations/integration-occurrences.ts';
import type { ObjectContactChanges } from '../../scene/simulation/object-contacts.ts';
import type { SwitchOutcome } from '../../scene/scenes/scene-manager.ts';
import type { StreamCompletion } from '../../integrations/streaming-platforms.ts';
import type { RuntimeServices } from '../../runtime-services.ts';
import type { DataNames, Ports, SignalNames, PortValue } from './ports.ts';

/** What a latent node does when it is triggered while an earlier run of it is still pending. */
export type OnRetrigger = 'Ignore' | 'Restart' | 'Queue' | 'Parallel';

/**
 * Work outside the runtime. It starts at once, calls `finish` when it is over, now or later, and gives up when the
 * signal is aborted. Only the first call of `finish` counts, and none after an abort.
 */
export type Job = (finish: (outcome: Json) => void, signal: AbortSignal) => void;

/**
 * What reports the end of something that a node has started: an event type, or a kind that has no public event, as for
 * sounds, cross-fades, scene switches and streaming connections.
 */
export type CompletionKind =
  | EventType
  | 'sound.ended'
  | 'transition.ended'
  | SwitchOutcome
  | StreamCompletion;

/** A live variable of the runtime. `NodeServices.assignVariable` writes it. */
export interface VariableEntry {
  readonly id: string;
  readonly name: string;
  readonly type: PortType;
  readonly value: Json;
  readonly graphId: string | undefined;
}

/** The running graph that a node belongs to. */
export interface RunningGraphInfo {
  readonly graphId: string;
  readonly name: string;
  /** Ticks since the graph started; 1 in the first. */
  readonly frame: number;
  /** Simulated seconds since the graph started. */
  readonly elapsed: number;
  /** Simulated seconds of its latest step. */
  readonly deltaTime: number;
  /** Whether OnStop is running, so that no more latent work may start. */
  readonly isStopping: boolean;
}

/** The services that every handler can use besides its own ports. */
export interface NodeServices {
  readonly runtime: RuntimeServices;
  readonly graph: RunningGraphInfo;
  /** The next number of this node's own random source, from 0 up to but excluding 1. */
  random(): number;
  /** Finds the variable with this name or id. A variable of the graph takes precedence over a global one. */
  findVariable(name: string): VariableEntry | undefined;
  /** Writes a variable, converted to its type. */
  assignVariable(variable: VariableEntry, value: Json): void;
  /** Removes a variable from the project. */
  removeVariable(variable: VariableEntry): void;
  /**
   * Starts or stops a graph, by name or id, at the beginning of the next tick.
   * @returns whether there is such a graph.
   */
  controlGraph(graph: string, command: 'run' | 'stop'): boolean;
  /**
   * Charges steps for work that the size of the inputs does not show.
   * @throws when the graph has no steps left. Don't catch it: it stops the graph.
   */
  spendSteps(steps: number): void;
  log(severity: Severity, message: string): void;
  /** Writes a warning unless this node has already written one since the graph started. */
  warnOnce(message: string): void;
  /** Queues a custom event for every running graph. */
  sendCustomEvent(name: string, payload: Json): void;
  /**
   * Registers a callback for when the graph has stopped or the node has been removed. It replaces the previous
   * callback.
   */
  onDispose(release: () => void): void;
  readonly runAction: RunAction;
}

/** Something that happened outside the graph, by kind, as passed to the event nodes that wait for it. */
export interface Occurrences extends IntegrationOccurrences {
  start: undefined;
  frame: undefined;
  stop: undefined;
  custom: { readonly name: string; readonly payload: Json; readonly sender: string };
  variable: { readonly variable: VariableEntry; readonly value: Json; readonly previous: Json };
  press: { readonly nodeId: string; readonly port: string };
  event: RaisedEvent;
  touched: ObjectContactChanges;
}

export type Inputs<I extends Ports> = { readonly [K in DataNames<I>]: PortValue<I[K]> };
type Outputs<O extends Ports> = { [K in DataNames<O>]: PortValue<O[K]> };
type Emit<O extends Ports> = { readonly [K in SignalNames<O>]: () => void };

/** The context of a pure node's handler, besides its inputs. */
export interface PureContext<S> extends NodeServices {
  readonly state: S;
  /** Returns the values of the inputs that are set or connected, including dynamic ones, by port name. */
  getSetInputs(): Record<string, Json>;
  /** Returns the type of the output that is connected to this input, or undefined. */
  getConnectedType(input: string): PortType | undefined;
}

/** The context of any other node's handler. */
export interface HandlerContext<I extends Ports, O extends Ports, S> extends PureContext<S> {
  /** Values of the data inputs, resolved when the node was activated. Lazy inputs are resolved when they are read. */
  readonly inputs: Inputs<I>;
  /** Latched values of the data outputs. They stay until they are written again. */
  readonly outputs: Outputs<O>;
  /** Fires a trigger output. The connected nodes run after the handler returns, in the order of emission. */
  readonly emit: Emit<O>;
  /** All trigger outputs in declared order, including dynamic ones. */
  readonly triggers: readonly (() => void)[];
  /** Names of the connected trigger inputs. */
  readonly connectedTriggers: ReadonlySet<string>;
  /** Whether anything is connected to this trigger output. */
  isConnected(output: string): boolean;
}

/** The context of a handler in a node with trigger inputs. */
export interface FlowContext<I extends Ports, O extends Ports, S> extends HandlerContext<I, O, S> {
  /** Calls the node's `resume` handler once everything emitted before has run to its end. */
  resume(): void;
  /** Calls the node's `due` handler after this many seconds, at least one tick later. */
  schedule(seconds: number, onRetrigger?: OnRetrigger): void;
  /**
   * Starts a job outside the runtime. Its outcome is passed to the node's `done` handler at the beginning of a later
   * tick, in the order in which jobs finish. When the graph stops, the job is aborted and dropped.
   */
  startJob(job: Job): void;
  /**
   * Calls the node's `ended` handler at the beginning of the tick after an event of one of these types, whose data has
   * this id in `field`.
   */
  awaitCompletion(id: string, field: string, types: readonly CompletionKind[]): void;
  /** The ids of everything that has not ended yet, oldest first. */
  listAwaitedIds(): Iterable<string>;
  /** Drops everything that this node has pending, and aborts its jobs. */
  cancel(): void;
  /** Seconds until the next `due` of this node; 0 when nothing is pending. */
  getRemainingSeconds(): number;
  /** Suspends the graph once the handler returns. It continues at the beginning of the next tick. */
  haltGraph(): void;
}
