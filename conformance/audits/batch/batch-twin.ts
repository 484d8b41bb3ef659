/** A batch and the same calls made alone leave two graphs alike. */
import { pathTo } from '../../target/id.ts';
import { array, constantFrom, nat, oneof, record } from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { area } from '../../area.ts';
import { requestBody } from '../connections/compatibility.ts';
import { resultsOf, sendBatch } from '../../lab/batch.ts';
import type { Operation } from '../../lab/batch.ts';
import type { AuditTools } from '../../audit.ts';
import type { LabGraph } from '../../lab/lab.ts';
import type { LabPort } from '../../lab/palette.ts';

const batch = area('batch', 'token', 'project');

/** A graph of which there are two alike. */
interface Twin {
  readonly graph: LabGraph;
  /** Two Float inputs, and an output that connects to the second. */
  readonly inputs: readonly [LabPort, LabPort];
  readonly output: LabPort;
  readonly category: string;
}

const twin = async (t: AuditTools): Promise<Twin> => {
  const graph = await t.lab.graph();
  const first = await t.lab.plainInput(graph, 'Float');
  const second = await t.lab.plainInput(graph, 'Float');
  const { port: output } = await t.lab.port(graph, 'Float', 'output');
  for (const { port } of [first, second])
    t.given((await t.lab.write(port.id, 0)).ok, 'a value can be written');
  return { graph, inputs: [first.port, second.port], output, category: first.node.category };
};

interface Step {
  readonly what: 'write' | 'read' | 'write nonsense' | 'add node' | 'connect' | 'list';
  readonly port: 0 | 1;
  readonly value: number;
}

const operationOf = ({ what, port, value }: Step, { graph, inputs, output, category }: Twin): Operation => {
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
        body: requestBody(output, inputs[1]),
      };
    case 'list':
      return { method: 'GET', path: pathTo`/api/graphs/${graph.id}/nodes` };
  }
};

const steps = array(
  record<Step>({
    what: oneof(
      constantFrom('write', 'read'),
      constantFrom('write', 'read', 'write nonsense', 'add node', 'connect', 'list'),
    ),
    port: constantFrom(0, 1),
    value: nat({ max: 99 }),
  }),
  { minLength: 4, maxLength: 16, size: 'max' },
);

/** What an answer says apart from ids: its status, what was read, how much was listed. */
const told = (t: AuditTools, { what }: Step, status: unknown, body: unknown) => ({
  status,
  ...(what === 'read' && { value: t.fields.portValue(body) }),
  ...(what === 'list' && { nodes: t.fields.items(body)?.length }),
});

export const batchTwinAudits = [
  batch.audit(
    'twin',
    ['BATCH-RUN-005', 'BATCH-RUN-012'],
    {
      timeout: 120_000,
      likelyCause: 'operations of a batch run at the same time, or some of them ahead of others',
    },
    async (t) => {
      const both = t.of('BATCH-RUN-005', 'BATCH-RUN-012');
      await t.property(
        'a batch does what the same calls do alone, in their order',
        steps,
        async (list) => {
          const [alone, batched] = [await twin(t), await twin(t)];
          const expected: ReturnType<typeof told>[] = [];
          for (const step of list) {
            const { method, path, body } = operationOf(step, alone);
            const reply = await t.http.send(method, path, body === undefined ? {} : { json: body });
            expected.push(told(t, step, reply.status, reply.json));
          }
          const operations = list.map((step) => operationOf(step, batched));
          const reply = await sendBatch(t, operations);
          both.mustEqual(reply.status, 200, 'a batch answers 200');
          const results = resultsOf(reply);
          const actual = list.map((step, index) =>
            told(t, step, results[index]?.status, results[index]?.body),
          );
          const odd = list.findIndex((_, index) => !isDeepStrictEqual(actual[index], expected[index]));
          both.must(odd < 0, `operation ${odd} (${list[odd]?.what}) does what the call does alone`, {
            expected: expected[odd],
            actual: actual[odd],
          });
          const left = await Promise.all(
            [alone, batched].map(async ({ graph, inputs }) => ({
              nodes: (await t.lab.nodesOf(graph)).length,
              connections: (await t.lab.connectionsOf(graph)).length,
              first: await t.lab.read(inputs[0].id),
            })),
          );
          both.mustEqual(left[1], left[0], 'and leaves the graph as they do');
        },
        { runs: 15 },
      );
    },
  ),
];
