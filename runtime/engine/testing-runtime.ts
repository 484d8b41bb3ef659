/** Helpers for graph tests: a short notation for graphs, and a runtime that the test advances step by step. */
import { definitionsByEnumValue } from '../nodes/index.ts';
import { indexByEnumValue, defineCategory } from '../nodes/dsl/define-node.ts';
import { createRuntime } from '../runtime.ts';
import type { EventType } from '#spec/events.ts';
import type { Json } from '#spec/values.ts';
import type {
  GraphSnapshot,
  RaisedEvent,
  RuntimeCommand,
  RuntimeCommands,
  VariableSnapshot,
  ConnectionSnapshot,
} from '../link/runtime-link.ts';
import type { NodeDefinition, NodeDeclaration } from '../nodes/dsl/define-node.ts';
import type { RuntimeOptions } from '../runtime-options.ts';

type TestNode = string | readonly [category: string, values: Readonly<Record<string, Json>>];

/**
 * Creates a graph from nodes keyed by id, and connections such as `'start.Out > log.In'`.
 * @param disabled disabled trigger ports by node id, each written as `in.Name` or `out.Name`
 */
export const createTestGraph = (
  nodes: Readonly<Record<string, TestNode>>,
  connections: readonly string[] = [],
  { graphId = 'graph', disabled = {} as Readonly<Record<string, readonly string[]>> } = {},
): GraphSnapshot => ({
  graphId,
  name: graphId,
  nodes: Object.entries(nodes).map(([id, node]) => ({
    id,
    category: typeof node === 'string' ? node : node[0],
    values: typeof node === 'string' ? {} : node[1],
    disabled: disabled[id] ?? [],
  })),
  connections: connections.map((connection): ConnectionSnapshot => {
    const [from, to] = connection.split(' > ').map((end) => end.split('.'));
    return { from: [from![0]!, from![1]!], to: [to![0]!, to![1]!] };
  }),
});

export const createTestVariable = (
  name: string,
  value: Json,
  type: VariableSnapshot['type'] = 'Generic',
): VariableSnapshot => ({
  id: `id-of-${name}`,
  name,
  type,
  value,
});

/** Returns the project's node definitions plus the given ones, keyed by the enum value in lower case. */
export const addTestNodes = (
  nodes: Readonly<Record<string, NodeDeclaration>>,
): ReadonlyMap<string, NodeDefinition> =>
  new Map([...definitionsByEnumValue, ...indexByEnumValue(defineCategory('Test', nodes))]);

/** Freezes data recursively, so that a test fails when the sender or receiver modifies the data. */
const deepFreeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
};

/**
 * Creates a runtime that collects all events that it raises. The runtime's time advances only when the test advances
 * it. All data that enters or leaves the runtime is frozen.
 */
export const createTestRuntime = (options: Partial<RuntimeOptions> = {}) => {
  const runtime = createRuntime({ now: () => new Date(0), ...options });
  const batches: (readonly RaisedEvent[])[] = [];
  runtime.listen({ onEvents: (batch) => batches.push(deepFreeze(batch)) });
  const execute = <C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
  ): RuntimeCommands[C]['result'] => {
    const result = runtime.execute(command, deepFreeze(params));
    if (result instanceof Promise) throw new Error(`${command} responds later.`);
    return deepFreeze(result);
  };
  const findEvents = (type: EventType) => batches.flat().filter((event) => event.type === type);
  return {
    ...runtime,
    execute,
    /** The runtime as links see it, with responses that may arrive later. */
    target: runtime,
    batches,
    raised: findEvents,
    data: (type: EventType) => findEvents(type).map(({ data }) => data),
    /** Returns the messages written to the console, oldest first. */
    messages: () => findEvents('console.log').map(({ data }) => data.message),
    run(...graphs: readonly GraphSnapshot[]) {
      for (const graph of graphs) {
        execute('graph.load', { graph });
        execute('graph.run', { graphId: graph.graphId });
      }
    },
    put: (...variables: VariableSnapshot[]) => execute('variables.put', { variables }),
    listenTo: (...types: EventType[]) => execute('events.interest', { types }),
    /** Presses ManualButtons of a graph one after another. Each press is handled in the next tick. */
    press(...nodeIds: readonly string[]) {
      for (const nodeId of nodeIds) {
        execute('graph.press', { graphId: 'graph', nodeId, port: 'Pressed' });
      }
    },
    /**
     * Returns the latest value of an output that has changed, or of a watched input. Port ids have the form
     * `node.out.Name`.
     */
    port(portId: string, graphId = 'graph') {
      return execute('graph.flush', { graphId }).ports.find((port) => port.portId === portId)?.value;
    },
  };
};

export const logNode = (message: string) => ['LogConsole', { Message: message }] as const;

/** Returns the output value of a single pure node for the given inputs. */
export const evaluatePureNode = (
  category: string,
  values: Readonly<Record<string, Json>>,
  output = 'Result',
) => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph({ frame: 'OnNewFrame', node: [category, values], watch: 'Watch' }, [
      'frame.Out > watch.In',
      `node.${output} > watch.Value`,
    ]),
  );
  runtime.step();
  return { value: runtime.port('watch.in.Value') ?? null, runtime };
};
