/** Audits of calls about a graph that nobody has. */
import { pathTo } from '../../target/id.ts';
import { area } from '../../area.ts';
import { absentId } from '../../lab/lab.ts';
import { someCategory } from '../nodes/categories.ts';
import { tempIdOf } from '../../lab/temp-ids.ts';
import type { AuditTools } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';

const graphs = area('graphs', 'token', 'project');

/** Calls about a graph that need no runtime and no node of it; what a body has to be is stated, or there is none. */
const callsOf = (category: string): readonly (readonly [verb: string, rest: string, body?: unknown])[] => {
  const spec = { category, locationX: 0, locationY: 0 };
  return [
    ['GET', '/nodes'],
    ['GET', '/connections'],
    ['GET', '/layout/saved'],
    ['GET', '/layout/aspect-ratio'],
    ['POST', '/nodes', spec],
    ['POST', '/nodes/bulk', [spec]],
    ['POST', '/build', { nodes: [{ tempId: tempIdOf('one'), category, ports: {} }], connections: [] }],
    ['POST', '/layout'],
    ['POST', '/layout/tidy'],
    ['POST', '/layout/restore'],
    ['POST', '/save'],
    ['POST', '/remove'],
  ];
};

export const unknownGraphAudits = [
  graphs.audit('unknown', ['GRAPH-UNKNOWN-001', 'ERR-014'], async (t) => {
    const graph = await t.lab.graph();
    const call = (id: string, [verb, rest, body]: ReturnType<typeof callsOf>[number]): Promise<Reply> =>
      t.http.send(verb, `${pathTo`/api/graphs/${id}`}${rest}`, body === undefined ? {} : { json: body });
    const unproven: string[] = [];
    for (const wanted of callsOf(await anyCategory(t))) {
      const [verb, rest] = wanted;
      if ((await call(graph.id, wanted)).ok) {
        t.of('GRAPH-UNKNOWN-001', 'ERR-014').mustFail(await call(absentId, wanted), 404, 'GRAPH_NOT_FOUND');
      } else unproven.push(`${verb} ${rest}`);
    }
    t.observe('calls that a known graph does not prove', unproven);
    t.given(unproven.length < callsOf('').length, 'calls that succeed for a known graph');
  }),
];

/** Reads are asked for where no node type can be found. */
const anyCategory = async (t: AuditTools): Promise<string> => {
  const { nodes } = await t.lab.palette();
  return nodes.length > 0 ? someCategory(t) : '';
};
