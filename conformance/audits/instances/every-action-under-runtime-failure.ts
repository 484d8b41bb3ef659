/** Audits that call every action in the target's schema while the runtime is absent, does not respond, or fails. */
import { defineAuditArea } from '../../audit.ts';
import { forEachAcceptedCall } from '../../audit-helpers/action-trials.ts';
import { awaitReply, givenRuntimeFailure } from '../../audit-helpers/runtime-failure.ts';
import type { ActionTrial } from '../../audit-helpers/action-trials.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { Reply } from '../../target/http/exchange.ts';

interface RejectionCase {
  readonly condition: 'noRuntime' | 'slowRuntime' | 'failingRuntime';
  readonly requirement: RequirementId;
  readonly status: number;
  readonly code?: string;
}

const rejectionCases: readonly RejectionCase[] = [
  { condition: 'noRuntime', requirement: 'ACT-014', status: 503, code: 'RUNTIME_NOT_CONNECTED' },
  { condition: 'slowRuntime', requirement: 'ACT-015', status: 504 },
  { condition: 'failingRuntime', requirement: 'ACT-016', status: 422 },
];

/** Actions that a service may perform or answer without the runtime. */
const localActions = /^(text|log|webhook|process|midi|streaming|output|project)\./;

/**
 * Statuses of calls about objects that do not exist in this condition, because they were created in the target's normal
 * state.
 */
const missingTargetCodes = [404, 409];

const canRunWithoutRuntime = ({ condition }: RejectionCase, name: string, { ok, status }: Reply): boolean =>
  condition === 'noRuntime' ? ok && localActions.test(name) : ok || missingTargetCodes.includes(status);

export const audits = rejectionCases.map((refusal) => {
  const { condition, requirement, status, code } = refusal;
  return defineAuditArea('instances', 'token', 'runtime', `condition:${condition}`)
    .with({ timeout: 300_000 })
    .audit(`${condition}-every-action`, [requirement], async (t) => {
      const trials: ActionTrial[] = [];
      await forEachAcceptedCall(t, async (trial) => void trials.push(trial));
      t.given(trials.length > 0, 'an action that accepts a call (choices.actions)');
      if (condition !== 'noRuntime') await givenRuntimeFailure(t, condition);
      const failures: string[] = [];
      for (const { action, parameters, path } of trials) {
        // The condition is entered for each action, because a control command may cause a failure for one command only.
        const { http } = await t.underCondition(condition);
        const reply = await awaitReply(t, http.post(path, parameters));
        const isExpected = reply.status === status && (code === undefined || reply.at('error.code') === code);
        if (!isExpected && !canRunWithoutRuntime(refusal, action.name, reply))
          failures.push(`${action.name}: ${reply.status} ${String(reply.at('error.code'))}`);
      }
      t.mustEqual(failures, [], `every action that the runtime carries out returns ${status}`);
    });
});
