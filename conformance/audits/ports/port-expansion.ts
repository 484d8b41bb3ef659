import type { Id } from '../../target/id.ts';
import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { area } from '../../area.ts';
import { nodeShapes } from '../nodes/node-shapes.ts';
import { givenServed } from '../served.ts';
import type { AuditTools } from '../../audit.ts';
import type { LabGraph } from '../../lab/lab.ts';
import type { LabPort } from '../../lab/palette.ts';

const portExpansion = area('port-expansion', 'token', 'project');

/** Port types that expand, with the number of their components. */
const expandable = [
  ['Vector3', 3],
  ['Color', 4],
] as const;

const isPlain = ({ record }: LabPort): boolean =>
  record.isExpanded !== true && record.isExpandedChild !== true;

const call = (t: AuditTools, portId: Id, verb: 'expand' | 'collapse') =>
  t.http.post(pathTo`/api/ports/${portId}/${verb}`);

const portsOf = async (t: AuditTools, graph: LabGraph, nodeId: Id): Promise<readonly LabPort[]> =>
  (await t.lab.nodesOf(graph)).find(({ id }) => id === nodeId)?.ports ?? [];

/** Expands a port of a type on a node of its own; answers what the node had before and has now. */
const expand = async (t: AuditTools, type: string) => {
  const graph = await t.lab.graph();
  const { node, port } = await t.lab.port(graph, type, 'input');
  const before = await portsOf(t, graph, node.id);
  t.given(
    before.some(({ id }) => id === port.id),
    `the ${type} port is among the ports of its node`,
  );
  const reply = await call(t, port.id, 'expand');
  await givenServed(t, 'POST /api/ports/{portId}/expand', reply);
  const after = await portsOf(t, graph, node.id);
  const added = after.filter(({ id }) => before.every((known) => known.id !== id));
  return { graph, node, port, before, after, added, reply };
};

export const portExpansionAudits = [
  portExpansion.audit('expand', ['PORT-EXPAND-001', 'PORT-006'], async (t) => {
    const [split, sized] = [t.of('PORT-EXPAND-001'), t.of('PORT-006')];
    for (const [type, components] of expandable) {
      const { reply, before, after, added } = await expand(t, type);
      split.must(reply.ok, `a ${type} port is expanded`, inShort(reply));
      split.must(added.length > 0, `an expanded ${type} port has sub-ports`, {
        actual: reply.text.slice(0, 200),
      });
      sized.mustEqual(added.length, components, `an expanded ${type} port has ${components} sub-ports`);
      split.mustEqual(after.length - added.length, before.length, 'and the node keeps the ports that it had');
    }
  }),
  portExpansion.audit('every-input', ['PORT-006'], { timeout: 120_000 }, async (t) => {
    const graph = await t.lab.graph();
    let tried = 0;
    for (const { category, ports } of (await t.lab.palette()).nodes) {
      for (const [type, components] of expandable) {
        const isOne = (port: LabPort) => port.type === type && port.direction === 'input' && isPlain(port);
        if (!ports.some(isOne)) continue;
        const node = await t.lab.node(graph, category);
        const port = node.ports.find(isOne);
        if (!port) continue;
        const reply = await call(t, port.id, 'expand');
        await givenServed(t, 'POST /api/ports/{portId}/expand', reply);
        tried += 1;
        const where = `the ${type} input ${category}.${port.name ?? ''}`;
        t.must(reply.ok, `${where} is expanded`, inShort(reply));
        const known = new Set(node.ports.map(({ id }) => id));
        const added = (await portsOf(t, graph, node.id)).filter(({ id }) => !known.has(id));
        t.mustEqual(added.length, components, `${where} has a sub-port for each component`);
      }
    }
    t.given(tried > 0, 'an input that can be expanded');
  }),
  portExpansion.audit('flags', ['PORT-009', 'PORT-010', 'PORT-011'], async (t) => {
    let told = 0;
    const mustBe = (
      id: 'PORT-009' | 'PORT-010' | 'PORT-011',
      port: LabPort,
      flag: string,
      value: boolean,
    ) => {
      if (port.record[flag] === undefined) return;
      told += 1;
      t.of(id).mustEqual(port.record[flag], value, `${flag} of ${port.name ?? port.id} is ${value}`);
    };
    for (const [type] of expandable) {
      const { graph, node, port, before, added, after } = await expand(t, type);
      t.given(added.length > 0, `an expanded ${type} port brings ports`);
      const find = (ports: readonly LabPort[]) => ports.filter(({ id }) => id === port.id);
      const isKnown = ({ id }: LabPort): boolean => before.some((known) => known.id === id);
      for (const one of find(before)) {
        mustBe('PORT-009', one, 'isExpandable', true);
        mustBe('PORT-010', one, 'isExpanded', false);
      }
      for (const one of find(after)) mustBe('PORT-010', one, 'isExpanded', true);
      for (const one of added) mustBe('PORT-011', one, 'isExpandedChild', true);
      for (const one of after.filter(isKnown)) mustBe('PORT-011', one, 'isExpandedChild', false);
      t.given((await call(t, port.id, 'collapse')).ok, `a ${type} port can be collapsed`);
      for (const one of find(await portsOf(t, graph, node.id))) mustBe('PORT-010', one, 'isExpanded', false);
    }
    if (told === 0) t.notApplicable('nothing tells which ports expand');
  }),
  portExpansion.audit('parent', ['PORT-007'], async (t) => {
    for (const [type] of expandable) {
      const { port, added } = await expand(t, type);
      t.given(added.length > 0, `an expanded ${type} port brings ports`);
      for (const { record } of added) {
        t.mustEqual(record.parentPortId, port.id, `a sub-port of a ${type} port names it as its parent`);
      }
    }
  }),
  portExpansion.audit('collapse', ['PORT-COLLAPSE-001'], async (t) => {
    for (const [type] of expandable) {
      const { graph, port, before, added } = await expand(t, type);
      t.given(added.length > 0, `an expanded ${type} port brings ports`);
      const reply = await call(t, port.id, 'collapse');
      await givenServed(t, 'POST /api/ports/{portId}/collapse', reply);
      t.must(reply.ok, `a ${type} port is collapsed`, inShort(reply));
      const shapes = (await nodeShapes(t, graph)).flatMap(({ ports }) => ports);
      const left = added.filter(({ id }) => shapes.some((shape) => shape.id === id));
      t.mustEqual(left.length, 0, 'its sub-ports are gone');
      const kept = before.filter(({ id }) => shapes.some((shape) => shape.id === id));
      t.mustEqual(kept.length, before.length, 'and the ports from before are there');
    }
  }),
];
