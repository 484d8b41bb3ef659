import { isId, pathTo } from '../target/id.ts';
import { recordsOf, walk } from '../json.ts';
import type { AuditContext } from '../audit.ts';
import type { Id } from '../target/id.ts';
import type { JsonRecord } from '../json.ts';
import type { ModelGraph, Wire } from './state.ts';

/** The wires of a graph as listed now; how their fields are spelt is told by the ids that they hold. */
export const readWires = async (t: AuditContext, graph: ModelGraph): Promise<readonly Wire[]> => {
  const list = await t.lab.readAll(pathTo`/api/graphs/${graph.id}/connections`);
  t.must(list !== undefined, 'the connections of the graph are listed');
  const outputs = new Set<Id>();
  const inputs = new Set<Id>();
  for (const { ports } of graph.nodes.values()) {
    for (const { id, direction } of ports) (direction === 'output' ? outputs : inputs).add(id);
  }
  for (const { output, input } of graph.wires) {
    outputs.add(output);
    inputs.add(input);
  }
  return recordsOf(list).map((record) => wireOf(t, record, outputs, inputs));
};

const wireOf = (
  t: AuditContext,
  record: JsonRecord,
  outputs: ReadonlySet<Id>,
  inputs: ReadonlySet<Id>,
): Wire => {
  const ids = [...walk(record)].filter(isId);
  const output = ids.find((id) => outputs.has(id));
  const input = ids.find((id) => inputs.has(id));
  t.must(output !== undefined && input !== undefined, 'a connection names two ports of its graph', {
    actual: record,
  });
  const id = t.fields.read(record, 'connection.id');
  return { id: isId(id) ? id : undefined, output: output!, input: input! };
};
