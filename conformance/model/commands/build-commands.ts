import { type TargetNode, type TargetPort, toTempId } from '../../audit-helpers/node-type-survey.ts';
import { pathTo } from '../../target/id.ts';
import { listConnectionsAt, listModelPorts, type ModelGraph, type ModelPort } from '../graph-model.ts';
import { mustMatchModel } from '../match-model.ts';
import { drawInvalidValue, drawValue } from '../sample-values.ts';
import { adoptConnection } from './connection-commands.ts';
import { adoptNewNodes } from './node-commands.ts';
import { adoptValue } from './value-commands.ts';
import type { ChoiceSource, EditCommand } from '../edit-command.ts';
import type { ModelContext } from '../model-context.ts';

interface NamedPort extends TargetPort {
  readonly name: string;
}

/**
 * Whether a build can refer to a port by its name. In a build, a slash ends the node's name, and the meaning of a slash
 * in a port's name is not documented.
 */
const hasReferableName = (port: TargetPort): port is NamedPort =>
  port.name !== undefined && !port.name.includes('/');

/** Types whose ports can always connect to ports of the same type, regardless of other connections. */
const simpleTypes = ['Float', 'Integer', 'Boolean', 'String', 'Vector3', 'Color', 'Trigger'];

interface BuildPlan {
  readonly category: string;
  /** A port of the new node with a value to write, or `undefined` if no port's type has sample values. */
  readonly valuedPort: { readonly name: string; readonly type: string; readonly value: unknown } | undefined;
  /** An unconnected port of the graph, and the port of the new node to which it is connected. */
  readonly connection:
    | { readonly from: ModelPort; readonly output: string; readonly input: string }
    | undefined;
}

const planBuild = (
  graph: ModelGraph,
  { t, nodeTypes }: ModelContext,
  random: ChoiceSource,
): BuildPlan | undefined => {
  const type: TargetNode | undefined = random.pick(nodeTypes);
  if (!type) return undefined;
  const inputs = type.ports.filter(hasReferableName).filter(({ direction }) => direction === 'input');
  const valuedPort = random.pick(inputs.filter((port) => port.type === 'Vector3' || port.type === 'Color'));
  const connections = listModelPorts(graph).flatMap((from) => {
    const { port } = from;
    const isUnconnected =
      port.direction === 'output' &&
      simpleTypes.includes(port.type) &&
      listConnectionsAt(graph, port.id).length === 0;
    if (!isUnconnected || !hasReferableName(port)) return [];
    const to = inputs.find((input) => input.type === port.type && input !== valuedPort);
    return to ? [{ from, output: port.name, input: to.name }] : [];
  });
  return {
    category: type.category,
    valuedPort: valuedPort && {
      name: valuedPort.name,
      type: valuedPort.type,
      value: drawValue(t, valuedPort, random),
    },
    connection: random.pick(connections),
  };
};

const toPortValues = (name: string | undefined, value: unknown): Readonly<Record<string, unknown>> =>
  name === undefined ? {} : { [name]: value };

const newNodeTempId = toTempId('node');

const toBuildBody = ({ category, valuedPort, connection }: BuildPlan) => ({
  nodes: [{ tempId: newNodeTempId, category, ports: toPortValues(valuedPort?.name, valuedPort?.value) }],
  connections: connection
    ? [
        {
          from: `${connection.from.node.id}/${connection.output}`,
          to: `${newNodeTempId}/${connection.input}`,
        },
      ]
    : [],
});

const describePlan = ({ category, valuedPort, connection }: BuildPlan): string =>
  [
    `build ${category}`,
    ...(valuedPort ? [`with ${valuedPort.name} ${JSON.stringify(valuedPort.value)}`] : []),
    ...(connection ? [`connected to ${connection.from.node.category}/${connection.output}`] : []),
  ].join(' ');

