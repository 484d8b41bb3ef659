import { isDeepStrictEqual } from 'node:util';
import { nonexistentId, type TargetGraph } from '../audit-helpers/fixtures.ts';
import { givenRouteServed } from '../audit-helpers/listed-routes.ts';
import { parseTargetNode, type TargetNode, type TargetPort } from '../audit-helpers/node-type-survey.ts';
import { type AuditTools, defineAuditArea } from '../audit.ts';
import { filterRecords, isRecord, truncateJson, walkJson } from '../json.ts';
import { describeReply, type Reply } from '../target/http/exchange.ts';
import { type Id, pathTo } from '../target/id.ts';
import { readNodeStructure } from './nodes/find-nodes.ts';
import { createInputPort } from './port-values.ts';

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

const portExpansion = defineAuditArea('port-expansion', 'token', 'project');

/** Port types that can be expanded, with the number of their components. */
const componentCounts = [
  ['Vector3', 3],
  ['Color', 4],
] as const;

const isPlainPort = ({ record }: TargetPort): boolean =>
  record.isExpanded !== true && record.isExpandedChild !== true;

const postPortVerb = (t: AuditTools, portId: Id, verb: 'expand' | 'collapse') =>
  t.http.post(pathTo`/api/ports/${portId}/${verb}`);

const readPorts = async (t: AuditTools, graph: TargetGraph, nodeId: Id): Promise<readonly TargetPort[]> =>
  (await t.fixtures.listNodes(graph)).find(({ id }) => id === nodeId)?.ports ?? [];

/** Expands a port of the given type on a new node. Returns the node's ports before and after the expansion. */
const expandPort = async (t: AuditTools, type: string) => {
  const graph = await t.fixtures.graph();
  const { node, port } = await t.fixtures.port(graph, type, 'input');
  const before = await readPorts(t, graph, node.id);
  t.given(
    before.some(({ id }) => id === port.id),
    `the ${type} port is among the ports of its node`,
  );
  const reply = await postPortVerb(t, port.id, 'expand');
  await givenRouteServed(t, 'POST /api/ports/{portId}/expand', reply);
  const after = await readPorts(t, graph, node.id);
  const added = after.filter(({ id }) => before.every((existing) => existing.id !== id));
  return { graph, node, port, before, after, added, reply };
};

const ports = defineAuditArea('ports', 'token', 'project');

