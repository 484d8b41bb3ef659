import { ApiError } from '#spec/errors.ts';
import { getDefaultValue, type Json, type PortType } from '#spec/values.ts';
import { convertValue, needsConversion } from '#spec/convert-value.ts';
import {
  type DraftConnection,
  type DraftInput,
  type DraftNode,
  type DraftOutput,
  planEvaluation,
  rejectCycles,
} from './evaluation-plan.ts';
import type { PortDeclaration } from '#spec/node-type.ts';
import type { ConnectionSnapshot, GraphSnapshot, NodeSnapshot } from '../link/runtime-link.ts';
import type { NodeDefinition } from '../nodes/dsl/define-node.ts';

/**
 * A compiled graph. Nodes, values and steps are numbered, and connections use these numbers, so that running the graph
 * requires no id lookups.
 */
export interface GraphProgram {
  readonly graphId: string;
  readonly name: string;
  readonly nodes: readonly NodeProgram[];
  readonly initial: readonly Json[];
  /** Steps that may have to run before a handler reads its inputs. Plans are lists of indexes into this array. */
  readonly steps: readonly StepProgram[];
  /** The ports whose values `ports.updated` reports. */
  readonly published: readonly PublishedPort[];
}

export interface NodeProgram {
  readonly id: string;
  readonly definition: NodeDefinition;
  readonly inputs: readonly InputProgram[];
  readonly outputs: readonly { readonly name: string; readonly type: PortType; readonly slot: number }[];
  readonly triggerOutputs: readonly TriggerOutputProgram[];
  /** The steps that evaluate all inputs except lazy ones, in order of evaluation. */
  readonly plan: readonly number[];
  /**
   * Whether a lazy input is reachable. If so, each step must remember whether it has already run for the current
   * activation.
   */
  readonly reachesLazy: boolean;
}

export interface InputProgram {
  readonly name: string;
  readonly type: PortType;
  readonly slot: number;
  /** Whether the input is connected but has a slot of its own instead of sharing the source's slot. */
  readonly hasOwnSlot: boolean;
  /** Whether the input holds strings or lists, whose size is charged in steps. */
  readonly isMetered: boolean;
  /** Whether the input is set in the graph or connected. */
  readonly isSet: boolean;
  /** The type of the connected output; `undefined` for an unconnected input. */
  readonly connectedType: PortType | undefined;
  /** The steps that evaluate the input if it is lazy and connected; `undefined` otherwise. */
  readonly lazyPlan: readonly number[] | undefined;
}

/** A trigger output and its connections, in creation order. */
export interface TriggerOutputProgram {
  readonly name: string;
  readonly targets: readonly { readonly node: number; readonly input: string }[];
}

export type StepProgram =
  | {
      readonly kind: 'evaluate' | 'live';
      readonly node: number;
      readonly port: string;
      readonly slot: number;
    }
  | { readonly kind: 'copy'; readonly node: number; readonly from: number; readonly slot: number }
  | {
      readonly kind: 'convert';
      readonly node: number;
      readonly from: number;
      readonly slot: number;
      readonly type: PortType;
      readonly options: readonly string[] | undefined;
    };

interface PublishedPort {
  readonly portId: string;
  readonly nodeId: string;
  readonly slot: number;
}

const isDataPort = ({ type }: PortDeclaration): boolean => type !== 'Trigger' && type !== 'Button';

/** Creates a list that returns the index of each item when the item is added. */
const createIndexedList = <T>() => {
  const items: T[] = [];
  return { items, add: (item: T): number => items.push(item) - 1 };
};

/**
 * Compiles a graph to a program.
 * @param definitions the node definitions, keyed by enum value in lower case
 * @throws ApiError NODE_TYPE_NOT_FOUND, NODE_NOT_FOUND or PORT_NOT_FOUND when the graph refers to something that does
 * not exist; CYCLIC_CONNECTION when pure nodes form a cycle
 */
