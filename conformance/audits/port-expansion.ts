import type { Id } from '../target/id.ts';
import { pathTo } from '../target/id.ts';
import { describeReply } from '../target/http/describe-reply.ts';
import { defineAuditArea } from '../define-audit-area.ts';
import { readNodeStructure } from './nodes/read-graph-structure.ts';
import { givenRouteServed } from './given-route-served.ts';
import type { AuditTools } from '../audit.ts';
import type { TargetGraph } from '../audit-helpers/fixtures.ts';
import type { TargetPort } from '../audit-helpers/node-type-survey.ts';

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

export const portExpansionAudits = [
  portExpansion.audit('expand', ['PORT-EXPAND-001', 'PORT-006'], async (t) => {
    const [expandAssertions, countAssertions] = [t.for('PORT-EXPAND-001'), t.for('PORT-006')];
    for (const [type, components] of componentCounts) {
      const { reply, before, after, added } = await expandPort(t, type);
      expandAssertions.must(reply.ok, `a ${type} port can be expanded`, describeReply(reply));
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
  portExpansion.audit('every-input', ['PORT-006'], { timeout: 120_000 }, async (t) => {
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
        t.must(reply.ok, `${location} can be expanded`, describeReply(reply));
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
      t.must(reply.ok, `a ${type} port can be collapsed`, describeReply(reply));
      const shapes = (await readNodeStructure(t, graph)).flatMap(({ ports }) => ports);
      const removed = added.filter(({ id }) => shapes.some((shape) => shape.id === id));
      t.mustEqual(removed.length, 0, 'the sub-ports are removed');
      const unchanged = before.filter(({ id }) => shapes.some((shape) => shape.id === id));
      t.mustEqual(unchanged.length, before.length, 'the original ports are still there');
    }
  }),
];
