/** What holds of every action, asked of all that the target's own schema describes. */
import { isDeepStrictEqual } from 'node:util';
import { defineAuditArea } from '../../define-audit-area.ts';
import { getByPath, truncateJson, isRecord } from '../../json.ts';
import { toActionPath } from '../../audit-helpers/run-action.ts';
import {
  forEachActionCall,
  checkEveryAction,
  type Finding,
  listActionResults,
  type ActionTrial,
} from '../../audit-helpers/action-trials.ts';
import { actionsWithDocumentedRoute } from '../../audit-helpers/documented-actions.ts';
import { normalizeActionReply, getUnknownActionReply } from '../../audit-helpers/unknown-action.ts';
import { findWrongTypeValue } from '../../target/action-schema.ts';
import { findEnvelopeError } from '../../target/http/response-validator.ts';
import { compileSchemaCheck } from '../../target/http/compile-schema-check.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';
import type { ActionParameter } from '../../target/action-schema.ts';
import type { Reply } from '../../target/http/exchange.ts';

const actions = defineAuditArea('actions', 'token', 'runtime');

const auditDetails = {
  timeout: 300_000,
  likelyCause: 'one action, or one kind of parameter, that does not go through the common validation',
};

const isRejected = (reply: Reply): boolean =>
  reply.status === 400 && findEnvelopeError(reply.json) === undefined;

const omitParameter = (parameters: JsonRecord, name: string): JsonRecord =>
  Object.fromEntries(
    Object.entries(parameters).filter(([given]) => given.toLowerCase() !== name.toLowerCase()),
  );

/** What is found of each parameter, one after the other; undefined where the schema tells nothing to look at. */
const checkEachParameter = async (
  { action }: ActionTrial,
  look: (parameter: ActionParameter) => Promise<Finding | undefined>,
): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  for (const parameter of action.parameters) {
    const found = await look(parameter);
    if (found === undefined) continue;
    findings.push(found === true || `${action.name}: ${parameter.name} ${found}`);
  }
  return findings;
};

/** How the answers to two calls differ in what does not move by itself: each is made three times, in this order. */
const findDifference = async (
  { action, send }: ActionTrial,
  resultIn: (reply: Reply) => unknown,
  one: JsonRecord,
  other: JsonRecord,
): Promise<string | undefined> => {
  const ofOne: Reply[] = [];
  const ofOther: Reply[] = [];
  for (const call of [one, other, other, one, one, other]) {
    (call === one ? ofOne : ofOther).push(await send(call));
  }
  const differs = (name: string, read: (reply: Reply) => unknown): string | undefined => {
    const [left, right] = [ofOne.map(read), ofOther.map(read)];
    const isSteady = [left, right].every(([first, ...more]) =>
      more.every((value) => isDeepStrictEqual(value, first)),
    );
    if (!isSteady || isDeepStrictEqual(left[0], right[0])) return undefined;
    return `${name} ${truncateJson(left[0])} and ${truncateJson(right[0])}`;
  };
  const refused = differs('status', ({ status }) => (status === 400 ? status : 'another'));
  if (refused !== undefined || ![...ofOne, ...ofOther].every(({ ok }) => ok)) return refused;
  const stated = isRecord(action.result?.properties) ? Object.keys(action.result.properties) : [];
  return stated
    .map((field) => differs(field, (reply) => getByPath(resultIn(reply), field)))
    .find((difference) => difference !== undefined);
};

/** Numbers just outside of the range that a schema tells; none of a bound that no JSON number goes beyond exactly. */
const listOutOfRangeNumbers = ({ type, minimum, maximum }: JsonRecord): readonly number[] => {
  if (type !== 'number' && type !== 'integer') return [];
  const below = Number.isSafeInteger(Math.ceil(Number(minimum))) ? [Math.floor(Number(minimum)) - 1] : [];
  const above = Number.isSafeInteger(Math.ceil(Number(maximum))) ? [Math.ceil(Number(maximum)) + 1] : [];
  return [...below, ...above].filter(Number.isSafeInteger);
};

/** Whether a schema tells a default that is valid by itself: null often stands for none. */
const hasUsableDefault = (schema: JsonRecord): boolean =>
  schema.default !== undefined &&
  schema.default !== null &&
  compileSchemaCheck(schema)?.(schema.default) === undefined;

/** The kind of answer to an action that is there, about something that is not. */
const getUnknownTargetReply = async (t: AuditTools): Promise<string> => {
  const nowhere = {
    object: `no-such-object-${t.manifest.namespace}`,
    position: { x: 0, y: 0, z: 0 },
    time: 0,
  };
  return normalizeActionReply(await t.http.post(toActionPath('tween.position'), nowhere), 'tween.position');
};

