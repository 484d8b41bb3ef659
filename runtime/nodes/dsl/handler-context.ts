import type { EventType, Severity } from '#spec/events.ts';
import type { Json, PortType } from '#spec/values.ts';
import type { RunAction } from '../../actions/action-handler.ts';
import type { RaisedEvent } from '../../link/runtime-link.ts';
import type { IntegrationOccurrences } from '../../integrations/integration-occurrences.ts';
import type { ObjectContactChanges } from '../../scene/simulation/object-contacts.ts';
import type { SwitchOutcome } from '../../scene/scenes/scene-manager.ts';
import type { StreamCompletion } from '../../integrations/streams.ts';
import type { RuntimeServices } from '../../runtime-services.ts';
import type { DataNames, Ports, SignalNames, PortValue } from './ports.ts';

/** What a latent node does when it is triggered while an earlier run of it is still pending. */
export type OnRetrigger = 'Ignore' | 'Restart' | 'Queue' | 'Parallel';

/**
 * Work outside the runtime. It begins at once, calls `finish` when it is over, now or later, and gives up when the
 * signal is aborted. Calls of `finish` after the first, or after the abort, count for nothing.
 */
export type Job = (finish: (outcome: Json) => void, signal: AbortSignal) => void;

/**
 * What tells the end of something that a node has begun: events, and of sounds, cross-fades, switches of scenes and
 * connections to streaming platforms what no event tells of.
 */
export type CompletionKind =
  | EventType
  | 'sound.ended'
  | 'transition.ended'
  | SwitchOutcome
  | StreamCompletion;

/** A variable while the runtime holds it. Writing happens through `GraphServices.assign`. */
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
  /** Whether OnStop is being served, so that nothing latent starts any more. */
  readonly isStopping: boolean;
}

/** What every body may use beside its own ports. */
export interface NodeServices {
  readonly runtime: RuntimeServices;
  readonly graph: RunningGraphInfo;
  /** The next number of this node's own random source, from 0 up to but excluding 1. */
  random(): number;
  /** The variable of this name, or id, that the graph sees: its own before a global one. */
  findVariable(name: string): VariableEntry | undefined;
  /** Writes a variable, converted to its type. */
  assignVariable(variable: VariableEntry, value: Json): void;
  /** Removes a variable from the project. */
  removeVariable(variable: VariableEntry): void;
  /**
   * Starts or stops a graph, by name or id, at the beginning of the next tick.
   * @returns whether there is such a graph.
   */
  controlGraph(graph: string, order: 'run' | 'stop'): boolean;
  /**
   * Takes steps for work that the size of the inputs does not show.
   * @throws when the graph has none left, which stops it: let it pass.
   */
  spendSteps(steps: number): void;
  log(severity: Severity, message: string): void;
  /** Writes a warning unless this node has written one since the graph started. */
  warnOnce(message: string): void;
  /** Queues a custom event for every running graph. */
  sendCustomEvent(name: string, payload: Json): void;
  /** Has this called once the graph has stopped or the node has left it; it takes the place of what was to be called before. */
  onDispose(release: () => void): void;
  readonly runAction: RunAction;
}

/** Something that happened outside the graph, handed to the event nodes that wait for it. */
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

/** What the body of a pure node sees beside its inputs. */
export interface PureContext<S> extends NodeServices {
  readonly state: S;
  /** Values of the inputs that were written or wired, dynamic ones included, by port name. */
  getSetInputs(): Record<string, Json>;
  /** The type of the output that is wired to this input; undefined when none is. */
  getConnectedType(input: string): PortType | undefined;
}

/** What the body of any other node sees. */
export interface HandlerContext<I extends Ports, O extends Ports, S> extends PureContext<S> {
  /** Values of the data inputs, resolved when the node was activated (lazy ones when read). */
  readonly inputs: Inputs<I>;
  /** Latched values of the data outputs; they stay until written again. */
  readonly outputs: Outputs<O>;
  /** Triggers an output. What hangs on it runs after the body returns, in the order of emission. */
  readonly emit: Emit<O>;
  /** Every trigger output in declared order, dynamic ones included. */
  readonly triggers: readonly (() => void)[];
  /** Names of the trigger inputs that something may trigger. */
  readonly connectedTriggers: ReadonlySet<string>;
  /** Whether anything is wired to this trigger output. */
  isConnected(output: string): boolean;
}

/** What the body of a node with trigger inputs sees. */
export interface FlowContext<I extends Ports, O extends Ports, S> extends HandlerContext<I, O, S> {
  /** Calls the node's `resume` body once all that was emitted before has run to its end. */
  resume(): void;
  /** Calls the node's `due` body after this many seconds, at least one tick later. */
  schedule(seconds: number, onRetrigger?: OnRetrigger): void;
  /**
   * Starts a job outside the runtime. What it comes to is handed to the node's `done` body at the beginning of a later
   * tick, whichever jobs are over first coming first. When the graph stops, the job is aborted and forgotten.
   */
  startJob(job: Job): void;
  /**
   * Calls the node's `ended` body at the beginning of the tick after an event of one of these types has told the end of
   * what has this id: the data of the event has it in the field `by`.
   */
  awaitCompletion(id: string, by: string, types: readonly CompletionKind[]): void;
  /** The ids of what has not ended yet, first begun first. */
  listAwaitedIds(): Iterable<string>;
  /** Drops everything that this node has pending, and aborts its jobs. */
  cancel(): void;
  /** Seconds until the next `due` of this node; 0 when nothing is pending. */
  getRemainingSeconds(): number;
  /** Makes the graph stand still once the body returns. It goes on at the beginning of the next tick. */
  haltGraph(): void;
}
