import type { Id } from '../target/id.ts';
import { pathTo } from '../target/id.ts';
import { isDeepStrictEqual } from 'node:util';
import { describeReply } from '../target/http/describe-reply.ts';
import { truncateJson, isRecord, filterRecords, walkJson } from '../json.ts';
import { parseTargetNode } from '../audit-helpers/node-type-survey.ts';
import { defineAuditArea } from '../define-audit-area.ts';
import type { AuditTools } from '../audit.ts';
import type { Reply } from '../target/http/exchange.ts';
import type { TargetGraph } from '../audit-helpers/fixtures.ts';
import type { TargetNode, TargetPort } from '../audit-helpers/node-type-survey.ts';

const portStructure = defineAuditArea('port-structure', 'token', 'project');

/** Types of ports that are tried although they don't have the flag. Most texts have no effect on ports. */
const structuralTypes: readonly string[] = ['Integer', 'Dropdown'];

/** Maximum number of options that are tried for each dropdown. */
const maxTriedOptions = 3;

/**
 * Returns the names and directions of a node's ports, but not their types: a port that changes only its type is still
 * the same port.
 */
const listPortStructure = ({ ports }: TargetNode): readonly string[] =>
  ports.map(({ name, direction }) => `${direction ?? 'port'} ${name ?? ''}`).sort();

const readNode = async (t: AuditTools, nodeId: Id): Promise<TargetNode> => {
  const reply = await t.http.get(pathTo`/api/nodes/${nodeId}`);
  const node = reply.ok ? parseTargetNode(reply.json, t.fields) : undefined;
  return node ?? t.unverified(`a node that can be read (${truncateJson(describeReply(reply))})`);
};

/** Returns values that a port may accept and that are likely to change which ports its node has. */
const listCandidateValues = async (
  t: AuditTools,
  { id, type, record }: TargetPort,
): Promise<readonly unknown[]> => {
  if (type === 'Integer') return [3, 4];
  if (type === 'Boolean') return [true, false];
  if (type === 'String') return ['{first} and {second}'];
  if (type !== 'Dropdown') return [];
  const reply = await t.http.get(pathTo`/api/ports/${id}/options`);
  const options = reply.ok ? reply.json : t.fields.read(record, 'options');
  return t.fields.labels(options).slice(-maxTriedOptions);
};

interface StructureChange {
  readonly reply: Reply;
  /** The node as read after the write. */
  readonly node: TargetNode;
}

/**
 * Writes values to a port of a new node until the node's ports change. Returns `undefined` if no value changes the
 * ports.
 */
const changeStructure = async (
  t: AuditTools,
  graph: TargetGraph,
  { category, ports }: TargetNode,
  port: TargetPort,
): Promise<StructureChange | undefined> => {
  const newNode = await t.fixtures.node(graph, category);
  const isSamePort = (one: TargetPort): boolean =>
    one.name === port.name && one.type === port.type && one.direction === port.direction;
  const newPort = newNode.ports.find(isSamePort);
  if (!newPort || ports.filter(isSamePort).length > 1) return undefined;
  const before = listPortStructure(await readNode(t, newNode.id));
  for (const value of await listCandidateValues(t, newPort)) {
    const reply = await t.fixtures.write(newPort.id, value);
    if (!reply.ok) continue;
    const node = await readNode(t, newNode.id);
    if (!isDeepStrictEqual(listPortStructure(node), before)) return { reply, node };
  }
  return undefined;
};

/**
 * Returns the inputs of all node types that have the flag `affectsNodePorts`, or all inputs that don't have the flag.
 */
const listWritableInputs = async (t: AuditTools, isFlagged: boolean) =>
  (await t.fixtures.palette()).nodes.flatMap((node) =>
    node.ports
      .filter(({ direction }) => direction === 'input')
      .filter(({ record }) => (record.affectsNodePorts === true) === isFlagged)
      .map((port) => ({ node, port })),
  );

/**
 * Whether a response contains the complete node. The field that holds the node is not documented, so the node is
 * recognized by its content.
 */
const containsNode = (response: unknown, { id, ports }: TargetNode): boolean => {
  const ids = ports.map((port) => String(port.id)).sort();
  return [...walkJson(response)].filter(isRecord).some((record) => {
    const portIds = filterRecords(record.ports).map((port) => String(port.id));
    return record.id === id && isDeepStrictEqual(portIds.sort(), ids);
  });
};

export const portStructureAudits = [
  portStructure.audit(
    'flag',
    ['PORT-008'],
    {
      timeout: 180_000,
      likelyCause: 'the port does not have the flag affectsNodePorts, or the flag is not shown',
    },
    async (t) => {
      const flags = (await t.fixtures.palette()).nodes.flatMap(({ ports }) =>
        ports.map(({ record }) => record.affectsNodePorts ?? false),
      );
      t.must(
        flags.every((flag) => typeof flag === 'boolean'),
        'affectsNodePorts is a boolean where present',
      );
      const graph = await t.fixtures.graph();
      for (const { node, port } of await listWritableInputs(t, false)) {
        if (!structuralTypes.includes(port.type ?? '')) continue;
        const change = await changeStructure(t, graph, node, port);
        t.must(
          change === undefined,
          `the value of ${node.category}.${port.name} changes the ports, so affectsNodePorts is true`,
        );
      }
      const flagged = (await listWritableInputs(t, true)).map(
        ({ node, port }) => `${node.category}.${port.name}`,
      );
      t.given(flagged.length > 0, 'a node type with a port whose value may change the ports of the node');
      t.observe('ports whose value may change the ports of the node', flagged);
    },
  ),
  portStructure.audit('answer', ['PORT-WRITE-002'], async (t) => {
    const graph = await t.fixtures.graph();
    const changed: string[] = [];
    for (const { node, port } of await listWritableInputs(t, true)) {
      const change = await changeStructure(t, graph, node, port);
      if (!change) continue;
      const portName = `${node.category}.${port.name}`;
      t.must(
        containsNode(change.reply.json, change.node),
        `the response to a write to ${portName} contains the node with all of its ports`,
        describeReply(change.reply),
      );
      changed.push(portName);
    }
    t.given(changed.length > 0, 'a port with affectsNodePorts whose value changes the ports of its node');
    t.observe('ports that were changed', changed);
  }),
];
