/** Audits of what holds for a node of every type that the target offers. */
import { isId, pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { recordsOf } from '../../json.ts';
import { area } from '../../area.ts';
import { defaultNodes, findDefault } from './default-nodes.ts';
import { placed } from './nodes.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';
import type { LabNode } from '../../lab/palette.ts';

const nodes = area('nodes', 'token', 'project');

/** A node of each type, as it was answered when it was made, and as its graph lists it. */
const madeAndListed = async (
  t: AuditTools,
): Promise<readonly { readonly made: LabNode; readonly listed: JsonRecord | undefined }[]> => {
  const { graphId, nodes: made } = await t.lab.palette();
  const list = graphId === undefined ? undefined : await t.lab.readAll(pathTo`/api/graphs/${graphId}/nodes`);
  t.given(list !== undefined && made.length > 0, 'nodes of every type in a graph');
  const byId = new Map(recordsOf(list).map((record) => [String(record.id), record]));
  return made.map((node) => ({ made: node, listed: byId.get(String(node.id)) }));
};

/** The ports that a record shows and that lack in an answer about the same node. */
const lacking = (shown: readonly { readonly id?: unknown }[], record: JsonRecord): readonly JsonRecord[] => {
  const ids = shown.map(({ id }) => String(id));
  return recordsOf(record.ports).filter(({ id }) => !ids.includes(String(id)));
};

const isTyped = ({ id, type }: JsonRecord): boolean => isId(id) && typeof type === 'string' && type !== '';

export const everyTypeAudits = [
  nodes.audit(
    'create-whole',
    ['NODE-CREATE-001', 'NODE-006'],
    { likelyCause: 'the answer to a creation leaves out ports that lists show' },
    async (t) => {
      for (const { made, listed } of await madeAndListed(t)) {
        const wanting = listed ? lacking(made.ports, listed) : [];
        t.of('NODE-CREATE-001', 'NODE-006').must(
          wanting.length === 0,
          `a created ${made.category} node is answered with all its ports`,
          { actual: wanting },
        );
      }
    },
  ),
  nodes.audit('read-whole', ['NODE-006', 'OVER-GRAPH-001'], async (t) => {
    for (const { made, listed } of await madeAndListed(t)) {
      const { category } = made;
      const reply = await t.http.get(pathTo`/api/nodes/${made.id}`);
      t.given(reply.ok, 'a node can be read', inShort(reply));
      const ports = recordsOf(reply.at('ports'));
      const untyped = [...ports, ...recordsOf(listed?.ports)].filter((port) => !isTyped(port));
      t.of('OVER-GRAPH-001', 'NODE-006').must(
        untyped.length === 0,
        `the ports of a ${category} node have ids and types`,
        { actual: untyped },
      );
      const wanting = [...lacking(ports, made.record), ...lacking(recordsOf(listed?.ports), made.record)];
      t.of('NODE-006').must(wanting.length === 0, `a ${category} node is shown with all its ports`, {
        actual: wanting,
      });
    }
  }),
  nodes.audit('category', ['NODE-003'], async (t) => {
    for (const { made, listed } of await madeAndListed(t)) {
      const message = 'the category of a node is the enum value of its type';
      t.mustEqual(made.record.category, made.category, message);
      if (listed) t.mustEqual(listed.category, made.category, message);
    }
  }),
  nodes.audit('every-enum-value', ['NTYPE-ENUM-003'], async (t) => {
    const values = await t.lab.readAll('/api/node-types/enum-values');
    t.given(values !== undefined && values.length > 0, 'the enum values are listed');
    const graph = await t.lab.graph();
    const given = await t.lab.nodesOf(graph);
    const present = [
      ...given.map(({ category }) => category),
      ...(await Promise.all(defaultNodes.map((name) => findDefault(t, given, name)))).map(
        (node) => node?.category,
      ),
    ];
    // Whether a graph may have two of the nodes that come with it is open, and so is a second node of any type.
    for (const category of (values ?? []).filter((value) => !present.includes(String(value)))) {
      const add = (graphId: string) => t.http.post(pathTo`/api/graphs/${graphId}/nodes`, placed(category));
      const reply = await add(graph.id);
      const last = reply.ok ? reply : await add((await t.lab.graph()).id);
      t.must(last.ok, `a node of the listed type ${String(category)} is created`, inShort(last));
    }
  }),
];
