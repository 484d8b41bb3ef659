import { lazy } from '#spec/lazy.ts';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { Json } from '#spec/values.ts';
import type {
  CallResult,
  CompletionKind,
  FlowContext,
  Inputs,
  HandlerContext,
  Occurrences,
  PureContext,
} from './handler-context.ts';
import type { NodeKind, NodeType, PortDeclaration, ProjectInfo } from '#spec/node-type.ts';
import type { DataNames, DataPort, Ports, SignalNames, SignalPort, PortValue } from './ports.ts';

/** The part of a declaration that is common to all kinds of nodes. */
interface BaseDeclaration<I extends Ports, O extends Ports, S> {
  readonly description: string;
  readonly inputs: I;
  readonly outputs: O;
  /** Creates the state that the node keeps while its graph runs. */
  readonly state?: (inputs: Inputs<I>) => S;
  /** Computes the ports from these input values, for nodes whose ports can differ from the declared ones. */
  readonly portsFor?: (
    values: Readonly<Record<string, Json>>,
    declared: readonly PortDeclaration[],
    project: ProjectInfo | undefined,
  ) => readonly PortDeclaration[];
}

/** Handlers of occurrences outside the graph, keyed by the kind of occurrence. */
type OccurrenceHandlers<C> = {
  readonly [K in keyof Occurrences]?: (context: C, occurrence: Occurrences[K]) => void;
};

/** The id of something that has ended, and the event that reported its end. */
interface Completion {
  readonly type: CompletionKind;
  readonly id: string;
}

/**
 * A node with trigger inputs, each of which has a handler. A node with `due`, `done`, `ended` or `called` is latent. D is the
 * outcome of the node's jobs.
 */
interface FlowDeclaration<I extends Ports, O extends Ports, S, D extends Json>
  extends BaseDeclaration<I, O, S> {
  readonly on: { readonly [K in SignalNames<I>]: (context: FlowContext<I, O, S>) => void };
  /** Runs when a continuation requested with `resume()` is due. Only lazy inputs are resolved again. */
  readonly resume?: (context: FlowContext<I, O, S>) => void;
  /** Runs when something requested with `schedule()` is due. Only lazy inputs are resolved again. */
  readonly due?: (context: FlowContext<I, O, S>) => void;
  /** Runs when a job started with `startJob()` has finished. Only lazy inputs are resolved again. */
  readonly done?: (context: FlowContext<I, O, S>, outcome: D) => void;
  /**
   * Runs when an event reports the end of something registered with `awaitCompletion()`. Inputs are not resolved again.
   */
  readonly ended?: (context: FlowContext<I, O, S>, completion: Completion) => void;
  /** Runs when a call made with `callGraph()` has ended after its first frame. Inputs are not resolved again. */
  readonly called?: (context: FlowContext<I, O, S>, result: CallResult) => void;
  /** Handlers that run when something happens outside the graph. */
  readonly when?: OccurrenceHandlers<FlowContext<I, O, S>>;
  /** Outputs that are computed on every read instead of keeping the value that was last written. */
  readonly live?: { readonly [K in DataNames<O>]?: (context: FlowContext<I, O, S>) => PortValue<O[K]> };
}

/** A node whose outputs depend only on its inputs. Each output is evaluated when it is read. */
interface PureDeclaration<I extends Ports, O extends Ports, S> extends BaseDeclaration<I, O, S> {
  /** Computes the only output, or each output keyed by name. */
  readonly evaluate:
    | ((inputs: Inputs<I>, context: PureContext<S>) => PortValue<O[DataNames<O>]>)
    | { readonly [K in DataNames<O>]: (inputs: Inputs<I>, context: PureContext<S>) => PortValue<O[K]> };
}

