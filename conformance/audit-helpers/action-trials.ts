/** Calls every action in a target's own action schema, with parameters derived from the schema. */
import { createExample } from '../coverage/schema-examples.ts';
import { filterRecords, filterStrings, includesDeep, isRecord, type JsonRecord, walkJson } from '../json.ts';
import type { ActionDefinition, ActionParameter } from '../target/action-schema.ts';
import { compileExpression } from '../target/field-readers/jsonata-expression.ts';
import { tryCreateAnimatedObject } from './animation/animated-object.ts';
import { fillPlaceholders, listActionPaths, readActions, runAction } from './run-action.ts';
import { getSpawnParameters, trySpawnObject } from './spawned-objects.ts';
import type { AuditContext, AuditTools } from '../audit.ts';
import type { Reply } from '../target/http/exchange.ts';

/** Whether a parameter has one of the names that the description uses for the tag of a scene object. */
export const isObjectParameter = ({ name }: ActionParameter): boolean => /^(object|sceneObject)$/i.test(name);

/**
 * Sends the calls that must precede an action so that it can succeed, as specified in the manifest.
 * @returns the action's parameters that come from the responses to these calls
 */
export const runPreparations = async (
  t: AuditTools,
  action: ActionDefinition,
  object: string,
  actions: readonly ActionDefinition[],
): Promise<JsonRecord> => {
  const parameters: Record<string, unknown> = {};
  for (const before of t.manifest.choices.preparations[action.name] ?? []) {
    const definition = actions.find(({ name }) => name === before.action);
    const isOfObject = definition?.parameters.some(isObjectParameter) ?? true;
    const reply = await runAction(t, before.action, { ...before.parameters, ...(isOfObject && { object }) });
    for (const [parameter, path] of Object.entries(before.gives)) {
      const value = reply.ok ? compileExpression(path)(reply.json) : undefined;
      if (value !== undefined) parameters[parameter] = value;
    }
  }
  return parameters;
};

/** One call of an action, with its response. */
export interface ActionTrial {
  readonly action: ActionDefinition;
  readonly parameters: JsonRecord;
  readonly reply: Reply;
  readonly send: (parameters: JsonRecord) => Promise<Reply>;
  readonly path: string;
}

/** The result of one check: true, or a string that says what is wrong. */
export type Finding = true | string;

/** Actions that affect only what the kit has created. All other actions need the user's consent. */
const harmlessActions = [
  'log.console',
  'text.format',
  'tween.position',
  'scene.spawn',
  'scene.objects.destroy',
  'scene.objects.setname',
  'scene.objects.setactive',
  'scene.objects.setlayer',
  'scene.objects.getlayer',
];

/**
 * Actions that would end the project, the runtime or the session, or persist what the kit created. The manifest may
 * specify how to call these actions harmlessly.
 */
const terminalActions =
  /^project\.(?!refresh)|^scene\.(clear|reset|save|switch)$|\.(close|exit|quit|restart|shutdown)$/i;

/** For each verb, the verb in the same action category that undoes it. */
const undoVerbs: Readonly<Record<string, string>> = {
  pause: 'resume',
  subscribe: 'unsubscribe',
  listen: 'unlisten',
  start: 'stop',
};

/** Whether an action accepted its parameters, regardless of its result. */
const isAccepted = ({ ok, status }: Reply): boolean => ok || status === 409 || status === 422;

