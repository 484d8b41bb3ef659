/** Audits that check every action in the target's action schema. */
import { isDeepStrictEqual } from 'node:util';
import {
  type ActionTrial,
  checkEveryAction,
  type Finding,
  forEachActionCall,
  listActionResults,
} from '../../audit-helpers/action-trials.ts';
import { actionsWithDocumentedRoute } from '../../audit-helpers/documented-actions.ts';
import { getUnknownActionReply, normalizeActionReply } from '../../audit-helpers/must-reject.ts';
import { toActionPath } from '../../audit-helpers/run-action.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { getByPath, isRecord, type JsonRecord, truncateJson } from '../../json.ts';
import { type ActionParameter, findWrongTypeValue } from '../../target/action-schema.ts';
import { compileSchemaCheck } from '../../target/http/openapi-to-json-schema.ts';
import { findEnvelopeError } from '../../target/http/response-validator.ts';
import type { Reply } from '../../target/http/exchange.ts';

const actions = defineAuditArea('actions', 'token', 'runtime');

const auditDetails = {
  timeout: 300_000,
  likelyCause: 'one action, or one kind of parameter, bypasses the common validation',
};

const isRejected = (reply: Reply): boolean =>
  reply.status === 400 && findEnvelopeError(reply.json) === undefined;

const omitParameter = (parameters: JsonRecord, name: string): JsonRecord =>
  Object.fromEntries(Object.entries(parameters).filter(([key]) => key.toLowerCase() !== name.toLowerCase()));

/** Checks the parameters one after another. `look` returns `undefined` when the schema gives it nothing to check. */
const checkEachParameter = async (
  { action }: ActionTrial,
  check: (parameter: ActionParameter) => Promise<Finding | undefined>,
): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  for (const parameter of action.parameters) {
    const finding = await check(parameter);
    if (finding === undefined) continue;
    findings.push(finding === true || `${action.name}: ${parameter.name} ${finding}`);
  }
  return findings;
};

/**
 * Describes how the responses to two calls differ, ignoring values that vary between identical calls. Each call is sent
 * three times, alternating with the other call.
 */
const findDifference = async (
  { action, send }: ActionTrial,
  getResult: (reply: Reply) => unknown,
  one: JsonRecord,
  changed: JsonRecord,
): Promise<string | undefined> => {
  const firstReplies: Reply[] = [];
  const otherReplies: Reply[] = [];
  for (const call of [one, changed, changed, one, one, changed]) {
    (call === one ? firstReplies : otherReplies).push(await send(call));
  }
  const differs = (name: string, read: (reply: Reply) => unknown): string | undefined => {
    const [firstValues, otherValues] = [firstReplies.map(read), otherReplies.map(read)];
    const isSteady = [firstValues, otherValues].every(([first, ...rest]) =>
      rest.every((value) => isDeepStrictEqual(value, first)),
    );
    if (!isSteady || isDeepStrictEqual(firstValues[0], otherValues[0])) return undefined;
    return `${name} ${truncateJson(firstValues[0])} and ${truncateJson(otherValues[0])}`;
  };
  const refused = differs('status', ({ status }) => (status === 400 ? status : 'another'));
  if (refused !== undefined || ![...firstReplies, ...otherReplies].every(({ ok }) => ok)) return refused;
  const resultFields = isRecord(action.result?.properties) ? Object.keys(action.result.properties) : [];
  return resultFields
    .map((field) => differs(field, (reply) => getByPath(getResult(reply), field)))
    .find((difference) => difference !== undefined);
};

/** Returns integers just outside the range in the schema. Omits a bound if no JSON number exceeds it exactly. */
const listOutOfRangeNumbers = ({ type, minimum, maximum }: JsonRecord): readonly number[] => {
  if (type !== 'number' && type !== 'integer') return [];
  const below = Number.isSafeInteger(Math.ceil(Number(minimum))) ? [Math.floor(Number(minimum)) - 1] : [];
  const above = Number.isSafeInteger(Math.ceil(Number(maximum))) ? [Math.ceil(Number(maximum)) + 1] : [];
  return [...below, ...above].filter(Number.isSafeInteger);
};

/** Whether the schema has a default that is itself a valid value. A default of null often means "no default". */
const hasUsableDefault = (schema: JsonRecord): boolean =>
  schema.default !== undefined &&
  schema.default !== null &&
  compileSchemaCheck(schema)?.(schema.default) === undefined;

/** Returns how an existing action responds to an object that does not exist, as a kind of response. */
const getUnknownTargetReply = async (t: AuditTools): Promise<string> => {
  const unknownTarget = {
    object: `no-such-object-${t.manifest.namespace}`,
    position: { x: 0, y: 0, z: 0 },
    time: 0,
  };
  return normalizeActionReply(
    await t.http.post(toActionPath('tween.position'), unknownTarget),
    'tween.position',
  );
};