/** A node that runs when something happens outside the graph. */
interface EventDeclaration<I extends Ports, O extends Ports, S> extends BaseDeclaration<I, O, S> {
  readonly when: OccurrenceHandlers<EventContext<I, O, S>>;
  /**
   * Sets the outputs to the values that the latest frame would have produced. The `frame` handler of a node with
   * `catchUp` may only set outputs in this way and fire triggers. While these triggers are not connected, the graph can
   * sleep until its outputs are read.
   */
  readonly catchUp?: (context: EventContext<I, O, S>) => void;
  /** Runs when a continuation requested with `resume()` is due. Only lazy inputs are resolved again. */
  readonly resume?: (context: EventContext<I, O, S>) => void;
}

type EventContext<I extends Ports, O extends Ports, S> = HandlerContext<I, O, S> &
  Pick<FlowContext<I, O, S>, 'resume'>;

/** The context in the untyped form that the engine passes to handlers. */
export interface BoundContext {
  readonly inputs: unknown;
  readonly outputs: unknown;
  readonly emit: unknown;
  readonly triggers: unknown;
  readonly getSetInputs: unknown;
  readonly connectedTriggers: unknown;
  readonly resume: unknown;
  readonly state: unknown;
}

/**
 * A handler in the untyped form that the engine calls. The type is derived from a method, because method parameters are
 * bivariant: the compiler cannot see that each handler receives the context of its own declaration.
 */
export type NodeHandler = { call(context: BoundContext, occurrence?: unknown): void }['call'];
export type Evaluator = { call(inputs: unknown, context: Pick<BoundContext, 'state'>): unknown }['call'];
type StateFactory = { call(inputs: unknown): unknown }['call'];

/** A node type with its handlers, as the engine uses it. */
export interface NodeDefinition {
  readonly type: NodeType;
  readonly inputs: Ports;
  readonly state: StateFactory | undefined;
  readonly on: Readonly<Record<string, NodeHandler>>;
  readonly resume: NodeHandler | undefined;
  readonly due: NodeHandler | undefined;
  readonly done: NodeHandler | undefined;
  readonly ended: NodeHandler | undefined;
  readonly called: NodeHandler | undefined;
  readonly live: Readonly<Record<string, Evaluator>>;
  readonly when: Readonly<{ [K in keyof Occurrences]?: NodeHandler }>;
  readonly catchUp: NodeHandler | undefined;
  /** Evaluators keyed by output name. Only pure nodes have them. */
  readonly evaluate: Readonly<Record<string, Evaluator>> | undefined;
  /** The actions that the node runs, if it was declared by `defineActionNode`. */
  readonly actions: readonly ActionSpec[];
}

/** A declaration that has been built, but has not received its category and enum value yet. */
type UnnamedDefinition = Omit<NodeDefinition, 'type'> & {
  readonly type: Omit<NodeType, 'enumValue' | 'category'>;
};

/**
 * Builds a declaration. This function is called when a node of this type is first used, because building ports is
 * expensive and few node types are needed at startup.
 */
export type NodeDeclaration = () => UnnamedDefinition;

const toPortDeclarations = (direction: PortDeclaration['direction'], ports: Ports): PortDeclaration[] =>
  Object.entries(ports).map(([name, port]) => toPortDeclaration(name, direction, port));

const toPortDeclaration = (
  name: string,
  direction: PortDeclaration['direction'],
  port: SignalPort | DataPort,
): PortDeclaration => {
  const { lazy, watched, carries, ...declared } = port as DataPort;
  return direction === 'input' ? { name, direction, ...declared } : { name, direction, type: port.type };
};

const createDefinition = <I extends Ports, O extends Ports, S>(
  kind: NodeKind,
  { description, inputs, outputs, state, portsFor }: BaseDeclaration<I, O, S>,
  handlers: Partial<
    Pick<
      NodeDefinition,
      'on' | 'resume' | 'due' | 'done' | 'ended' | 'called' | 'live' | 'when' | 'catchUp' | 'evaluate'
    >
  >,
): UnnamedDefinition => {
  const ports = [...toPortDeclarations('input', inputs), ...toPortDeclarations('output', outputs)];
  return {
    type: {
      kind,
      description,
      ports,
      ...(portsFor && { portsFor: (values, project) => portsFor(values, ports, project) }),
    },
    inputs,
    state,
    on: {},
    resume: undefined,
    due: undefined,
    done: undefined,
    ended: undefined,
    called: undefined,
    live: {},
    when: {},
    catchUp: undefined,
    evaluate: undefined,
    actions: [],
    ...handlers,
  };
};

