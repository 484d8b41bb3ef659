import { isId, pathTo } from '../target/id.ts';
import { recordsOf, walk } from '../json.ts';
import type { AuditContext } from '../audit.ts';
import type { Id } from '../target/id.ts';
import type { JsonRecord } from '../json.ts';
import type { ModelGraph, Wire } from './state.ts';

/** Ports by their ids as texts, with the node that has each; undefined for a port that hides in another. */
type Ends = Map<string, { readonly id: Id; readonly owner: string | undefined }>;

/** The wires of a graph as listed now; how their fields are spelt is told by the ids that they hold. */
export const readWires = async (t: AuditContext, graph: ModelGraph): Promise<readonly Wire[]> => {
  const list = await t.lab.readAll(pathTo`/api/graphs/${graph.id}/connections`);
  if (list === undefined) return t.unverified('the connections of a graph can be listed');
  const outputs: Ends = new Map();
  const inputs: Ends = new Map();
  for (const { output, input } of graph.wires) {
    outputs.set(String(output), { id: output, owner: undefined });
    inputs.set(String(input), { id: input, owner: undefined });
  }
  for (const { id: nodeId, ports } of graph.nodes.values()) {
    for (const { id, direction } of ports)
      (direction === 'output' ? outputs : inputs).set(String(id), { id, owner: String(nodeId) });
  }
  return recordsOf(list).map((record) => wireOf(t, record, outputs, inputs));
};

const wireOf = (t: AuditContext, record: JsonRecord, outputs: Ends, inputs: Ends): Wire => {
  const own = t.fields.read(record, 'connection.id');
  const ids = [...walk(record)].filter(isId).map(String);
  const place = ids.indexOf(String(own));
  const others = ids.filter((_, index) => index !== place);
  const [output, input] = [endIn(others, outputs), endIn(others, inputs)];
  t.must(output !== undefined && input !== undefined, 'a connection names two ports of its graph', {
    actual: record,
  });
  return { id: isId(own) ? own : undefined, output: output ?? '', input: input ?? '' };
};

/** The end that a record names; of several, one whose node it names too: nodes and ports may be numbered alike. */
const endIn = (ids: readonly string[], ends: Ends): Id | undefined => {
  const found = ids.flatMap((id) => ends.get(id) ?? []);
  const sure = found.filter(({ owner }) => owner !== undefined && ids.includes(owner));
  return (sure[0] ?? found[0])?.id;
};
