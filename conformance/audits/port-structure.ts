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

/** Most options of one dropdown that are tried out. */
const maxTriedOptions = 3;

/** The ports that a node has: their names and directions. A port that only changes its type is still the same port. */
const listPortStructure = ({ ports }: TargetNode): readonly string[] =>
  ports.map(({ name, direction }) => `${direction ?? 'port'} ${name ?? ''}`).sort();

/** A node as the target shows it now. */
const readNode = async (t: AuditTools, nodeId: Id): Promise<TargetNode> => {
  const reply = await t.http.get(pathTo`/api/nodes/${nodeId}`);
  const node = reply.ok ? parseTargetNode(reply.json, t.fields) : undefined;
  return node ?? t.unverified(`a node that can be read (${truncateJson(describeReply(reply))})`);
};

/** Values that a port may take and that are likely to matter for the ports of its node. */
const listCandidateValues = (t: AuditTools, { type, record }: TargetPort): readonly unknown[] => {
  if (type === 'Integer') return [3, 4];
  if (type === 'String') return ['{first} and {second}'];
  const options = t.fields.labels(t.fields.read(record, 'options'));
  return type === 'Dropdown' ? options.slice(-maxTriedOptions) : [];
};

interface StructureChange {
  readonly reply: Reply;
  /** The node after the write. */
  readonly node: TargetNode;
}

/** Writes values to a port of a fresh node until its ports change; undefined when none of them changes any. */
const changeStructure = async (
  t: AuditTools,
  graph: TargetGraph,
  { category, ports }: TargetNode,
  port: TargetPort,
): Promise<StructureChange | undefined> => {
  const fresh = await t.fixtures.node(graph, category);
  const alike = (one: TargetPort): boolean =>
    one.name === port.name && one.type === port.type && one.direction === port.direction;
  const own = fresh.ports.find(alike);
  if (!own || ports.filter(alike).length > 1) return undefined;
  const before = listPortStructure(await readNode(t, fresh.id));
  for (const value of listCandidateValues(t, own)) {
    const reply = await t.fixtures.write(own.id, value);
    if (!reply.ok) continue;
    const node = await readNode(t, fresh.id);
    if (!isDeepStrictEqual(listPortStructure(node), before)) return { reply, node };
  }
  return undefined;
};

/** Every writable port of every node type, with or without the flag. */
const listWritableInputs = async (t: AuditTools, flagged: boolean) =>
  (await t.fixtures.palette()).nodes.flatMap((node) =>
    node.ports
      .filter(({ direction }) => direction === 'input')
      .filter(({ record }) => (record.affectsNodePorts === true) === flagged)
      .map((port) => ({ node, port })),
  );

/** The full node in an answer, told by its shape: what the field is called is not shown. */
const containsNode = (answer: unknown, { id, ports }: TargetNode): boolean => {
  const ids = ports.map((port) => String(port.id)).sort();
  return [...walkJson(answer)].filter(isRecord).some((record) => {
    const shown = filterRecords(record.ports).map((port) => String(port.id));
    return record.id === id && isDeepStrictEqual(shown.sort(), ids);
  });
};

export const portStructureAudits = [
  portStructure.audit(
    'flag',
    ['PORT-008'],
    {
      timeout: 180_000,
      likelyCause: 'the port is not marked with affectsNodePorts, or the mark is not shown',
    },
    async (t) => {
      const flags = (await t.fixtures.palette()).nodes.flatMap(({ ports }) =>
        ports.map(({ record }) => record.affectsNodePorts ?? false),
      );
      t.must(
        flags.every((flag) => typeof flag === 'boolean'),
        'affectsNodePorts is a boolean where it is set',
      );
      const graph = await t.fixtures.graph();
      for (const { node, port } of await listWritableInputs(t, false)) {
        if (port.type === 'String' || listCandidateValues(t, port).length === 0) continue;
        const change = await changeStructure(t, graph, node, port);
        t.must(
          change === undefined,
          `the value of ${node.category}.${port.name} changes the ports, so affectsNodePorts is true`,
        );
      }
      const marked = (await listWritableInputs(t, true)).map(
        ({ node, port }) => `${node.category}.${port.name}`,
      );
      t.given(marked.length > 0, 'a node type with a port whose value may change its ports');
      t.observe('ports whose value may change the ports of the node', marked);
    },
  ),
  portStructure.audit('answer', ['PORT-WRITE-002'], async (t) => {
    const graph = await t.fixtures.graph();
    const changed: string[] = [];
    for (const { node, port } of await listWritableInputs(t, true)) {
      const change = await changeStructure(t, graph, node, port);
      if (!change) continue;
      const place = `${node.category}.${port.name}`;
      t.must(
        containsNode(change.reply.json, change.node),
        `the answer of a write to ${place} holds the node with all of its ports`,
        describeReply(change.reply),
      );
      changed.push(place);
    }
    t.given(changed.length > 0, 'a port with affectsNodePorts whose value changes the ports of its node');
    t.observe('ports that were changed', changed);
  }),
];