export const everyActionAudits = [
  actions.audit('every-route', ['ACT-001'], auditDetails, async (t) => {
    const aboutUnknown = await getUnknownTargetReply(t);
    const found: string[] = [];
    const lost: string[] = [];
    const unclear: string[] = [];
    await forEachActionCall(t, async ({ action: { name }, reply }) => {
      if (!actionsWithDocumentedRoute.has(name)) return;
      const unknown = reply.status === 404 ? await getUnknownActionReply(t, name) : undefined;
      if (normalizeActionReply(reply, name) !== unknown) found.push(name);
      else (unknown === aboutUnknown ? unclear : lost).push(name);
    });
    t.observe('calls of which it is not told whether the action is unknown, or what it is about', unclear);
    t.given(found.length + lost.length > 0, 'a call of an action that the description names');
    t.mustEqual(lost, [], 'every action that the schema shows is found at /api/actions/{category}/{action}');
  }),
  actions.audit('every-missing-parameter', ['ACT-004'], auditDetails, (t) =>
    checkEveryAction(t, 'every action refuses with 400 to run without what it requires', (trial) =>
      checkEachParameter(trial, async ({ name, required, schema }) => {
        if (!required || schema.default !== undefined) return undefined;
        const reply = await trial.send(omitParameter(trial.parameters, name));
        return isRejected(reply) || `is left out and answered with ${reply.status}`;
      }),
    ),
  ),
  actions.audit('every-wrong-type', ['ACT-003'], auditDetails, (t) =>
    checkEveryAction(t, 'every action refuses parameters of a wrong type with 400', (trial) =>
      checkEachParameter(trial, async ({ name, schema }) => {
        const wrong = findWrongTypeValue(schema);
        if (wrong === undefined) return undefined;
        const reply = await trial.send({ ...omitParameter(trial.parameters, name), [name]: wrong });
        return isRejected(reply) || `is ${truncateJson(wrong)} and answered with ${reply.status}`;
      }),
    ),
  ),
  actions.audit('every-range', ['ACT-017'], auditDetails, (t) =>
    checkEveryAction(t, 'every action refuses numbers beyond the range that its schema tells', (trial) =>
      checkEachParameter(trial, async ({ name, schema }) => {
        const numbers = listOutOfRangeNumbers(schema);
        const taken: number[] = [];
        for (const number of numbers) {
          const reply = await trial.send({ ...omitParameter(trial.parameters, name), [name]: number });
          if (reply.ok) taken.push(number);
        }
        if (taken.length > 0) return `is ${taken.join(' and ')}, and taken`;
        // what is not carried out anyway shows nothing by not being carried out
        return (trial.reply.ok && numbers.length > 0) || undefined;
      }),
    ),
  ),
  actions.audit('every-letter-case', ['ACT-002'], auditDetails, (t) =>
    checkEveryAction(t, 'every action knows its parameters in any letter case', async (trial) => {
      const capitals = Object.fromEntries(
        Object.entries(trial.parameters).map(([name, value]) => [name.toUpperCase(), value]),
      );
      const reply = await trial.send(capitals);
      // What cannot be done twice may be refused the second time, however it is spelt.
      if (reply.status === 400 && (await trial.send(trial.parameters)).status !== 400) {
        return [`${trial.action.name}: capitals are answered with 400`];
      }
      return checkEachParameter(trial, async ({ name, schema }) => {
        const wrong = findWrongTypeValue(schema);
        if (wrong === undefined) return undefined;
        const refusal = await trial.send({
          ...omitParameter(trial.parameters, name),
          [name.toUpperCase()]: wrong,
        });
        return isRejected(refusal) || `in capitals is not looked at (${refusal.status})`;
      });
    }),
  ),
  actions.audit('every-default', ['ACT-011'], auditDetails, (t) =>
    checkEveryAction(t, 'every default is what a parameter that is left out stands for', (trial) =>
      checkEachParameter(trial, async ({ name, schema }) => {
        if (!hasUsableDefault(schema)) return undefined;
        const bare = omitParameter(trial.parameters, name);
        const told = { ...bare, [name]: schema.default };
        const difference = await findDifference(trial, (reply) => listActionResults(t, reply)[0], bare, told);
        return difference === undefined || `left out and told as its default are answered with ${difference}`;
      }),
    ),
  ),
  actions.audit('every-result', ['ACT-012'], auditDetails, (t) =>
    checkEveryAction(t, 'every result is as the action schema tells', async ({ action, reply }) => {
      const faultsIn = action.result && reply.ok ? compileSchemaCheck(action.result) : undefined;
      if (!faultsIn) return [];
      const faults = listActionResults(t, reply).map(faultsIn);
      return [faults.includes(undefined) || `${action.name}: ${faults[0] ?? 'the answer is no object'}`];
    }),
  ),
];