export const compileGraph = (
  graph: GraphSnapshot,
  definitions: ReadonlyMap<string, NodeDefinition>,
): GraphProgram => {
  const values = createIndexedList<Json>();
  const steps = createIndexedList<StepProgram>();

  const drafts = graph.nodes.map((image, index) =>
    createDraftNode(image, index, definitions, values.add, steps.add),
  );
  const byId = new Map(drafts.map((node) => [node.id, node]));
  const connections = graph.connections.map((connection) => resolveConnection(connection, byId));

  for (const connection of connections) {
    const input = connection.target.inputs.get(connection.input);
    if (input) input.source = connection.source.outputs.get(connection.output);
    else connection.source.triggerConnections.push(connection);
  }
  for (const node of drafts) {
    for (const input of node.inputs.values()) assignInputSlot(input, node, values.add, steps.add);
  }
  rejectCycles(drafts);

  return {
    graphId: graph.graphId,
    name: graph.name,
    initial: values.items,
    steps: steps.items,
    published: drafts.filter(({ isInternal }) => !isInternal).flatMap(listPublishedPorts),
    nodes: drafts.map((node) => {
      const inputs = [...node.inputs.values()];
      return {
        id: node.id,
        definition: node.definition,
        outputs: [...node.outputs.values()].map(({ name, type, slot }) => ({ name, type, slot })),
        triggerOutputs: node.triggerOutputs.map((name) => createTriggerOutput(name, node)),
        inputs: inputs.map((input) => ({
          name: input.name,
          type: input.type,
          slot: input.slot,
          hasOwnSlot: input.ownStep !== undefined,
          isMetered: !input.lazy && meteredTypes.has(input.type),
          isSet: input.written !== undefined || input.source !== undefined,
          connectedType: input.source?.type,
          lazyPlan: input.lazy && input.source ? planEvaluation([input]).steps : undefined,
        })),
        ...planNode(node),
      };
    }),
  };
};

/** Pure nodes are never activated. Their inputs are evaluated by the plans of the nodes that read them. */
const planNode = ({ isPure, inputs }: DraftNode) => {
  const plannedInputs = isPure ? [] : [...inputs.values()];
  const { steps, reachesLazy } = planEvaluation(plannedInputs.filter(({ lazy }) => !lazy));
  return {
    plan: steps,
    reachesLazy: reachesLazy || plannedInputs.some(({ lazy, source }) => lazy && source),
  };
};

type AddItem<T> = (item: T) => number;

const createDraftNode = (
  image: NodeSnapshot,
  index: number,
  definitions: ReadonlyMap<string, NodeDefinition>,
  addValue: AddItem<Json>,
  addStep: AddItem<StepProgram>,
): DraftNode => {
  const definition = definitions.get(image.category.toLowerCase());
  if (!definition)
    throw new ApiError('NODE_TYPE_NOT_FOUND', `There is no node type named "${image.category}".`);
  const ports = listPorts(definition, image);
  const disabled = new Set(image.disabled);
  const inputs = ports.filter(({ direction }) => direction === 'input');
  const outputs = ports.filter(({ direction }) => direction === 'output');

  const node: DraftNode = {
    id: image.id,
    index,
    definition,
    isPure: definition.evaluate !== undefined,
    inputs: new Map(),
    outputs: new Map(),
    triggerInputs: new Set(inputs.filter((port) => !isDataPort(port)).map(({ name }) => name)),
    triggerOutputs: outputs.filter((port) => !isDataPort(port)).map(({ name }) => name),
    disabled,
    isInternal: image.internal === true,
    triggerConnections: [],
  };
  for (const { name, type: portType, default: initial, options } of inputs.filter(isDataPort)) {
    const declared = definition.inputs[name];
    node.inputs.set(name, {
      name,
      type: portType,
      lazy: declared !== undefined && 'lazy' in declared,
      watched: declared !== undefined && 'watched' in declared,
      written: image.values[name],
      initial: initial ?? getDefaultValue(portType),
      // the action that receives the values of dynamic ports checks these values and explains what is wrong
      options: declared && options,
      source: undefined,
      slot: -1,
      ownStep: undefined,
    });
  }
  for (const { name, type: portType } of outputs.filter(isDataPort)) {
    const slot = addValue(getDefaultValue(portType));
    const step = createSourceStep(node, name, slot);
    node.outputs.set(name, { name, type: portType, slot, node, step: step && addStep(step) });
  }
  return node;
};