/** Calls every action that may be called, and passes each call to a callback. */
export const forEachActionCall = async (
  t: AuditTools,
  visit: (call: ActionTrial) => Promise<void>,
): Promise<void> => {
  const actions = await readActions(t);
  t.given(actions.length > 0, 'an action schema with parameters (choices.paths "action.parameters")');
  const clear = await trackSpawnedObjects(t);
  const mayCall = (name: string): boolean =>
    t.manifest.consent.destructive
      ? !terminalActions.test(name) || t.manifest.choices.actions[name] !== undefined
      : harmlessActions.includes(name.toLowerCase());
  for (const action of actions.filter(({ name }) => mayCall(name))) {
    const [firstPath, ...otherPaths] =
      action.path === undefined ? listActionPaths(t, action.name) : [action.path];
    let path = firstPath;
    const send = async (parameters: JsonRecord): Promise<Reply> => {
      const reply = await t.http.post(path, parameters);
      if (reply.ok) await undoAction(t, actions, action.name, parameters);
      clear.note(reply);
      return reply;
    };
    const required = await createActionParameters(t, action, actions);
    let firstReply = await send(required);
    for (const otherPath of firstReply.status === 404 ? otherPaths : []) {
      path = otherPath;
      firstReply = await send(required);
      if (firstReply.status !== 404) break;
    }
    const parameters = isAccepted(firstReply) ? required : { ...getDefaultParameters(action), ...required };
    const reply = isAccepted(firstReply) ? firstReply : await send(parameters);
    await visit({ action, parameters, reply, send, path });
    for (const before of t.manifest.choices.preparations[action.name] ?? []) {
      await undoAction(t, actions, before.action, parameters);
    }
  }
};

/**
 * Calls every action, and passes the accepted calls to a callback. Actions whose parameters can't be generated are
 * skipped and recorded as observations, because the schema need not describe every rule for a call. The manifest can do
 * so in choices.actions.
 */
export const forEachAcceptedCall = async (
  t: AuditTools,
  visit: (trial: ActionTrial) => Promise<void>,
): Promise<void> => {
  const rejected: string[] = [];
  const notExecuted: string[] = [];
  await forEachActionCall(t, async (call) => {
    const { action, reply } = call;
    if (!reply.ok) (isAccepted(reply) ? notExecuted : rejected).push(`${action.name} ${reply.status}`);
    if (isAccepted(reply)) await visit(call);
  });
  t.observe('calls made up in vain (choices.actions)', rejected);
  t.observe(
    'calls made up that are valid and not carried out (choices.actions, choices.preparations)',
    notExecuted,
  );
};

/** Checks every action, and requires that no check finds a fault. */
export const checkEveryAction = async (
  t: AuditContext,
  claim: string,
  check: (trial: ActionTrial) => Promise<readonly Finding[]>,
): Promise<void> => {
  const findings: Finding[] = [];
  await forEachAcceptedCall(t, async (trial) => void findings.push(...(await check(trial))));
  t.given(
    findings.length > 0,
    'an action that accepts a call (choices.actions), and for which the schema describes this',
  );
  const failures = findings.filter((finding) => finding !== true);
  t.must(failures.length === 0, claim, { actual: failures });
};

const undoAction = async (
  t: AuditTools,
  actions: readonly ActionDefinition[],
  name: string,
  parameters: JsonRecord,
): Promise<void> => {
  const opposite = name.replace(/\w+$/, (verb) => undoVerbs[verb] ?? verb);
  const found = opposite === name ? undefined : actions.find((candidate) => candidate.name === opposite);
  if (!found) return;
  const undoParameters: Record<string, unknown> = {};
  for (const { name: parameter, required } of found.parameters) {
    const [entry] = Object.entries(parameters).filter(
      ([key]) => key.toLowerCase() === parameter.toLowerCase(),
    );
    if (entry) undoParameters[parameter] = entry[1];
    else if (required) return;
  }
  if (found.path === undefined) await runAction(t, found.name, undoParameters);
  else await t.http.post(found.path, undoParameters);
};