/**
 * Finds a new connection that replaces an existing one, if the target replaces connections at inputs. The build can
 * then fail after the replacement.
 */
const findReplacingConnection = (graph: ModelGraph, random: ChoiceSource) => {
  const ports = listModelPorts(graph).filter(({ port }) => hasReferableName(port));
  const connection = random.pick(
    graph.connections.filter(({ input }) =>
      ports.some(({ port }) => port.id === input && simpleTypes.includes(port.type)),
    ),
  );
  const to = ports.find(({ port }) => port.id === connection?.input);
  const from = ports.find(
    ({ node, port }) =>
      port.direction === 'output' &&
      port.type === to?.port.type &&
      port.id !== connection?.output &&
      node !== to.node,
  );
  return from && to
    ? [{ from: `${from.node.id}/${from.port.name}`, to: `${to.node.id}/${to.port.name}` }]
    : [];
};

export const buildCommands: readonly EditCommand[] = [
  {
    name: 'build',
    route: 'POST /api/graphs/{}/build',
    weight: 2,
    async run(graph, context, random) {
      const { t, trail } = context;
      const planned = planBuild(graph, context, random);
      if (!planned) return;
      trail.push(describePlan(planned));
      const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/build`, toBuildBody(planned));
      t.mustSucceed(reply, `a build of a ${planned.category} node succeeds`);
      const [id] = await adoptNewNodes(context, graph, [planned.category], 'a build');
      const { valuedPort, connection } = planned;
      const ports = graph.nodes.get(id ?? '')?.ports ?? [];
      const input = (name: string) => ports.find((port) => port.name === name && port.direction === 'input');
      const target = connection && input(connection.input);
      if (connection && target) await adoptConnection(context, graph, connection.from.port.id, target.id);
      else await mustMatchModel(context, graph);
      const inputWithValue = valuedPort && input(valuedPort.name);
      if (valuedPort && inputWithValue) await adoptValue(context, graph, inputWithValue, valuedPort.value);
    },
  },
  {
    name: 'build with a mistake',
    route: 'POST /api/graphs/{}/build',
    weight: 3,
    async run(graph, context, random) {
      const { t, trail } = context;
      const planned = planBuild(graph, context, random);
      if (!planned) return;
      const { nodes, connections } = toBuildBody(planned);
      const valid = { nodes, connections: [...findReplacingConnection(graph, random), ...connections] };
      const { valuedPort } = planned;
      const withInvalidNode = (node: (typeof nodes)[number]) => ({ ...valid, nodes: [...nodes, node] });
      const withInvalidConnection = (connection: (typeof connections)[number]) => ({
        ...valid,
        connections: [...valid.connections, connection],
      });
      const invalidRequests: Record<string, typeof valid> = {
        'a connection to an unknown node': withInvalidConnection({
          from: `${newNodeTempId}/Out`,
          to: 'nobody/In',
        }),
        'a connection to an unknown port': withInvalidConnection({
          from: `${newNodeTempId}/NoSuchPort`,
          to: `${newNodeTempId}/NoSuchPort`,
        }),
        'a node of an unknown type': withInvalidNode({
          tempId: toTempId('odd'),
          category: 'NoSuchNodeTypeAtAll',
          ports: {},
        }),
        ...(valuedPort && {
          'a value of no accepted shape': withInvalidNode({
            tempId: toTempId('odd'),
            category: planned.category,
            ports: toPortValues(valuedPort.name, drawInvalidValue(valuedPort.type, random)),
          }),
        }),
      };
      const invalidRequest = random.pick(Object.entries(invalidRequests));
      if (!invalidRequest) return;
      const [words, body] = invalidRequest;
      trail.push(`${describePlan(planned)}, with ${words}`);
      t.mustNotSucceed(
        await t.http.post(pathTo`/api/graphs/${graph.id}/build`, body),
        `a build with ${words} is no success`,
      );
      await mustMatchModel(context, graph);
    },
  },
];
