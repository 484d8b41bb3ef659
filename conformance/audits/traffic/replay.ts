import { area } from '../../area.ts';
import { inShort } from '../../target/http/in-short.ts';
import { attemptsOf, isSuccess } from '../../replay/attempts.ts';
import { createBench } from '../../replay/bench.ts';
import {
  components,
  documentedOperations as operations,
  isShown,
  isStated,
  statedSuccesses,
} from '../../replay/documents.ts';
import { provoke, provokeUnder, tryOut } from '../../replay/provoke.ts';
import { conditionFor, reasonAgainst, replayConditions } from '../../replay/reasons.ts';
import { anonymous, tocEntries } from '../../target/toc.ts';
import type { AuditTools } from '../../audit.ts';
import type { Attempt } from '../../replay/attempts.ts';
import type { Reason } from '../../replay/coverage.ts';
import type { ReplayOperation } from '../../replay/document.ts';
import type { RequirementId } from '../../requirements/index.ts';

const replay = area('replay', 'token', 'runtime', 'project');
const replayWithToken = area('replay', 'token');

interface StatedFactor {
  readonly id: string;
  readonly requirements: readonly [RequirementId, ...RequirementId[]];
  /** Which of the changes of a valid request are judged. */
  readonly isMeant: (attempt: Attempt) => boolean;
}

/** Errors that the description states for whatever operation they may occur at. */
const statedFactors: readonly StatedFactor[] = [
  {
    id: 'malformed-body',
    requirements: ['HTTP-019', 'ERR-001'],
    isMeant: ({ factor }) => factor === 'malformed body',
  },
  {
    id: 'missing-body',
    requirements: ['HTTP-020', 'ERR-001'],
    isMeant: ({ factor }) => factor === 'missing body',
  },
  {
    id: 'unknown-graph',
    requirements: ['ERR-014'],
    isMeant: ({ factor, code }) => factor === 'absent id' && code === 'GRAPH_NOT_FOUND',
  },
  {
    id: 'unknown-port',
    requirements: ['ERR-017'],
    isMeant: ({ factor, code }) => factor === 'absent id' && code === 'PORT_NOT_FOUND',
  },
];

/**
 * Changes a valid request of every operation by one factor, and judges the answer where the description states it. An
 * operation whose valid request does not succeed is left to the audits of that operation.
 */
const factorAudit = ({ id, requirements, isMeant }: StatedFactor) =>
  replay.audit(id, requirements, async (t) => {
    const bench = createBench(t);
    let judged = 0;
    for (const operation of operations) {
      const attempts = attemptsOf(operation, components);
      const valid = attempts.find(({ status }) => isSuccess(status));
      for (const attempt of attempts.filter(isMeant)) {
        const { status, code } = attempt;
        if (code === undefined || !isStated(operation.id, status, code) || valid === undefined) continue;
        const proof = await tryOut(bench, valid);
        if (typeof proof === 'string' || !proof.ok) continue;
        const reply = await tryOut(bench, attempt);
        if (typeof reply === 'string') continue;
        t.of(...requirements).mustFail(reply, Number(status), code);
        judged += 1;
      }
    }
    t.given(judged > 0, 'a valid request that succeeds');
  });

/** Every operation that takes a body takes it under another type of JSON, too. */
const mediaTypeAudit = (id: string, requirement: RequirementId, type: string) =>
  replay.audit(id, [requirement], { timeout: 120_000 }, async (t) => {
    const bench = createBench(t);
    let judged = 0;
    for (const operation of operations) {
      const valid = attemptsOf(operation, components).find(({ status }) => isSuccess(status));
      if (!operation.body || !isShown(operation.id) || valid === undefined) continue;
      const usual = await tryOut(bench, valid);
      if (typeof usual === 'string' || !usual.ok) continue;
      const headers = { 'content-type': type };
      const build = async () => ({ ...(await valid.build(bench)), headers });
      const reply = await tryOut(bench, { ...valid, build });
      if (typeof reply === 'string') continue;
      t.must(reply.ok, `${reply.title} takes a body of type ${type}`, inShort(reply));
      judged += 1;
    }
    t.given(judged > 0, 'a valid request with a body that succeeds');
  });

const isListed = async (t: AuditTools): Promise<(operation: ReplayOperation) => boolean> => {
  const { json } = await t.http.get('/api/toc');
  const routes = new Set(tocEntries(t.fields, json).map(({ route }) => route));
  return ({ method, path }) => routes.has(`${method} ${anonymous(path)}`);
};

/** Observations of these names and values become the reasons in the coverage of the report. */
const explain = (
  t: AuditTools,
  { id }: ReplayOperation,
  status: string,
  reason: Reason | undefined,
): void => {
  if (reason) t.observe(`${id} ${status}`, reason);
};

export const replayAudits = [
  replay.audit('success-status', ['CONN-CREATE-001', 'BATCH-RUN-001'], async (t) => {
    const bench = createBench(t);
    let judged = 0;
    for (const operation of operations) {
      const stated = statedSuccesses(operation.id).find((status) => /^\d+$/.test(status));
      if (stated === undefined) continue;
      const judge = t.of(operation.id === 'runBatch' ? 'BATCH-RUN-001' : 'CONN-CREATE-001');
      for (const attempt of attemptsOf(operation, components).filter(({ status }) => isSuccess(status))) {
        const reply = await tryOut(bench, attempt);
        if (typeof reply === 'string' || !reply.ok) continue;
        judge.must(String(reply.status) === stated, `${reply.title} answers ${stated}`, inShort(reply));
        judged += 1;
      }
    }
    t.given(judged > 0, 'a valid request that succeeds');
  }),
  ...statedFactors.map(factorAudit),
  mediaTypeAudit('text-json', 'HTTP-002', 'text/json'),
  mediaTypeAudit('plus-json', 'HTTP-003', 'application/vnd.example+json'),
  replayWithToken.audit('all-statuses', ['DOC-STATUS-001'], { timeout: 180_000 }, async (t) => {
    const listed = await isListed(t);
    const bench = createBench(t);
    t.observe('operations', operations.length);
    for (const operation of operations) {
      const isServed = isShown(operation.id) || listed(operation);
      for (const status of operation.statuses.keys()) {
        const against = isServed ? reasonAgainst(operation, status) : 'the target does not list the route';
        const reason = against
          ? { unreachable: true, text: against }
          : await provoke(bench, operation, status);
        explain(t, operation, status, reason);
      }
    }
  }),
  ...replayConditions.map((condition) =>
    area('replay', 'token', `condition:${condition}`).audit(
      condition,
      ['DOC-STATUS-002'],
      { timeout: 180_000 },
      async (t) => {
        const lifeless = condition === 'noRuntime';
        const bench = createBench({ ...t, ...(await t.under(condition)), lifeless });
        t.observe('condition', condition);
        for (const operation of operations) {
          for (const status of operation.statuses.keys()) {
            if (conditionFor(operation, status) !== condition) continue;
            const against = reasonAgainst(operation, status);
            const reason = against
              ? { unreachable: true, text: against }
              : await provokeUnder(bench, operation, status);
            explain(t, operation, status, reason);
          }
        }
      },
    ),
  ),
];
