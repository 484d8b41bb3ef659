/** Audits of calls about a graph that does not exist. */
import { pathTo } from '../../target/id.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { nonexistentId } from '../../audit-helpers/fixtures.ts';
import { chooseNodeType } from '../nodes/choose-node-type.ts';
import { toTempId } from '../../audit-helpers/temp-ids.ts';
import type { AuditTools } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';

const graphs = defineAuditArea('graphs', 'token', 'project');

/**
 * Lists calls about a graph that need neither a runtime nor a node in the graph. The calls have a documented body or no
 * body.
 */
const createGraphCalls = (
  category: string,
): readonly (readonly [verb: string, rest: string, body?: unknown])[] => {
  const spec = { category, locationX: 0, locationY: 0 };
  return [
    ['GET', '/nodes'],
    ['GET', '/connections'],
    ['GET', '/layout/saved'],
    ['GET', '/layout/aspect-ratio'],
    ['POST', '/nodes', spec],
    ['POST', '/nodes/bulk', [spec]],
    ['POST', '/build', { nodes: [{ tempId: toTempId('one'), category, ports: {} }], connections: [] }],
    ['POST', '/layout'],
    ['POST', '/layout/tidy'],
    ['POST', '/layout/restore'],
    ['POST', '/save'],
    ['POST', '/remove'],
  ];
};

export const unknownGraphAudits = [
  graphs.audit('unknown', ['GRAPH-UNKNOWN-001', 'ERR-014'], async (t) => {
    const graph = await t.fixtures.graph();
    const call = (
      id: string,
      [verb, subPath, body]: ReturnType<typeof createGraphCalls>[number],
    ): Promise<Reply> =>
      t.http.send(verb, `${pathTo`/api/graphs/${id}`}${subPath}`, body === undefined ? {} : { json: body });
    const unproven: string[] = [];
    for (const graphCall of createGraphCalls(await findAnyNodeType(t))) {
      const [verb, subPath] = graphCall;
      if ((await call(graph.id, graphCall)).ok) {
        t.for('GRAPH-UNKNOWN-001', 'ERR-014').mustFail(
          await call(nonexistentId, graphCall),
          404,
          'GRAPH_NOT_FOUND',
        );
      } else unproven.push(`${verb} ${subPath}`);
    }
    t.observe('calls for which success with an existing graph was not shown', unproven);
    t.given(unproven.length < createGraphCalls('').length, 'calls that succeed for an existing graph');
  }),
];

/** Finds a node type for calls about an unknown graph. Returns an empty string when the target offers no node types. */
const findAnyNodeType = async (t: AuditTools): Promise<string> => {
  const { nodes } = await t.fixtures.palette();
  return nodes.length > 0 ? chooseNodeType(t) : '';
};