export const audits = [
  actions.with(auditDetails).audit('every-route', ['ACT-001'], async (t) => {
    const unknownTargetReply = await getUnknownTargetReply(t);
    const found: string[] = [];
    const missing: string[] = [];
    const unclear: string[] = [];
    await forEachActionCall(t, async ({ action: { name }, reply }) => {
      if (!actionsWithDocumentedRoute.has(name)) return;
      const unknown = reply.status === 404 ? await getUnknownActionReply(t, name) : undefined;
      if (normalizeActionReply(reply, name) !== unknown) found.push(name);
      else (unknown === unknownTargetReply ? unclear : missing).push(name);
    });
    t.observe(
      'calls whose response shows whether the action itself or its target object is unknown',
      unclear,
    );
    t.given(found.length + missing.length > 0, 'a call of an action named in the description');
    t.mustEqual(missing, [], 'every action in the schema exists at /api/actions/{category}/{action}');
  }),
  actions.with(auditDetails).audit('every-missing-parameter', ['ACT-004'], (t) =>
    checkEveryAction(t, 'every action rejects a call without a required parameter with 400', (trial) =>
      checkEachParameter(trial, async ({ name, required, schema }) => {
        if (!required || schema.default !== undefined) return undefined;
        const reply = await trial.send(omitParameter(trial.parameters, name));
        return isRejected(reply) || `was left out, and the call returned ${reply.status}`;
      }),
    ),
  ),
  actions.with(auditDetails).audit('every-wrong-type', ['ACT-003'], (t) =>
    checkEveryAction(t, 'every action rejects parameters of a wrong type with 400', (trial) =>
      checkEachParameter(trial, async ({ name, schema }) => {
        const invalid = findWrongTypeValue(schema);
        if (invalid === undefined) return undefined;
        const reply = await trial.send({ ...omitParameter(trial.parameters, name), [name]: invalid });
        return isRejected(reply) || `was ${truncateJson(invalid)}, and the call returned ${reply.status}`;
      }),
    ),
  ),
  actions.with(auditDetails).audit('every-range', ['ACT-017'], (t) =>
    checkEveryAction(t, 'every action rejects numbers outside the range in its schema', (trial) =>
      checkEachParameter(trial, async ({ name, schema }) => {
        const numbers = listOutOfRangeNumbers(schema);
        const accepted: number[] = [];
        for (const number of numbers) {
          const reply = await trial.send({ ...omitParameter(trial.parameters, name), [name]: number });
          if (reply.ok) accepted.push(number);
        }
        if (accepted.length > 0) return `was ${accepted.join(' and ')}, and the call was accepted`;
        // An action that fails even with valid parameters proves nothing when it also fails here.
        return (trial.reply.ok && numbers.length > 0) || undefined;
      }),
    ),
  ),
  actions.with(auditDetails).audit('every-letter-case', ['ACT-002'], (t) =>
    checkEveryAction(t, 'every action accepts its parameter names in any letter case', async (trial) => {
      const upperCased = Object.fromEntries(
        Object.entries(trial.parameters).map(([name, value]) => [name.toUpperCase(), value]),
      );
      const reply = await trial.send(upperCased);
      // An action that can't run twice may reject the second call, regardless of how its parameters are spelled.
      if (reply.status === 400 && (await trial.send(trial.parameters)).status !== 400) {
        return [`${trial.action.name}: parameter names in capitals returned 400`];
      }
      return checkEachParameter(trial, async ({ name, schema }) => {
        const invalid = findWrongTypeValue(schema);
        if (invalid === undefined) return undefined;
        const refusal = await trial.send({
          ...omitParameter(trial.parameters, name),
          [name.toUpperCase()]: invalid,
        });
        return isRejected(refusal) || `named in capitals is ignored (${refusal.status})`;
      });
    }),
  ),
  actions.with(auditDetails).audit('every-default', ['ACT-011'], (t) =>
    checkEveryAction(t, 'leaving out a parameter has the same effect as sending its default', (trial) =>
      checkEachParameter(trial, async ({ name, schema }) => {
        if (!hasUsableDefault(schema)) return undefined;
        const withoutParameter = omitParameter(trial.parameters, name);
        const withDefault = { ...withoutParameter, [name]: schema.default };
        const difference = await findDifference(
          trial,
          (reply) => listActionResults(t, reply)[0],
          withoutParameter,
          withDefault,
        );
        return (
          difference === undefined ||
          `left out and sent as its default give different responses: ${difference}`
        );
      }),
    ),
  ),
  actions.with(auditDetails).audit('every-result', ['ACT-012'], (t) =>
    checkEveryAction(t, 'every result matches the result schema of its action', async ({ action, reply }) => {
      const findFaults = action.result && reply.ok ? compileSchemaCheck(action.result) : undefined;
      if (!findFaults) return [];
      const faults = listActionResults(t, reply).map(findFaults);
      return [
        faults.includes(undefined) || `${action.name}: ${faults[0] ?? 'the response is not an object'}`,
      ];
    }),
  ),
];
