/** What tests of graphs share: graphs in a few lines, and a runtime stepped by hand. */
import { definitionByEnumValue } from '../nodes/index.ts';
import { byEnumValue, category } from '../nodes/grammar/node.ts';
import { createRuntime } from '../runtime.ts';
import type { EventType } from '#spec/events.ts';
import type { Json } from '#spec/values.ts';
import type {
  GraphImage,
  RaisedEvent,
  RuntimeCommand,
  RuntimeCommands,
  VariableImage,
  WireImage,
} from '../link/protocol.ts';
import type { NodeDefinition, Unnamed } from '../nodes/grammar/node.ts';
import type { RuntimeOptions } from '../runtime-options.ts';

type NodeSketch = string | readonly [category: string, values: Readonly<Record<string, Json>>];

/**
 * A graph from nodes by id and wires written `'start.Out > log.In'`.
 * @param disabled trigger ports by node id, each `in.Name` or `out.Name`.
 */
export const sketch = (
  nodes: Readonly<Record<string, NodeSketch>>,
  wires: readonly string[] = [],
  { graphId = 'graph', disabled = {} as Readonly<Record<string, readonly string[]>> } = {},
): GraphImage => ({
  graphId,
  name: graphId,
  nodes: Object.entries(nodes).map(([id, node]) => ({
    id,
    category: typeof node === 'string' ? node : node[0],
    values: typeof node === 'string' ? {} : node[1],
    disabled: disabled[id] ?? [],
  })),
  connections: wires.map((wire): WireImage => {
    const [from, to] = wire.split(' > ').map((end) => end.split('.'));
    return { from: [from![0]!, from![1]!], to: [to![0]!, to![1]!] };
  }),
});

export const variable = (
  name: string,
  value: Json,
  type: VariableImage['type'] = 'Generic',
): VariableImage => ({
  id: `id-of-${name}`,
  name,
  type,
  value,
});

/** The definitions of the project and these, by enum value in lower case. */
export const definitionsWith = (
  nodes: Readonly<Record<string, Unnamed>>,
): ReadonlyMap<string, NodeDefinition> =>
  new Map([...definitionByEnumValue, ...byEnumValue(category('Test', nodes))]);

/** What is handed over belongs to whoever got it: from then on nobody may change it. */
const handedOver = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(handedOver);
  }
  return value;
};

/** A runtime whose time only the test moves, with all events it raised. What goes in or comes out is frozen. */
export const createStage = (options: Partial<RuntimeOptions> = {}) => {
  const runtime = createRuntime({ now: () => new Date(0), ...options });
  const batches: (readonly RaisedEvent[])[] = [];
  runtime.listen({ events: (batch) => batches.push(handedOver(batch)) });
  const execute = <C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
  ): RuntimeCommands[C]['result'] => {
    const answer = runtime.execute(command, handedOver(params));
    if (answer instanceof Promise) throw new Error(`The answer to ${command} comes later.`);
    return handedOver(answer);
  };
  const raised = (type: EventType) => batches.flat().filter((event) => event.type === type);
  return {
    ...runtime,
    execute,
    /** As a link meets it: answers may come later. */
    target: runtime,
    batches,
    raised,
    data: (type: EventType) => raised(type).map(({ data }) => data),
    /** Messages written to the console, oldest first. */
    messages: () => raised('console.log').map(({ data }) => data.message),
    /** Loads and starts graphs. */
    run(...graphs: readonly GraphImage[]) {
      for (const graph of graphs) {
        execute('graph.load', { graph });
        execute('graph.run', { graphId: graph.graphId });
      }
    },
    put: (...variables: VariableImage[]) => execute('variables.put', { variables }),
    listenTo: (...types: EventType[]) => execute('events.interest', { types }),
    /** Presses ManualButtons of a graph one after another, each to be heard in the coming tick. */
    press(...nodeIds: readonly string[]) {
      for (const nodeId of nodeIds) {
        execute('graph.press', { graphId: 'graph', nodeId, port: 'Pressed' });
      }
    },
    /** The latest value of an output that has changed, or of a watched input: `node.out.Name`. */
    port(portId: string, graphId = 'graph') {
      return execute('graph.flush', { graphId }).ports.find((port) => port.portId === portId)?.value;
    },
  };
};

/** A node that writes this to the console. */
export const say = (message: string) => ['LogConsole', { Message: message }] as const;

/** The value that one pure node yields for these inputs. */
export const evaluate = (category: string, values: Readonly<Record<string, Json>>, output = 'Result') => {
  const stage = createStage();
  stage.run(
    sketch({ frame: 'OnNewFrame', node: [category, values], watch: 'Watch' }, [
      'frame.Out > watch.In',
      `node.${output} > watch.Value`,
    ]),
  );
  stage.step();
  return { value: stage.port('watch.in.Value') ?? null, stage };
};
