import { isId, pathTo } from '../target/id.ts';
import { filterRecords, walkJson } from '../json.ts';
import type { AuditContext } from '../audit.ts';
import type { Id } from '../target/id.ts';
import type { JsonRecord } from '../json.ts';
import type { ModelGraph, ModelConnection } from './graph-model.ts';

/**
 * The ports of a graph, keyed by id as a string, with the node that owns each port. The owner is `undefined` for a
 * hidden sub-port.
 */
type PortEnds = Map<string, { readonly id: Id; readonly owner: string | undefined }>;

/**
 * Reads the current connections of a graph. The fields that hold the ends of a connection are recognized by the ids
 * that they contain.
 */
export const readConnections = async (
  t: AuditContext,
  graph: ModelGraph,
): Promise<readonly ModelConnection[]> => {
  const list = await t.fixtures.readAll(pathTo`/api/graphs/${graph.id}/connections`);
  if (list === undefined) return t.unverified('the connections of a graph can be listed');
  const outputs: PortEnds = new Map();
  const inputs: PortEnds = new Map();
  for (const { output, input } of graph.connections) {
    outputs.set(String(output), { id: output, owner: undefined });
    inputs.set(String(input), { id: input, owner: undefined });
  }
  for (const { id: nodeId, ports } of graph.nodes.values()) {
    for (const { id, direction } of ports)
      (direction === 'output' ? outputs : inputs).set(String(id), { id, owner: String(nodeId) });
  }
  return filterRecords(list).map((record) => parseConnection(t, record, outputs, inputs));
};

const parseConnection = (
  t: AuditContext,
  record: JsonRecord,
  outputs: PortEnds,
  inputs: PortEnds,
): ModelConnection => {
  const id = t.fields.read(record, 'connection.id');
  const ids = [...walkJson(record)].filter(isId).map(String);
  const ownIndex = ids.indexOf(String(id));
  const otherIds = ids.filter((_, index) => index !== ownIndex);
  const [output, input] = [findEnd(otherIds, outputs), findEnd(otherIds, inputs)];
  t.must(output !== undefined && input !== undefined, 'a connection names two ports of its graph', {
    actual: record,
  });
  return { id: isId(id) ? id : undefined, output: output ?? '', input: input ?? '' };
};

/**
 * Finds the port that a record names as one end of a connection. Nodes and ports may have equal ids, so a port is
 * preferred if the record also names its node.
 */
const findEnd = (ids: readonly string[], ends: PortEnds): Id | undefined => {
  const candidates = ids.flatMap((id) => ends.get(id) ?? []);
  const certain = candidates.filter(({ owner }) => owner !== undefined && ids.includes(owner));
  return (certain[0] ?? candidates[0])?.id;
};