export const audits = [
  ports.audit('write-answer', ['PORT-WRITE-001'], async (t) => {
    const port = await createInputPort(t, 'Float');
    const reply = await t.fixtures.write(port.id, 2.5);
    t.must(reply.ok, 'a value can be written', { actual: reply.status });
    const record = [...walkJson(reply.json)].filter(isRecord).find(({ id }) => id === port.id);
    t.must(record !== undefined, 'the response contains the updated port', {
      actual: reply.text.slice(0, 200),
    });
    t.mustEqual(record?.type, 'Float', 'the port in the response has its type');
    const shownValue = t.fields.read(record, 'port.value');
    t.must(
      typeof shownValue !== 'number' || shownValue === 2.5,
      'a value in the response is the one written',
      { actual: shownValue },
    );
  }),
  ports.audit('write-unknown', ['PORT-WRITE-004', 'ERR-017'], async (t) => {
    const port = await createInputPort(t, 'Float');
    t.given((await t.fixtures.write(port.id, 1)).ok, 'an existing port can be written');
    t.for('PORT-WRITE-004', 'ERR-017').mustFail(
      await t.fixtures.write(nonexistentId, 1),
      404,
      'PORT_NOT_FOUND',
    );
  }),
  ports.audit('read-unknown', ['PORT-READ-003', 'ERR-017'], async (t) => {
    const port = await createInputPort(t, 'Float');
    await t.fixtures.read(port.id);
    const unknown = await t.http.get(pathTo`/api/ports/${nonexistentId}/value`);
    t.for('PORT-READ-003', 'ERR-017').mustFail(unknown, 404, 'PORT_NOT_FOUND');
  }),
  ports.audit('body-without-value', ['PORT-WRITE-005'], async (t) => {
    const port = await createInputPort(t, 'Float');
    t.given((await t.fixtures.write(port.id, 4)).ok, 'a value can be written');
    const refused = await t.http.put(pathTo`/api/ports/${port.id}/value`, {});
    t.mustFail(refused, 400);
    const value = await t.fixtures.read(port.id);
    t.must(Number(value) === 4, 'a rejected write changes nothing', { actual: value, changedBy: refused });
  }),

  portExpansion.audit('expand', ['PORT-EXPAND-001', 'PORT-006'], async (t) => {
    const [expandAssertions, countAssertions] = [t.for('PORT-EXPAND-001'), t.for('PORT-006')];
    for (const [type, components] of componentCounts) {
      const { reply, before, after, added } = await expandPort(t, type);
      expandAssertions.mustSucceed(reply, `a ${type} port can be expanded`);
      expandAssertions.must(added.length > 0, `an expanded ${type} port has sub-ports`, {
        actual: reply.text.slice(0, 200),
      });
      countAssertions.mustEqual(
        added.length,
        components,
        `an expanded ${type} port has ${components} sub-ports`,
      );
      expandAssertions.mustEqual(
        after.length - added.length,
        before.length,
        'the node keeps its other ports',
      );
    }
  }),
  portExpansion.with({ timeout: 120_000 }).audit('every-input', ['PORT-006'], async (t) => {
    const graph = await t.fixtures.graph();
    let tried = 0;
    for (const { category, ports } of (await t.fixtures.palette()).nodes) {
      for (const [type, components] of componentCounts) {
        const isSubPort = (port: TargetPort) =>
          port.type === type && port.direction === 'input' && isPlainPort(port);
        if (!ports.some(isSubPort)) continue;
        const node = await t.fixtures.node(graph, category);
        const port = node.ports.find(isSubPort);
        if (!port) continue;
        const reply = await postPortVerb(t, port.id, 'expand');
        await givenRouteServed(t, 'POST /api/ports/{portId}/expand', reply);
        tried += 1;
        const location = `the ${type} input ${category}.${port.name ?? ''}`;
        t.mustSucceed(reply, `${location} can be expanded`);
        const existingIds = new Set(node.ports.map(({ id }) => id));
        const added = (await readPorts(t, graph, node.id)).filter(({ id }) => !existingIds.has(id));
        t.mustEqual(added.length, components, `${location} has a sub-port for each component`);
      }
    }
    t.given(tried > 0, 'an input that can be expanded');
  }),
  portExpansion.audit('flags', ['PORT-009', 'PORT-010', 'PORT-011'], async (t) => {
    let failureCount = 0;
    const mustBe = (
      id: 'PORT-009' | 'PORT-010' | 'PORT-011',
      port: TargetPort,
      flag: string,
      value: boolean,
    ) => {
      if (port.record[flag] === undefined) return;
      failureCount += 1;
      t.for(id).mustEqual(port.record[flag], value, `${flag} of ${port.name ?? port.id} is ${value}`);
    };
    for (const [type] of componentCounts) {
      const { graph, node, port, before, added, after } = await expandPort(t, type);
      t.given(added.length > 0, `expanding a ${type} port adds ports`);
      const find = (ports: readonly TargetPort[]) => ports.filter(({ id }) => id === port.id);
      const isKnown = ({ id }: TargetPort): boolean => before.some((existing) => existing.id === id);
      for (const one of find(before)) {
        mustBe('PORT-009', one, 'isExpandable', true);
        mustBe('PORT-010', one, 'isExpanded', false);
      }
      for (const one of find(after)) mustBe('PORT-010', one, 'isExpanded', true);
      for (const one of added) mustBe('PORT-011', one, 'isExpandedChild', true);
      for (const one of after.filter(isKnown)) mustBe('PORT-011', one, 'isExpandedChild', false);
      t.given((await postPortVerb(t, port.id, 'collapse')).ok, `a ${type} port can be collapsed`);
      for (const one of find(await readPorts(t, graph, node.id)))
        mustBe('PORT-010', one, 'isExpanded', false);
    }
    if (failureCount === 0) t.notApplicable('nothing shows which ports can be expanded');
  }),
  portExpansion.audit('parent', ['PORT-007'], async (t) => {
    for (const [type] of componentCounts) {
      const { port, added } = await expandPort(t, type);
      t.given(added.length > 0, `expanding a ${type} port adds ports`);
      for (const { record } of added) {
        t.mustEqual(record.parentPortId, port.id, `a sub-port of a ${type} port names it as its parent`);
      }
    }
  }),
  portExpansion.audit('collapse', ['PORT-COLLAPSE-001'], async (t) => {
    for (const [type] of componentCounts) {
      const { graph, port, before, added } = await expandPort(t, type);
      t.given(added.length > 0, `expanding a ${type} port adds ports`);
      const reply = await postPortVerb(t, port.id, 'collapse');
      await givenRouteServed(t, 'POST /api/ports/{portId}/collapse', reply);
      t.mustSucceed(reply, `a ${type} port can be collapsed`);
      const shapes = (await readNodeStructure(t, graph)).flatMap(({ ports }) => ports);
      const removed = added.filter(({ id }) => shapes.some((shape) => shape.id === id));
      t.mustEqual(removed.length, 0, 'the sub-ports are removed');
      const unchanged = before.filter(({ id }) => shapes.some((shape) => shape.id === id));
      t.mustEqual(unchanged.length, before.length, 'the original ports are still there');
    }
  }),

  portStructure
    .with({
      timeout: 180_000,
      likelyCause: 'the port does not have the flag affectsNodePorts, or the flag is not shown',
    })
    .audit('flag', ['PORT-008'], async (t) => {
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
    }),
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
