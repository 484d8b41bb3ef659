import { isRecord, recordsOf, stringsOf, walk } from '../json.ts';
import type { AuditContext } from '../audit.ts';
import type { JsonRecord } from '../json.ts';
import type { ModelGraph, Wire } from './state.ts';

/** The wires of a graph as listed now; how their fields are spelt is told by the ids that they hold. */
export const readWires = async (t: AuditContext, graph: ModelGraph): Promise<readonly Wire[]> => {
  const list = await t.lab.readAll(`/api/graphs/${graph.id}/connections`);
  t.must(list !== undefined, 'the connections of the graph are listed');
  const outputs = new Set<string>();
  const inputs = new Set<string>();
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
  outputs: ReadonlySet<string>,
  inputs: ReadonlySet<string>,
): Wire => {
  const texts = stringsOf([...walk(record)].filter((value) => !isRecord(value)));
  const output = texts.find((text) => outputs.has(text));
  const input = texts.find((text) => inputs.has(text));
  t.must(output !== undefined && input !== undefined, 'a connection names two ports of its graph', {
    actual: record,
  });
  const id = t.fields.read(record, 'connection.id');
  return { id: typeof id === 'string' ? id : undefined, output: output!, input: input! };
};
