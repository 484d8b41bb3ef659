import { type AuditTools, defineAuditArea } from '../audit.ts';
import {
  documentedComponents,
  isNormativeError,
  isNormativeOperation,
  listNormativeSuccesses,
  type OpenApiOperation,
  documentedOperations as operations,
} from '../coverage/openapi-operations.ts';
import { provokeStatus, provokeStatusUnderCondition, tryAttempt } from '../coverage/provoke-status.ts';
import { createRequestFixtures } from '../coverage/request-fixtures.ts';
import { isSuccessStatus, listAttempts, type StatusAttempt } from '../coverage/status-attempts.ts';
import {
  coverageConditions,
  getStatusCondition,
  getUnreachableReason,
} from '../coverage/unreachable-statuses.ts';
import { describeReply } from '../target/http/exchange.ts';
import { parseToc, stripParameterNames } from '../target/routes.ts';
import type { UnseenReason } from '../coverage/status-coverage.ts';
import type { RequirementId } from '../requirements/index.ts';

const replay = defineAuditArea('replay', 'token', 'runtime', 'project');
const replayWithToken = defineAuditArea('replay', 'token');

interface StatedChange {
  readonly id: string;
  readonly requirements: readonly [RequirementId, ...RequirementId[]];
  /** Selects the changes of a valid request that the audit checks. */
  readonly includesChange: (attempt: StatusAttempt) => boolean;
}

/** Error responses that the description defines for every operation. */
const statedChanges: readonly StatedChange[] = [
  {
    id: 'malformed-body',
    requirements: ['HTTP-019', 'ERR-001'],
    includesChange: ({ factor }) => factor === 'malformed body',
  },
  {
    id: 'missing-body',
    requirements: ['HTTP-020', 'ERR-001'],
    includesChange: ({ factor }) => factor === 'missing body',
  },
  {
    id: 'unknown-graph',
    requirements: ['ERR-014'],
    includesChange: ({ factor, code }) => factor === 'absent id' && code === 'GRAPH_NOT_FOUND',
  },
  {
    id: 'unknown-port',
    requirements: ['ERR-017'],
    includesChange: ({ factor, code }) => factor === 'absent id' && code === 'PORT_NOT_FOUND',
  },
];

/**
 * Defines an audit that changes one factor of each operation's valid request. If the document describes the response,
 * the audit checks it. An operation whose valid request already fails is skipped, because other audits cover it.
 */
const defineChangeAudit = ({ id, requirements, includesChange }: StatedChange) =>
  replay.audit(id, requirements, async (t) => {
    const requestFixtures = createRequestFixtures(t);
    let checkedCount = 0;
    for (const operation of operations) {
      const attempts = listAttempts(operation, documentedComponents);
      const valid = attempts.find(({ status }) => isSuccessStatus(status));
      for (const attempt of attempts.filter(includesChange)) {
        const { status, code } = attempt;
        if (code === undefined || !isNormativeError(operation.id, status, code) || valid === undefined)
          continue;
        const proof = await tryAttempt(requestFixtures, valid);
        if (typeof proof === 'string' || !proof.ok) continue;
        const reply = await tryAttempt(requestFixtures, attempt);
        if (typeof reply === 'string') continue;
        t.for(...requirements).mustFail(reply, Number(status), code);
        checkedCount += 1;
      }
    }
    t.given(checkedCount > 0, 'a valid request that succeeds');
  });

/**
 * Defines an audit which checks that every operation with a body also accepts the body with another JSON media type.
 */
const defineMediaTypeAudit = (id: string, requirement: RequirementId, type: string) =>
  replay.with({ timeout: 120_000 }).audit(id, [requirement], async (t) => {
    const requestFixtures = createRequestFixtures(t);
    let checkedCount = 0;
    for (const operation of operations) {
      const valid = listAttempts(operation, documentedComponents).find(({ status }) =>
        isSuccessStatus(status),
      );
      if (!operation.body || !isNormativeOperation(operation.id) || valid === undefined) continue;
      const control = await tryAttempt(requestFixtures, valid);
      if (typeof control === 'string' || !control.ok) continue;
      const headers = { 'content-type': type };
      const build = async () => ({ ...(await valid.build(requestFixtures)), headers });
      const reply = await tryAttempt(requestFixtures, { ...valid, build });
      if (typeof reply === 'string') continue;
      t.mustSucceed(reply, `${reply.title} accepts a body of type ${type}`);
      checkedCount += 1;
    }
    t.given(checkedCount > 0, 'a valid request with a body that succeeds');
  });

