import type { EventType, Severity } from '#spec/events.ts';
import type { Json, PortType } from '#spec/values.ts';
import type { IntegrationOccurrences } from '../../integrations/integrations.ts';
import type { StreamCompletion } from '../../integrations/streaming-platforms.ts';
import type { RaisedEvent } from '../../link/runtime-link.ts';
import type { RunAction, RuntimeServices } from '../../runtime-services.ts';
import type { SwitchOutcome } from '../../scene/scenes/scene-manager.ts';
import type { ObjectContactChanges } from '../../scene/simulation/physics-simulation.ts';
import type { DataNames, Ports, PortValue, SignalNames } from './ports.ts';

/** What a latent node does when it is triggered while one of its earlier runs is still pending. */
export type OnRetrigger = 'Ignore' | 'Restart' | 'Queue' | 'Parallel';

/**
 * Work outside the runtime. A job starts at once, calls `finish` when it has finished, and gives up when the signal is
 * aborted. Only the first call of `finish` counts, and calls after an abort are ignored.
 */
export type Job = (finish: (outcome: Json) => void, signal: AbortSignal) => void;

/**
 * What reports the end of something that a node has started: an event type, or a kind without a public event. Sounds,
 * cross-fades, scene switches and streaming connections have such kinds.
 */
export type CompletionKind =
  | EventType
  | 'sound.ended'
  | 'transition.ended'
  | SwitchOutcome
  | StreamCompletion;

/** How a call has ended. This is a type alias instead of an interface so that the compiler accepts it as a JSON value. */
export type CallResult = {
  /** Why the call has failed; absent if nothing was left to do. */
  readonly error?: string;
};

/** A live variable of the runtime. Use `NodeServices.assignVariable` to write it. */
export interface VariableEntry {
  readonly id: string;
  readonly name: string;
  readonly type: PortType;
  readonly value: Json;
  readonly graphId: string | undefined;
  /** Whether the variable is an input or an output of its graph. */
  readonly direction: 'input' | 'output' | undefined;
  /** The value with which a call of the graph begins; absent for a variable that is neither an input nor an output. */
  readonly default: Json | undefined;
}

/** The running graph to which a node belongs. */
export interface RunningGraphInfo {
  readonly graphId: string;
  readonly name: string;
  /** Number of the graph's current frame; 1 in the first frame. */
  readonly frame: number;
  /** Simulated seconds since the graph started. */
  readonly elapsed: number;
  /** Simulated seconds of the graph's latest step. */
  readonly deltaTime: number;
  /** Whether OnStop is running, so that no new latent work may be started. */
  readonly isStopping: boolean;
}

/** The services that every handler can use in addition to its own ports. */
export interface NodeServices {
  readonly runtime: RuntimeServices;
  readonly graph: RunningGraphInfo;
  /** Returns the next number from this node's own random source, in the range [0, 1). */
  random(): number;
  /** Finds the variable with this name or id. A variable of the graph takes precedence over a global variable. */
  findVariable(name: string): VariableEntry | undefined;
  /** Converts a value to the type of a variable, and assigns it. */
  assignVariable(variable: VariableEntry, value: Json): void;
  removeVariable(variable: VariableEntry): void;
  /**
   * Starts or stops a graph, given by name or id, at the beginning of the next tick.
   * @returns whether such a graph exists
   */
  controlGraph(graph: string, command: 'run' | 'stop'): boolean;
  /** Writes values, keyed by name, to the input variables of a graph, given by name or id. Other names are ignored. */
  assignInputs(graph: string, values: Readonly<Record<string, Json>>): void;
  /**
   * Charges steps for work that cannot be derived from the size of the inputs.
   * @throws when the graph has no steps left. Don't catch this error, because it stops the graph.
   */
  spendSteps(steps: number): void;
  log(severity: Severity, message: string): void;
  /** Writes a warning, unless this node has already written a warning since the graph started. */
  warnOnce(message: string): void;
  /** Queues a custom event for every running graph. */
  sendCustomEvent(name: string, payload: Json): void;
  /**
   * Registers a callback, which replaces any previous one. The callback is called when the graph has stopped or the
   * node has been removed.
   */
  onDispose(release: () => void): void;
  readonly runAction: RunAction;
}

/** Occurrences outside the graph, keyed by kind, as they are passed to the event nodes that wait for them. */
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

/** The context of a pure node's handler, apart from its inputs. */
export interface PureContext<S> extends NodeServices {
  readonly state: S;
  /** Returns the values of all inputs that are set or connected, including dynamic inputs, keyed by port name. */
  getSetInputs(): Record<string, Json>;
  /** Returns the type of the output that is connected to this input; `undefined` when the input is not connected. */
  getConnectedType(input: string): PortType | undefined;
}

/** The context of handlers of all nodes that are not pure. */
export interface HandlerContext<I extends Ports, O extends Ports, S> extends PureContext<S> {
  /**
   * Values of the data inputs, resolved when the node was activated. Lazy inputs are resolved only when they are read.
   */
  readonly inputs: Inputs<I>;
  /** Latched values of the data outputs. Each value stays until it is overwritten. */
  readonly outputs: Outputs<O>;
  /**
   * Fires trigger outputs. After the handler has returned, the connected nodes run in the order in which the outputs
   * were fired.
   */
  readonly emit: Emit<O>;
  /** All trigger outputs, including dynamic ones, in the order of declaration. */
  readonly triggers: readonly (() => void)[];
  /** Names of the trigger inputs that are connected. */
  readonly connectedTriggers: ReadonlySet<string>;
  isConnected(output: string): boolean;
}

/** The context of handlers in nodes with trigger inputs. */
export interface FlowContext<I extends Ports, O extends Ports, S> extends HandlerContext<I, O, S> {
  /** Calls the node's `resume` handler after everything that was emitted before has run to completion. */
  resume(): void;
  /** Calls the node's `due` handler after this many seconds, but at least one tick later. */
  schedule(seconds: number, onRetrigger?: OnRetrigger): void;
  /**
   * Starts a job outside the runtime. The job's outcome is passed to the node's `done` handler at the beginning of a
   * later tick; outcomes are delivered in the order in which jobs finish. When the graph stops, the job is aborted and
   * its outcome is dropped.
   */
  startJob(job: Job): void;
  /**
   * Calls the node's `ended` handler after an event of one of these types whose data contains this id in `field`. The
   * handler is called at the beginning of the next tick.
   */
  awaitCompletion(id: string, field: string, types: readonly CompletionKind[]): void;
  /** Returns the ids of everything that the node awaits and that has not ended yet, oldest first. */
  listAwaitedIds(): Iterable<string>;
  /** Drops all pending work of this node, and aborts the node's jobs. */
  cancel(): void;
  /** Returns the seconds until the node's `due` handler is called next; 0 when nothing is pending. */
  getRemainingSeconds(): number;
  /**
   * Calls a graph, given by name or id: a run of its own, with its own variables. The node's inputs become the values of
   * the graph's input variables. The graph's Start nodes fire before anything that the handler emits afterwards.
   * @returns the reason why the graph can't be called
   */
  callGraph(graph: string): string | undefined;
  /**
   * Must be called by the `resume` handler for each successful `callGraph()`, latest first. If the call has already
   * ended, the node's outputs have the values of the graph's output variables.
   * @returns `undefined` while the called graph still has something to do. The node's `called` handler then receives the
   * result
   */
  takeCallResult(): CallResult | undefined;
  /** Suspends the graph after the handler has returned. The graph continues at the beginning of the next tick. */
  haltGraph(): void;
}
