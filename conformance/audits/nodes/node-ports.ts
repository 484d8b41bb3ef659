import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { area } from '../../area.ts';
import { someCategory } from './nodes.ts';

const nodes = area('nodes', 'token', 'project');

/** Types of ports that hold no value to read. */
const valueless = ['Trigger', 'Button'];

/** Audits of the ports that nodes come with. */
export const nodePortAudits = [
  nodes.audit('ports-addressed', ['PORT-001'], async (t) => {
    const graph = await t.lab.graph();
    const { output, input } = await t.lab.wirablePair(graph);
    for (const { node } of [output, input]) {
      for (const { id, type } of node.ports.filter((port) => !valueless.includes(port.type))) {
        const reply = await t.http.get(pathTo`/api/ports/${id}/value`);
        t.must(reply.at('error.code') !== 'PORT_NOT_FOUND', `the id of a ${type} port addresses it`, {
          actual: inShort(reply).actual,
        });
      }
    }
  }),
  nodes.audit('port-ids', ['NODE-CREATE-006'], async (t) => {
    const graph = await t.lab.graph();
    const category = await someCategory(t);
    const one = await t.lab.node(graph, category);
    const two = await t.lab.node(graph, category);
    const ids = [...one.ports, ...two.ports].map(({ id }) => id);
    t.must(one.id !== two.id, 'two nodes have two ids', { actual: one.id });
    t.mustEqual(new Set(ids).size, ids.length, 'no two ports share an id');
  }),
  nodes.audit('port-types', ['TYPES-008', 'PORT-002'], async (t) => {
    const catalog = await t.http.get('/api/types');
    const names = catalog.at('PortTypes');
    t.given(catalog.ok && Array.isArray(names) && names.length > 0, 'a type catalog');
    const { nodes: all } = await t.lab.palette();
    t.given(all.length > 0, 'node types that can be created');
    for (const { category, ports } of all) {
      for (const { type } of ports) {
        t.must((names as unknown[]).includes(type), `the type of a port of ${category} is in PortTypes`, {
          actual: type,
        });
      }
    }
  }),
  nodes.audit('port-flags', ['PORT-005'], async (t) => {
    const { nodes: all } = await t.lab.palette();
    t.given(all.length > 0, 'node types that can be created');
    const graph = await t.lab.graph();
    const expandable = await t.lab.tryPort(graph, ({ type }) => type === 'Vector3');
    if (expandable) await t.http.post(pathTo`/api/ports/${expandable.port.id}/expand`);
    const ports = [...all, ...(await t.lab.nodesOf(graph))].flatMap((node) => node.ports);
    for (const { record } of ports) {
      for (const flag of ['isExpandable', 'isExpanded', 'isExpandedChild']) {
        const value = record[flag];
        t.must(
          value === undefined || value === null || typeof value === 'boolean',
          `${flag} is a boolean where present`,
          { actual: record },
        );
      }
    }
  }),
];
