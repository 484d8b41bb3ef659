import { inShort } from '../../http/in-short.ts';
import { absentId } from '../../lab/lab.ts';
import { audit } from '../../audit.ts';
import type { AuditContext } from '../../audit.ts';
import type { LabGraph } from '../../lab/lab.ts';

/** A node type that the target lets itself be created with. */
const someCategory = async (t: AuditContext): Promise<string> =>
  (await t.lab.palette()).nodes.find(({ ports }) => ports.length > 0)?.category ??
  t.unverified('a node type that can be created');

const idsIn = async (t: AuditContext, graph: LabGraph): Promise<readonly string[]> =>
  (await t.lab.nodesOf(graph)).map(({ id }) => id);

export const nodes = [
  audit({
    id: 'nodes/create',
    requirements: ['NODE-CREATE-001', 'NODE-001', 'NODE-003', 'NODE-005', 'NODE-006', 'PORT-001', 'HTTP-001'],
    needs: ['token', 'project'],
    async run(t) {
      const graph = await t.lab.graph();
      const category = await someCategory(t);
      const reply = await t.http.post(`/api/graphs/${graph.id}/nodes`, {
        category,
        locationX: 12.5,
        locationY: -7,
      });
      t.must(reply.ok, 'a node is created', inShort(reply));
      t.must(typeof reply.at('id') === 'string', 'it has an id', { actual: reply.at('id') });
      t.mustEqual(reply.at('category'), category, 'its category is the enum value of its type');
      const ports = reply.at('ports');
      t.must(Array.isArray(ports) && ports.length > 0, 'it has ports', { actual: ports });
      for (const [index] of (ports as unknown[]).entries()) {
        t.must(typeof reply.at(`ports.${index}.id`) === 'string', 'a port has an id');
        t.must(typeof reply.at(`ports.${index}.type`) === 'string', 'a port has a type');
      }
    },
  }),
  audit({
    id: 'nodes/create-open',
    requirements: ['NODE-CREATE-002', 'NODE-CREATE-004'],
    needs: ['token', 'project'],
    async run(t) {
      const graph = await t.lab.graph();
      const category = await someCategory(t);
      const plain = await t.http.post(`/api/graphs/${graph.id}/nodes`, {
        category,
        locationX: 0,
        locationY: 0,
      });
      t.given(plain.ok, 'a node can be created');
      const lower = await t.http.post(`/api/graphs/${graph.id}/nodes`, {
        category: category.toLowerCase(),
        locationX: 0,
        locationY: 0,
      });
      t.observe('status of a created node', plain.status);
      t.observe('status of a category in lower case', lower.status);
    },
  }),
  audit({
    id: 'nodes/every-enum-value',
    requirements: ['NTYPE-ENUM-003'],
    needs: ['token', 'project'],
    async run(t) {
      const graph = await t.lab.graph();
      const values = await t.lab.readAll('/api/node-types/enum-values');
      t.given(values !== undefined && values.length > 0, 'the enum values are listed');
      for (const category of values!.slice(0, 400)) {
        const reply = await t.http.post(`/api/graphs/${graph.id}/nodes`, {
          category,
          locationX: 0,
          locationY: 0,
        });
        t.must(reply.ok, `a node of the listed type ${String(category)} is created`, {
          actual: `${reply.status} ${reply.text.slice(0, 120)}`,
        });
      }
    },
  }),
  audit({
    id: 'nodes/port-ids',
    requirements: ['NODE-CREATE-006'],
    needs: ['token', 'project'],
    async run(t) {
      const graph = await t.lab.graph();
      const category = await someCategory(t);
      const one = await t.lab.node(graph, category);
      const two = await t.lab.node(graph, category);
      const ids = [...one.ports, ...two.ports].map(({ id }) => id);
      t.must(one.id !== two.id, 'two nodes have two ids', { actual: one.id });
      t.mustEqual(new Set(ids).size, ids.length, 'no two ports share an id');
    },
  }),
  audit({
    id: 'nodes/port-types',
    requirements: ['TYPES-008', 'PORT-002', 'PORT-005'],
    needs: ['token', 'project'],
    async run(t) {
      const catalog = await t.http.get('/api/types');
      const names = catalog.at('PortTypes');
      t.given(catalog.ok && Array.isArray(names) && names.length > 0, 'a type catalog');
      const { nodes: all } = await t.lab.palette();
      t.given(all.length > 0, 'node types that can be created');
      for (const { category, ports } of all) {
        for (const { type, record } of ports) {
          t.must((names as unknown[]).includes(type), `the type of a port of ${category} is in PortTypes`, {
            actual: type,
          });
          for (const flag of [
            'isExpandable',
            'isExpanded',
            'isExpandedChild',
            'isSensitive',
            'affectsNodePorts',
          ]) {
            t.must(
              record[flag] === undefined || record[flag] === null || typeof record[flag] === 'boolean',
              `${flag} is a boolean where present`,
              { actual: record },
            );
          }
        }
      }
    },
  }),
  audit({
    id: 'nodes/unknown-category',
    requirements: ['NODE-CREATE-003', 'NODE-CREATE-005'],
    needs: ['token', 'project'],
    async run(t) {
      const graph = await t.lab.graph();
      await t.lab.node(graph, await someCategory(t));
      const before = await idsIn(t, graph);
      const unknown = await t.http.post(`/api/graphs/${graph.id}/nodes`, {
        category: 'NoSuchNodeTypeAtAll',
        locationX: 0,
        locationY: 0,
      });
      t.mustNotSucceed(unknown, 'a node of an unknown category is no success');
      const bare = await t.http.post(`/api/graphs/${graph.id}/nodes`, { locationX: 0, locationY: 0 });
      t.mustNotSucceed(bare, 'a node without a category is no success');
      t.mustEqual(await idsIn(t, graph), before, 'and nothing is added');
    },
  }),
  audit({
    id: 'nodes/list',
    requirements: ['NODE-LIST-001', 'NODE-LIST-002'],
    needs: ['token', 'project'],
    async run(t) {
      const graph = await t.lab.graph();
      const made = await t.lab.node(graph, await someCategory(t));
      const listed = (await t.lab.nodesOf(graph)).find(({ id }) => id === made.id);
      t.must(listed !== undefined, 'a created node is listed');
      t.mustEqual(
        listed?.ports.map(({ id }) => id),
        made.ports.map(({ id }) => id),
        'with the port ids it was created with',
      );
      t.mustEqual((await t.lab.nodesOf(graph)).length, 3, 'beside the two default nodes');
    },
  }),
  audit({
    id: 'nodes/get',
    requirements: ['NODE-GET-001', 'NODE-002'],
    needs: ['token', 'project'],
    async run(t) {
      const [one, other] = [await t.lab.graph(), await t.lab.graph()];
      const category = await someCategory(t);
      for (const graph of [one, other]) {
        const made = await t.lab.node(graph, category);
        const reply = await t.http.get(`/api/nodes/${encodeURIComponent(made.id)}`);
        t.must(reply.ok, 'a node is found by its id', { actual: reply.status });
        t.mustEqual(reply.at('id'), made.id, 'it is the node that was asked for');
        t.mustEqual(reply.at('graphId'), graph.id, 'graphId names its graph');
        t.mustEqual(reply.at('category'), category, 'with its category');
      }
    },
  }),
  audit({
    id: 'nodes/unknown',
    requirements: ['NODE-GET-002'],
    needs: ['token', 'project'],
    async run(t) {
      const graph = await t.lab.graph();
      const made = await t.lab.node(graph, await someCategory(t));
      const known = await t.http.get(`/api/nodes/${encodeURIComponent(made.id)}`);
      t.given(known.ok && known.at('id') === made.id, 'a known node is found');
      t.mustNotSucceed(await t.http.get(`/api/nodes/${absentId}`), 'an unknown node is no success');
    },
  }),
  audit({
    id: 'nodes/unknown-code',
    requirements: ['NODE-GET-003'],
    needs: ['token', 'project'],
    async run(t) {
      const reply = await t.http.get(`/api/nodes/${absentId}`);
      t.given(reply.status >= 400, 'an unknown node is no success');
      t.observe('answer for an unknown node', `${reply.status} ${String(reply.at('error.code'))}`);
    },
  }),
  audit({
    id: 'nodes/sync-flag',
    requirements: ['HTTP-014'],
    needs: ['token', 'project', 'runtime'],
    async run(t) {
      const graph = await t.lab.graph();
      const category = await someCategory(t);
      const body = { category, locationX: 0, locationY: 0 };
      for (const query of ['', '?sync=false', '?sync=true']) {
        const reply = await t.http.post(`/api/graphs/${graph.id}/nodes${query}`, body);
        t.must(reply.ok, `a mutation with "${query}" succeeds`, { actual: reply.status });
      }
      t.mustEqual((await idsIn(t, graph)).length, 5, 'every mutation was made');
    },
  }),
];
