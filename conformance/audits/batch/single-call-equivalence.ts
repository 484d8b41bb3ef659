/** Checks that a batch and the same individual calls leave two identical graphs in the same state. */
import { isDeepStrictEqual } from 'node:util';
import { array, constantFrom, nat, oneof, record } from 'fast-check';
import { type BatchOperation, getBatchResults, sendBatch } from '../../audit-helpers/send-batch.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { pathTo } from '../../target/id.ts';
import { createConnectionBody } from '../type-compatibility.ts';
import type { TargetGraph } from '../../audit-helpers/fixtures.ts';
import type { TargetPort } from '../../audit-helpers/node-type-survey.ts';

const batch = defineAuditArea('batch', 'token', 'project');

/** One of two identical graphs. */
interface TwinGraph {
  readonly graph: TargetGraph;
  /** Two Float inputs. The output is connected to the second input. */
  readonly inputs: readonly [TargetPort, TargetPort];
  readonly output: TargetPort;
  readonly category: string;
}

const createTwinGraph = async (t: AuditTools): Promise<TwinGraph> => {
  const graph = await t.fixtures.graph();
  const first = await t.fixtures.plainInput(graph, 'Float');
  const second = await t.fixtures.plainInput(graph, 'Float');
  const { port: output } = await t.fixtures.port(graph, 'Float', 'output');
  for (const { port } of [first, second])
    t.given((await t.fixtures.write(port.id, 0)).ok, 'a value can be written');
  return { graph, inputs: [first.port, second.port], output, category: first.node.category };
};

interface EquivalentStep {
  readonly what: 'write' | 'read' | 'write nonsense' | 'add node' | 'connect' | 'list';
  readonly port: 0 | 1;
  readonly value: number;
}

const toOperation = (
  { what, port, value }: EquivalentStep,
  { graph, inputs, output, category }: TwinGraph,
): BatchOperation => {
  const path = pathTo`/api/ports/${inputs[port].id}/value`;
  switch (what) {
    case 'write':
      return { method: 'PUT', path, body: { value } };
    case 'write nonsense':
      return { method: 'PUT', path, body: { value: { no: 'number' } } };
    case 'read':
      return { method: 'GET', path };
    case 'add node':
      return {
        method: 'POST',
        path: pathTo`/api/graphs/${graph.id}/nodes`,
        body: { category, locationX: value, locationY: 0 },
      };
    case 'connect':
      return {
        method: 'POST',
        path: pathTo`/api/graphs/${graph.id}/connections`,
        body: createConnectionBody(output, inputs[1]),
      };
    case 'list':
      return { method: 'GET', path: pathTo`/api/graphs/${graph.id}/nodes` };
  }
};

const stepsArbitrary = array(
  record<EquivalentStep>({
    what: oneof(
      constantFrom('write', 'read'),
      constantFrom('write', 'read', 'write nonsense', 'add node', 'connect', 'list'),
    ),
    port: constantFrom(0, 1),
    value: nat({ max: 99 }),
  }),
  { minLength: 4, maxLength: 16, size: 'max' },
);

/** Summarizes a result without ids: its status, the value that was read, and the number of records. */
const summarizeResult = (t: AuditTools, { what }: EquivalentStep, status: unknown, body: unknown) => ({
  status,
  ...(what === 'read' && { value: t.fields.portValue(body) }),
  ...(what === 'list' && { nodes: t.fields.items(body)?.length }),
});

export const audits = [
  batch
    .with({ timeout: 120_000, likelyCause: 'operations of a batch run concurrently or out of order' })
    .audit('twin', ['BATCH-RUN-005', 'BATCH-RUN-012'], async (t) => {
      const assertions = t.for('BATCH-RUN-005', 'BATCH-RUN-012');
      await t.property(
        'a batch has the same effect as the same single calls in the same order',
        stepsArbitrary,
        async (list) => {
          const [single, batched] = [await createTwinGraph(t), await createTwinGraph(t)];
          const expected: ReturnType<typeof summarizeResult>[] = [];
          for (const step of list) {
            const { method, path, body } = toOperation(step, single);
            const reply = await t.http.send(method, path, body === undefined ? {} : { json: body });
            expected.push(summarizeResult(t, step, reply.status, reply.json));
          }
          const operations = list.map((step) => toOperation(step, batched));
          const reply = await sendBatch(t, operations);
          assertions.mustEqual(reply.status, 200, 'a batch returns 200');
          const results = getBatchResults(reply);
          const actual = list.map((step, index) =>
            summarizeResult(t, step, results[index]?.status, results[index]?.body),
          );
          const mismatch = list.findIndex((_, index) => !isDeepStrictEqual(actual[index], expected[index]));
          assertions.must(
            mismatch < 0,
            `operation ${mismatch} (${list[mismatch]?.what}) has the same result as the single call`,
            { expected: expected[mismatch], actual: actual[mismatch] },
          );
          const remaining = await Promise.all(
            [single, batched].map(async ({ graph, inputs }) => ({
              nodes: (await t.fixtures.listNodes(graph)).length,
              connections: (await t.fixtures.listConnections(graph)).length,
              first: await t.fixtures.read(inputs[0].id),
            })),
          );
          assertions.mustEqual(
            remaining[1],
            remaining[0],
            'the batch leaves the graph in the same state as the single calls',
          );
        },
        { runs: 15 },
      );
    }),
];
