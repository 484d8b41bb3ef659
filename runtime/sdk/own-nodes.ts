/** Node types that an engine declares. */
import { ApiError } from '#spec/errors.ts';
import { getDefaultValue, type Json, type PortType } from '#spec/values.ts';
import {
  defineCategory,
  defineFlowNode,
  definePureNode,
  type NodeDefinition,
} from '../nodes/dsl/define-node.ts';
import { checkPortType } from './port-schemas.ts';
import { type DataPort, type Ports, trigger } from '../nodes/dsl/ports.ts';
import type { PureContext } from '../nodes/dsl/handler-context.ts';
import type { OwnNodeType } from '#spec/runtime-link/runtime-extension.ts';
import type { Engine, Fields, NodeInput, NodeResult, NodeType, Runtime } from './api.ts';

const toDataPort = (name: string, port: string | NodeInput): DataPort => {
  const { type, ...declared } = typeof port === 'string' ? { type: port } : port;
  checkPortType(type, `the port '${name}'`);
  const initial = 'options' in declared ? declared.options?.[0] : getDefaultValue(type as PortType);
  return { type: type as DataPort['type'], default: initial, ...declared } as DataPort;
};

const toDataPorts = (ports: Readonly<Record<string, string | NodeInput>> = {}): Ports =>
  Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, toDataPort(name, port)]));

/** Copies the values of the declared inputs, which the engine reads only when they are needed. */
const readInputs = <Handle>({ inputs = {} }: NodeType<Handle>, values: Fields): Fields =>
  Object.fromEntries(Object.keys(inputs).map((name) => [name, values[name]]));

/** Separates the exit that a node has chosen from its outputs. */
const splitResult = (result: NodeResult, [first]: readonly string[]) => {
  if (!Array.isArray(result)) return { exit: first, values: (result ?? {}) as Fields };
  const [exit, values = {}] = result as readonly [string, Fields?];
  return { exit, values };
};

/**
 * Declares the node types of an engine.
 * @param getRuntime returns the runtime that is passed to the engine
 */
export const defineOwnNodes = <Handle>(
  { prefix = '', nodeTypes = {} }: Engine<Handle>,
  getRuntime: () => Runtime<Handle>,
): readonly NodeDefinition[] =>
  Object.entries(nodeTypes).flatMap(([name, nodeType]) => {
    const { category = prefix.charAt(0).toUpperCase() + prefix.slice(1) } = nodeType;
    return defineCategory(category, {
      [name]: nodeType.isPure ? definePure(nodeType, getRuntime) : defineFlow(name, nodeType, getRuntime),
    });
  });

const definePure = <Handle>(nodeType: NodeType<Handle>, getRuntime: () => Runtime<Handle>) => {
  const { description = '', inputs, outputs = {} } = nodeType;
  const evaluate =
    (output: string) =>
    (values: Fields, { warnOnce }: PureContext<undefined>): Json => {
      try {
        const result = splitResult(nodeType.run(readInputs(nodeType, values), getRuntime()), []).values;
        return (result[output] as Json | undefined) ?? getDefaultValue(outputs[output] as PortType);
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        warnOnce(failure.reason);
        return getDefaultValue(outputs[output] as PortType);
      }
    };
  return definePureNode<Ports, Ports>({
    description,
    inputs: toDataPorts(inputs),
    outputs: toDataPorts(outputs),
    evaluate: Object.fromEntries(Object.keys(outputs).map((output) => [output, evaluate(output)])) as never,
  });
};

const defineFlow = <Handle>(name: string, nodeType: NodeType<Handle>, getRuntime: () => Runtime<Handle>) => {
  const { description = '', inputs, outputs, exits = ['Out'] } = nodeType;
  return defineFlowNode<Ports, Ports>({
    description,
    inputs: { In: trigger, ...toDataPorts(inputs) },
    outputs: { ...Object.fromEntries(exits.map((exit) => [exit, trigger])), ...toDataPorts(outputs) },
    on: {
      In: (context: {
        readonly inputs: Fields;
        readonly outputs: Record<string, unknown>;
        readonly emit: Readonly<Record<string, () => void>>;
        warnOnce(message: string): void;
      }) => {
        let result: NodeResult;
        try {
          result = nodeType.run(readInputs(nodeType, context.inputs), getRuntime());
        } catch (failure) {
          if (!(failure instanceof ApiError)) throw failure;
          context.warnOnce(failure.reason);
          result = exits.includes('Failed') ? ['Failed'] : {};
        }
        const { exit, values } = splitResult(result, exits);
        for (const [output, value] of Object.entries(values)) context.outputs[output] = value;
        if (exit === undefined) return;
        if (!exits.includes(exit)) throw new Error(`'${name}' has no exit '${exit}'.`);
        context.emit[exit]?.();
      },
    } as never,
  });
};

/** Describes a node type to the service. */
export const describeOwnNode = ({ type }: NodeDefinition): OwnNodeType =>
  ({
    ...{ enumValue: type.enumValue, category: type.category, kind: type.kind },
    description: type.description,
    ports: type.ports.map(({ name, direction, type: portType, default: initial, ...port }) => ({
      ...{ name, direction, type: portType },
      ...(direction === 'input' && initial !== undefined && { default: initial }),
      ...port,
    })),
  }) as OwnNodeType;
