/**
 * What the controller and the runtime say to each other (register: C-17). Plain data both ways, so that
 * the two sides may live in one process or in two.
 */
import type { z } from 'zod';
import type { ClipRecord, PlaybackRecord } from '#spec/actions/animation.ts';
import type { RuntimeDataType } from '#spec/discovery.ts';
import type { ErrorEnvelope } from '#spec/errors.ts';
import type { InjectedInput, InputState } from '#spec/input.ts';
import type { EventType } from '#spec/events.ts';
import type { Json, PortType } from '#spec/values.ts';
import type { Question, QuestionAnswer } from './questions.ts';

/** A graph as the controller pushes it on sync: everything that the compiler needs, nothing of the canvas. */
export interface GraphImage {
  readonly graphId: string;
  readonly name: string;
  /** In creation order, which is the order of evaluation where order matters. */
  readonly nodes: readonly NodeImage[];
  /** In creation order. */
  readonly connections: readonly WireImage[];
}

export interface NodeImage {
  readonly id: string;
  /** The enum value of the node type. */
  readonly category: string;
  /** Canonical values of the input ports that differ from their defaults, by port name. */
  readonly values: Readonly<Record<string, Json>>;
  /** Names of disabled trigger ports: `in.Name` or `out.Name`. */
  readonly disabled?: readonly string[];
  /** Made for the compiler, not placed by an author: nobody is told of its ports. */
  readonly internal?: true;
}

/** A wire from an output port to an input port, each end a node id and a port name. */
export interface WireImage {
  readonly from: readonly [nodeId: string, port: string];
  readonly to: readonly [nodeId: string, port: string];
}

/** A variable as the runtime knows it. */
export interface VariableImage {
  readonly id: string;
  readonly name: string;
  readonly type: PortType;
  readonly value: Json;
  /** Absent for a global variable. */
  readonly graphId?: string;
}

/** Commands that the controller sends; each runs between two ticks and is stamped with the coming tick. */
export interface RuntimeCommands {
  'graph.load': { params: { graph: GraphImage }; result: Stamp };
  'graph.unload': { params: { graphId: string }; result: Stamp };
  /** Starts at the next tick. A running graph is left as it is. Fails with GRAPH_NOT_SYNCED when not loaded. */
  'graph.run': { params: { graphId: string }; result: Stamp };
  'graph.stop': { params: { graphId: string }; result: Stamp };
  /** Presses a Button output from outside. */
  'graph.press': { params: { graphId: string; nodeId: string; port: string }; result: Stamp };
  /** The latest values of the ports that changed while the graph runs, also emitted as ports.updated. */
  'graph.flush': { params: { graphId: string }; result: Stamp & { ports: PortSample[] } };
  /** Edits of variables. The controller tells of them; the runtime raises no event, but graphs notice. */
  'variables.put': { params: { variables: readonly VariableImage[] }; result: Stamp };
  'variables.delete': { params: { ids: readonly string[] }; result: Stamp };
  /** Takes in what keyboard, mouse and controllers do, all of it or nothing. */
  'input.inject': { params: { inputs: readonly InjectedInput[] }; result: Stamp & { state: InputState } };
  /** What there is of one data type, or the elements that can be spawned. */
  'discovery.list': {
    params: { dataType: RuntimeDataType | 'spawnables' };
    result: Stamp & { items: Record<string, unknown>[] };
  };
  /** The components of a scene object. Fails with OBJECT_NOT_FOUND. */
  'components.list': { params: { object: string }; result: Stamp & { components: ComponentFacts[] } };
  /** The properties of a component, or the one that is named. Fails with what is not there. */
  'properties.read': {
    params: ComponentPlace & { property?: string };
    result: Stamp & { properties: PropertyFacts[] };
  };
  /** Writes a property. Fails with what is not there, or with INVALID_VALUE. */
  'property.write': {
    params: ComponentPlace & { property: string; value: Json };
    result: Stamp & { previous: Json; value: Json };
  };
  /** Writes properties in order; one that fails does not stop the rest. */
  'properties.write': {
    params: ComponentPlace & { properties: readonly PropertyWrite[] };
    result: Stamp & PropertyOutcomes;
  };
  /** The live playbacks of a scene object, oldest first. Fails with OBJECT_NOT_FOUND. */
  'playbacks.list': { params: { object: string }; result: Stamp & { playbacks: PlaybackFacts[] } };
  /** A clip of a scene object. Fails with OBJECT_NOT_FOUND or CLIP_NOT_FOUND. */
  'clip.read': { params: { object: string; clip: string }; result: Stamp & { clip: ClipFacts } };
  /** Runs a direct action whose parameters are already validated. */
  'action.run': {
    params: { action: string; parameters: Readonly<Record<string, unknown>> };
    result: Stamp & { result: Record<string, unknown> };
    mayBeLate: true;
  };
  /** What a question of the runtime came to. One that nobody waits for any more is let go. */
  'question.answer': { params: QuestionAnswer; result: Stamp };
  /** A project is open: from now on its assets are those that there are. Comes again when the link comes up. */
  'project.open': { params: { folder: string; name: string }; result: Stamp };
  'project.close': { params: Record<never, never>; result: Stamp };
  /**
   * The event types that somebody listens to. The runtime builds no other high-volume events; all other
   * kinds it always raises, because the controller follows them (console, state of graphs, variables).
   */
  'events.interest': { params: { types: readonly EventType[] }; result: Stamp };
}