/** Lists a node's ports. Those that depend on other graphs are in the snapshot. */
const listPorts = ({ type, called }: NodeDefinition, image: NodeSnapshot): readonly PortDeclaration[] =>
  called && image.ports ? [...type.ports, ...image.ports] : (type.portsFor?.(image.values) ?? type.ports);

/** Returns the step that must run before an output can be read. A latched output needs no step. */
const createSourceStep = (
  { definition, index }: DraftNode,
  port: string,
  slot: number,
): StepProgram | undefined => {
  if (definition.evaluate) return { kind: 'evaluate', node: index, port, slot };
  return port in definition.live ? { kind: 'live', node: index, port, slot } : undefined;
};

const resolveConnection = (
  connection: ConnectionSnapshot,
  byId: ReadonlyMap<string, DraftNode>,
): DraftConnection => {
  const [sourceId, output] = connection.from;
  const [targetId, input] = connection.to;
  const source = byId.get(sourceId);
  const target = byId.get(targetId);
  if (!source || !target) {
    throw new ApiError(
      'NODE_NOT_FOUND',
      `The graph has no node with the id "${source ? targetId : sourceId}".`,
    );
  }
  if (!source.outputs.has(output) && !source.triggerOutputs.includes(output)) {
    throw new ApiError('PORT_NOT_FOUND', `Node ${sourceId} has no output named "${output}".`);
  }
  if (!target.inputs.has(input) && !target.triggerInputs.has(input)) {
    throw new ApiError('PORT_NOT_FOUND', `Node ${targetId} has no input named "${input}".`);
  }
  return { source, output, target, input };
};

/** The types of values that may be large. */
const meteredTypes: ReadonlySet<PortType> = new Set<PortType>(['String', 'List', 'Generic']);

/** Decides whether an input is read from its source's slot or from its own. */
const assignInputSlot = (
  input: DraftInput,
  owner: DraftNode,
  addValue: AddItem<Json>,
  addStep: AddItem<StepProgram>,
): void => {
  const { source, type, options } = input;
  const converts = source !== undefined && needsConversion(source.type, type);
  if (source && !converts && !input.watched && !mayOutliveSource(input, source, owner)) {
    input.slot = source.slot;
    return;
  }
  input.slot = addValue(
    convertValue(type, source ? input.initial : (input.written ?? input.initial), options),
  );
  if (source) {
    const connection = { node: owner.index, from: source.slot, slot: input.slot };
    input.ownStep = addStep(
      converts ? { kind: 'convert', ...connection, type, options } : { kind: 'copy', ...connection },
    );
  }
};

/**
 * Returns whether a handler may read the input after the source has changed. This happens when the handler reads the
 * input later, or when the handler itself has changed the source.
 */
const mayOutliveSource = (
  { lazy }: DraftInput,
  source: DraftOutput,
  { definition: { resume, due, done }, ...owner }: DraftNode,
): boolean => source.node.index === owner.index || (!lazy && (resume ?? due ?? done) !== undefined);

const createTriggerOutput = (
  name: string,
  { disabled, triggerConnections }: DraftNode,
): TriggerOutputProgram => ({
  name,
  targets: disabled.has(`out.${name}`)
    ? []
    : triggerConnections
        .filter(({ output, target, input }) => output === name && !target.disabled.has(`in.${input}`))
        .map(({ target, input }) => ({ node: target.index, input })),
});

const listPublishedPorts = ({ id, inputs, outputs }: DraftNode): PublishedPort[] => [
  ...[...inputs.values()]
    .filter(({ watched }) => watched)
    .map(({ name, slot }) => ({ portId: `${id}.in.${name}`, nodeId: id, slot })),
  ...[...outputs.values()].map(({ name, slot }: DraftOutput) => ({
    portId: `${id}.out.${name}`,
    nodeId: id,
    slot,
  })),
];