/** Finds, in responses, the scene objects that did not exist before, and deletes these objects when the audit ends. */
const trackSpawnedObjects = async (t: AuditTools) => {
  const listSceneObjects = async () => (await t.http.get('/api/discovery/scene-objects')).json;
  const before = await listSceneObjects();
  const seenTexts = new Set<string>();
  t.defer(async () => {
    const after = await listSceneObjects();
    for (const object of [...seenTexts].filter(
      (text) => includesDeep(after, text) && !includesDeep(before, text),
    )) {
      await runAction(t, 'scene.objects.destroy', { object });
    }
  });
  return {
    note: ({ ok, json }: Reply): void => {
      if (ok) for (const text of filterStrings([...walkJson(json)])) seenTexts.add(text);
    },
  };
};

/**
 * Creates the required parameters of an action from its schema or the manifest. Object parameters refer to an object
 * that the kit has created.
 * @param actions all actions that the schema describes
 */
export const createActionParameters = async (
  t: AuditTools,
  action: ActionDefinition,
  actions: readonly ActionDefinition[],
): Promise<JsonRecord> => {
  const required = action.parameters.filter((parameter) => parameter.required);
  const isAnimation = /^animation\./i.test(action.name);
  // Without an object, an animation call would apply to the playbacks of all objects.
  const objects = action.parameters.filter((one) => isObjectParameter(one) && (one.required || isAnimation));
  const make = isAnimation ? tryCreateAnimatedObject : trySpawnObject;
  const isPrepared = t.manifest.choices.preparations[action.name] !== undefined;
  const isNeeded = objects.length > 0 || isPrepared;
  const object = isNeeded ? ((await make(t)) ?? (await trySpawnObject(t)) ?? 'no-such-object') : undefined;
  const seenTexts = object === undefined ? {} : await runPreparations(t, action, object, actions);
  return {
    ...Object.fromEntries(required.map(({ name, schema }) => [name, createSampleValue(t, schema)])),
    ...(await getKnownParameters(t, action.name)),
    ...Object.fromEntries(objects.map(({ name }) => [name, object])),
    ...seenTexts,
  };
};

/** Returns the parameters that the manifest or the description defines but the schema does not. */
const getKnownParameters = async (t: AuditTools, name: string): Promise<JsonRecord> => {
  const configured = t.manifest.choices.actions[name];
  if (configured) return fillPlaceholders(configured, `${t.manifest.namespace}-text`);
  if (name === 'scene.spawn') return (await getSpawnParameters(t)) ?? {};
  return /^scene\.(create|delete)Layer$/.test(name) ? { index: 31 } : {};
};

const getDefaultParameters = ({ parameters }: ActionDefinition): JsonRecord =>
  Object.fromEntries(
    parameters.flatMap(({ name, schema }) => (schema.default === undefined ? [] : [[name, schema.default]])),
  );

/** Creates a value that a parameter's schema accepts. */
export const createSampleValue = (t: AuditTools, schema: JsonRecord): unknown => {
  const { type, enum: values, minimum, maximum, example, examples, format, pattern } = schema;
  const text = `${t.manifest.namespace}-text`;
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  const [first] = [example, ...(Array.isArray(examples) ? examples : filterRecords(examples))].filter(
    (value) => value !== undefined,
  );
  if (first !== undefined) return first;
  if ((type === 'number' || type === 'integer') && values === undefined) {
    return Math.min(Math.max(1, Number(minimum ?? 1)), Number(maximum ?? Number.POSITIVE_INFINITY));
  }
  const isUnconstrained = [values, format, pattern, schema.anyOf, schema.oneOf].every(
    (limit) => limit === undefined,
  );
  if (isUnconstrained && (type === 'string' || type === undefined))
    return text.slice(0, Number(schema.maxLength ?? 64));
  return createExample(schema, {});
};

/**
 * Lists the possible results in an action's response: the value at the manifest's location, or else the value at the
 * usual location and the whole body.
 */
export const listActionResults = (t: AuditTools, { json }: Reply): readonly JsonRecord[] => {
  const field = t.fields.read(json, 'action.answer');
  const isConfigured = t.manifest.choices.paths['action.answer'] !== undefined;
  return (isConfigured ? [field] : [field, json]).filter(isRecord);
};