const createListedCheck = async (t: AuditTools): Promise<(operation: OpenApiOperation) => boolean> => {
  const { json } = await t.http.get('/api/toc');
  const routes = new Set(parseToc(t.fields, json).map(({ route }) => route));
  return ({ method, path }) => routes.has(`${method} ${stripParameterNames(path)}`);
};

/** Records observations. The report's coverage uses their names and values as reasons. */
const recordReason = (
  t: AuditTools,
  { id }: OpenApiOperation,
  status: string,
  reason: UnseenReason | undefined,
): void => {
  if (reason) t.observe(`${id} ${status}`, reason);
};

export const audits = [
  replay.audit('success-status', ['CONN-CREATE-001', 'BATCH-RUN-001'], async (t) => {
    const requestFixtures = createRequestFixtures(t);
    let checkedCount = 0;
    for (const operation of operations) {
      const documentedStatus = listNormativeSuccesses(operation.id).find((status) => /^\d+$/.test(status));
      if (documentedStatus === undefined) continue;
      const assertions = t.for(operation.id === 'runBatch' ? 'BATCH-RUN-001' : 'CONN-CREATE-001');
      for (const attempt of listAttempts(operation, documentedComponents).filter(({ status }) =>
        isSuccessStatus(status),
      )) {
        const reply = await tryAttempt(requestFixtures, attempt);
        if (typeof reply === 'string' || !reply.ok) continue;
        assertions.must(
          String(reply.status) === documentedStatus,
          `${reply.title} returns ${documentedStatus}`,
          describeReply(reply),
        );
        checkedCount += 1;
      }
    }
    t.given(checkedCount > 0, 'a valid request that succeeds');
  }),
  ...statedChanges.map(defineChangeAudit),
  defineMediaTypeAudit('text-json', 'HTTP-002', 'text/json'),
  defineMediaTypeAudit('plus-json', 'HTTP-003', 'application/vnd.example+json'),
  replayWithToken.with({ timeout: 180_000 }).audit('all-statuses', ['DOC-STATUS-001'], async (t) => {
    const listed = await createListedCheck(t);
    const requestFixtures = createRequestFixtures(t);
    t.observe('operations', operations.length);
    for (const operation of operations) {
      const isServed = isNormativeOperation(operation.id) || listed(operation);
      for (const status of operation.statuses.keys()) {
        const unreachableReason = isServed
          ? getUnreachableReason(operation, status)
          : 'the target does not list the route';
        const reason = unreachableReason
          ? { unreachable: true, text: unreachableReason }
          : await provokeStatus(requestFixtures, operation, status);
        recordReason(t, operation, status, reason);
      }
    }
  }),
  ...coverageConditions.map((condition) =>
    defineAuditArea('replay', 'token', `condition:${condition}`)
      .with({ timeout: 180_000 })
      .audit(condition, ['DOC-STATUS-002'], async (t) => {
        const withoutRuntime = condition === 'noRuntime';
        const requestFixtures = createRequestFixtures({
          ...t,
          ...(await t.underCondition(condition)),
          withoutRuntime,
        });
        t.observe('condition', condition);
        for (const operation of operations) {
          for (const status of operation.statuses.keys()) {
            if (getStatusCondition(operation, status) !== condition) continue;
            const unreachableReason = getUnreachableReason(operation, status);
            const reason = unreachableReason
              ? { unreachable: true, text: unreachableReason }
              : await provokeStatusUnderCondition(requestFixtures, operation, status);
            recordReason(t, operation, status, reason);
          }
        }
      }),
  ),
];