/**
 * Declares a node with trigger inputs. A node with a `due`, `done`, `ended` or `called` handler is latent, any other is
 * a flow node.
 */
export const defineFlowNode =
  <I extends Ports, O extends Ports, S = undefined, D extends Json = Json>(
    declaration: FlowDeclaration<I, O, S, D>,
  ): NodeDeclaration =>
  () =>
    createDefinition(
      declaration.due || declaration.done || declaration.ended || declaration.called ? 'latent' : 'flow',
      declaration,
      {
        on: declaration.on,
        resume: declaration.resume,
        due: declaration.due,
        done: declaration.done,
        ended: declaration.ended,
        called: declaration.called,
        when: declaration.when ?? {},
        live: (declaration.live ?? {}) as Record<string, Evaluator>,
      },
    );

/** Declares a node without triggers, whose outputs depend only on its inputs. */
export const definePureNode =
  <I extends Ports, O extends Ports, S = undefined>(declaration: PureDeclaration<I, O, S>): NodeDeclaration =>
  () => {
    const { evaluate, outputs } = declaration;
    const byOutput =
      typeof evaluate === 'function'
        ? Object.fromEntries(Object.keys(outputs).map((name) => [name, evaluate]))
        : evaluate;
    return createDefinition('pure', declaration, { evaluate: byOutput });
  };

/** Declares a node that runs when something happens outside the graph. */
export const defineEventNode =
  <I extends Ports, O extends Ports, S = undefined>(
    declaration: EventDeclaration<I, O, S>,
  ): NodeDeclaration =>
  () =>
    createDefinition('event', declaration, {
      when: declaration.when,
      catchUp: declaration.catchUp,
      resume: declaration.resume,
    });

/** Declares a node that only contains a note for people. */
export const defineNoteNode =
  (declaration: Pick<NodeType, 'description'>): NodeDeclaration =>
  () =>
    createDefinition('note', { ...declaration, inputs: {}, outputs: {} }, {});

/** Creates an object whose properties are those of `getOwner()`, which is called on each access. */
const delegateProperties = <T extends object, K extends keyof T>(
  getOwner: () => T,
  names: readonly K[],
): Pick<T, K> =>
  Object.defineProperties(
    {} as Pick<T, K>,
    Object.fromEntries(names.map((name) => [name, { enumerable: true, get: () => getOwner()[name] }])),
  );

/** Creates a definition whose name and category are available before the declaration is built. */
const createLazyDefinition = (
  enumValue: string,
  category: string,
  declare: NodeDeclaration,
): NodeDefinition => {
  const declared = lazy(declare);
  const type = delegateProperties(() => declared().type, ['kind', 'description', 'ports', 'portsFor']);
  const definition = delegateProperties(declared, [
    ...(['inputs', 'state', 'on', 'resume', 'due', 'done'] as const),
    ...(['ended', 'called', 'live', 'when', 'catchUp', 'evaluate', 'actions'] as const),
  ]);
  return Object.assign(definition, { type: Object.assign(type, { enumValue, category }) });
};

/**
 * Assigns declarations to a category of the node taxonomy, in order. Each key becomes the enum value of its
 * declaration.
 */
export const defineCategory = (
  name: string,
  declarations: Readonly<Record<string, NodeDeclaration>>,
): NodeDefinition[] =>
  Object.entries(declarations).map(([enumValue, declare]) => createLazyDefinition(enumValue, name, declare));

/** Returns definitions keyed by the enum value in lower case, because enum values may be given in any letter case. */
export const indexByEnumValue = (
  definitions: readonly NodeDefinition[],
): ReadonlyMap<string, NodeDefinition> =>
  new Map(definitions.map((definition) => [definition.type.enumValue.toLowerCase(), definition]));