export type PlaybackFacts = z.output<typeof PlaybackRecord>;
export type ClipFacts = z.output<typeof ClipRecord>;

/** A component of a scene object: the tag of one, the name of the other. */
export interface ComponentPlace {
  readonly object: string;
  readonly component: string;
}

/** A component as lists show it. */
export interface ComponentFacts {
  readonly name: string;
  readonly propertyCount: number;
  readonly description: string;
  readonly enabled: boolean;
}

/** A property with its value. */
export interface PropertyFacts {
  readonly name: string;
  readonly type: PortType;
  readonly value: Json;
  readonly options?: readonly string[];
  readonly structural: boolean;
  readonly description: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly readOnly?: boolean;
}

/** A property by name, with a value that is not known to be of its type. */
export interface PropertyWrite {
  readonly name: string;
  readonly value: Json;
}

/** What came of one property of a bulk write. */
interface PropertyOutcome {
  readonly name: string;
  readonly success: boolean;
  readonly error?: ErrorEnvelope['error'];
}

/** What came of a bulk write, in the order in which it was asked. */
export interface PropertyOutcomes {
  readonly totalCount: number;
  readonly succeededCount: number;
  readonly failedCount: number;
  readonly results: PropertyOutcome[];
}

export type RuntimeCommand = keyof RuntimeCommands;

/** When a command ran: before which tick, and as which command since the last one. */
export interface Stamp {
  readonly tick: number;
  readonly seq: number;
}

export interface PortSample {
  readonly portId: string;
  readonly nodeId: string;
  readonly value: Json;
}

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
  events(batch: readonly RaisedEvent[]): void;
  /** The names of all scenes, whenever they are others than before. */
  scenes?(names: readonly string[]): void;
  /** Asks for an action that the controller carries out. Each is answered by one `question.answer`. */
  asked?(question: Question): void;
}

/** Where a runtime lives: in the process of the service, or in one of its own. */
type RuntimeKind = 'embedded' | 'remote';

/** The controller's end of the link. */
export interface RuntimeLink {
  readonly connected: boolean;
  /**
   * Hears what the runtime tells. While the link is down the runtime goes on: what it tells then comes when the link
   * comes up, but for high-volume events and for what exceeds the capacity of the link (register: C-17).
   */
  listen(listener: RuntimeListener): void;
  /** Called whenever the link has come up or gone down. */
  onChange(changed: (connected: boolean, kind: RuntimeKind) => void): void;
  /**
   * Sends one command.
   * @throws Fault RUNTIME_NOT_CONNECTED, RUNTIME_TIMEOUT, ACTION_FAILED, or what the command itself declares.
   */
  request<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
    options?: { timeoutMs?: number },
  ): Promise<RuntimeCommands[C]['result']>;
}

/** What a command answers: at once or, where it may take longer than a tick could wait, later. */
export type Answer<C extends RuntimeCommand> =
  | RuntimeCommands[C]['result']
  | (RuntimeCommands[C] extends { readonly mayBeLate: true } ? Promise<RuntimeCommands[C]['result']> : never);

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
   * still to come.
   */
  execute<C extends RuntimeCommand>(command: C, params: RuntimeCommands[C]['params']): Answer<C>;
  listen(listener: RuntimeListener): void;
  /**
   * Calls a task between two ticks: at once, or when the tick has ended that is being made in parts. Commands that do not
   * wait for that complete the tick first.
   */
  betweenTicks(task: () => void): void;
}
