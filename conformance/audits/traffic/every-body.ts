/** Bodies that are no JSON, or lack what is stated, at every operation whose body the description shows. */
import { area } from '../../area.ts';
import { ifGiven } from '../../engine/stop.ts';
import { createBench } from '../../replay/bench.ts';
import { changesOf } from '../../replay/changes.ts';
import {
  components,
  documentedOperations,
  isStated,
  statedComponents,
  statedOperations,
} from '../../replay/documents.ts';
import { sendRequest } from '../../replay/request.ts';
import { validRequest } from '../../replay/valid.ts';
import type { Factor } from '../../replay/changes.ts';
import type { ReplayOperation } from '../../replay/document.ts';

const bodies = area('bodies', 'token', 'project');

/** Their rows show a body in which nothing is required: an absent one may mean just that. */
const shownOptional = ['createGraph', 'runAction'];

/** Their bodies, or the names of the fields in them, are not shown. */
const notShown = ['setAspectRatio', 'validateConnection'];

const factors: readonly Factor[] = ['malformed body', 'missing body', 'missing field'];

/** The ways to spoil a request that its operation has to refuse as a whole. */
const spoilt = (operation: ReplayOperation) => {
  const { id, body } = operation;
  const isShown = body?.required ? !notShown.includes(id) : shownOptional.includes(id);
  if (!isShown || !isStated(id, '400', 'INVALID_REQUEST')) return [];
  return changesOf(operation, statedComponents).filter(({ factor }) => factors.includes(factor));
};

const documentedById = new Map(documentedOperations.map((operation) => [operation.id, operation]));

export const everyBodyAudits = [
  bodies.audit(
    'every-operation',
    ['HTTP-019', 'HTTP-020', 'ERR-001'],
    { timeout: 120_000, likelyCause: 'a body that cannot be read is taken for an empty one' },
    async (t) => {
      const bench = createBench(t);
      const graph = await bench.graph();
      const read = async () => [await t.lab.nodesOf(graph), await t.lab.connectionsOf(graph)];
      const tried: string[] = [];
      for (const operation of statedOperations) {
        const changes = spoilt(operation);
        const documented = documentedById.get(operation.id);
        if (changes.length === 0 || !documented) continue;
        const request = await ifGiven(validRequest(documented, components, bench));
        if (!request) continue;
        const valid = await sendRequest(t.http, request);
        if (!valid.ok) continue;
        bench.adopt(operation.path, valid.json);
        tried.push(operation.id);
        const before = await t.keep(read);
        for (const { factor, code, apply } of changes) {
          const reply = await sendRequest(t.http, apply(request));
          if (reply.ok) bench.adopt(operation.path, reply.json);
          const judge = t.of(factor === 'malformed body' ? 'HTTP-019' : 'HTTP-020', 'ERR-001');
          judge.mustFail(reply, 400, ...(code ? [code] : []));
          await judge.mustAgree(
            before,
            `${operation.id} with a ${factor} leaves nodes and wires as they were`,
          );
        }
      }
      t.observe('operations', tried);
      t.given(tried.length > 0, 'an operation with a body that succeeds');
    },
  ),
];
