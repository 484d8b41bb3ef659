/**
 * Sends wrong tokens to operations that need the token: as many as the target tolerates, in an order that the run's
 * seed determines.
 */
import { createHash } from 'node:crypto';
import { defineAuditArea } from '../audit.ts';
import { type OpenApiOperation, sendRequest } from '../coverage/openapi-operations.ts';
import { createRequestFixtures } from '../coverage/request-fixtures.ts';
import { createGatedRequests, gatedOperations } from '../coverage/status-attempts.ts';
import { undefinedIfUnverified } from '../runner/audit-outcome.ts';

const tiers = defineAuditArea('tiers', 'token', 'project');

/** Returns the operations that need the token, in an order that the seed determines. */
const shuffleOperations = (seed: number): readonly OpenApiOperation[] => {
  const getRank = ({ id }: OpenApiOperation): string =>
    createHash('sha1').update(`${seed} ${id}`).digest('hex');
  return gatedOperations
    .map((operation) => ({ operation, rank: getRank(operation) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ operation }) => operation);
};

/** These audits run last, because the target may block a client for a while after this client has sent wrong tokens. */
export const audits = [
  tiers
    .with({
      phase: 'end',
      timeout: 120_000,
      likelyCause: 'a route that checks only whether a token is present',
    })
    .audit('wrong-token-operations', ['AUTH-GATED-003'], async (t) => {
      const { wrongTokens } = t.manifest;
      if (wrongTokens === 0)
        t.notApplicable('the target tolerates no wrong tokens (wrongTokens of the manifest)');
      const requestFixtures = createRequestFixtures(t);
      let sent = 0;
      for await (const request of createGatedRequests(requestFixtures, shuffleOperations(t.seed))) {
        const token = `${t.target.token}x`;
        const reply = await undefinedIfUnverified(sendRequest(t.http, { ...request, token }));
        if (!reply) continue;
        t.mustNotSucceed(reply, `${reply.title} does not succeed with a wrong token`);
        if (reply.ok) requestFixtures.adopt(request.operation.path, reply.json);
        sent += 1;
        if (sent === wrongTokens || reply.status === 429) return;
      }
    }),
];
