/** Audits of where graphs lie, and of one that takes, or must not take, the place of another. */
import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { recordsOf } from '../../json.ts';
import { area } from '../../area.ts';
import { nodeShapes } from '../nodes/node-shapes.ts';
import { someCategory } from '../nodes/categories.ts';
import { create, givenCreated } from './create.ts';
import type { AuditTools } from '../../audit.ts';

const graphs = area('graphs', 'token', 'project');

/** A graph and the path that it shows. */
const placed = async (t: AuditTools) => {
  const graph = await t.lab.graph();
  const { path } = graph.record;
  return typeof path === 'string' && path !== ''
    ? { ...graph, path }
    : t.unverified('a graph that shows its path');
};

/** The ids of all graphs; undefined where no route tells. */
const listedGraphs = async (t: AuditTools): Promise<readonly string[] | undefined> => {
  const route = t.route('listGraphs');
  const list = route && (await t.lab.readAll(route.template));
  return list && recordsOf(list).map(({ id }) => String(id));
};

const categoriesOf = (nodes: readonly { readonly category?: unknown }[]): readonly string[] =>
  nodes.map(({ category }) => String(category)).sort();

/** The folders of a path, the outermost first; the last segment is the graph's own. */
const foldersOf = (path: string): readonly string[] => path.split(/[\\/]+/).slice(0, -1);

export const graphPathAudits = [
  graphs.audit('default-folder', ['GRAPH-009'], async (t) => {
    const folders = foldersOf((await placed(t)).path);
    const others = foldersOf((await placed(t)).path);
    const isInNone = folders.length === 0 && others.length === 0;
    const own = folders.filter((folder, index) => folder !== others[index]).length;
    t.must(
      isInNone || (folders.length === others.length && own <= 1 && own < folders.length),
      'two graphs without a path lie in one folder, or each in a folder of its own there',
      { actual: [folders.join('/'), others.join('/')] },
    );
  }),
  graphs.audit('duplicate-path', ['GRAPH-CREATE-004', 'ERR-023'], async (t) => {
    const first = await placed(t);
    for (const query of ['', '?replace=false']) {
      const again = await create(t, { name: first.name, path: first.path }, query);
      if (again.ok && again.at('path') !== first.path)
        t.unverified('a second graph at the path of the first: the target chose another path');
      t.of('GRAPH-CREATE-004', 'ERR-023').mustFail(again, 409, 'DUPLICATE_PATH');
    }
  }),
  graphs.audit(
    'refused',
    ['GRAPH-CREATE-006'],
    { likelyCause: 'a graph is entered, or the present one is taken out, before the path is checked' },
    async (t) => {
      const first = await placed(t);
      const nodes = await t.keep(() => nodeShapes(t, first));
      const list = await t.keep(() => listedGraphs(t));
      const refused = await create(t, { name: first.name, path: first.path });
      t.given(!refused.ok, 'a path that is taken is refused', { actual: refused.status });
      const after = await t.http.get(pathTo`/api/graphs/${first.id}/nodes`);
      t.must(after.ok, 'the graph that was there is still there', inShort(after));
      await t.mustAgree(nodes, 'with the nodes that it had');
      await t.mustAgree(list, 'and the same graphs are listed as before');
    },
  ),
  graphs.audit('replace', ['GRAPH-CREATE-005'], async (t) => {
    const first = await placed(t);
    const fresh = categoriesOf(await t.lab.nodesOf(first));
    await t.lab.node(first, await someCategory(t));
    const taken = { name: first.name, path: first.path };
    const refused = await create(t, taken);
    t.given(refused.status === 409, 'a path that is taken is refused without replace', {
      actual: refused.status,
    });
    const replaced = await create(t, taken, '?replace=true');
    t.must(replaced.ok, 'replace=true takes the place of the graph', inShort(replaced));
    givenCreated(t, replaced);
    t.mustEqual(replaced.at('path'), first.path, 'at the same path');
    const graph = { id: String(replaced.at('id')), name: first.name, record: {} };
    t.mustEqual(
      categoriesOf(recordsOf(replaced.at('nodes'))),
      fresh,
      'as a new graph with the nodes of a new graph',
    );
    t.mustEqual(categoriesOf(await t.lab.nodesOf(graph)), fresh, 'and no node of the one it replaced');
  }),
];
