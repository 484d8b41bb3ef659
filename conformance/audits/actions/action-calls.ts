import {
  createLogParameters,
  createUniqueText,
  waitForConsoleEntry,
} from '../../audit-helpers/console-writer.ts';
import { optionalActions, requiredActions } from '../../audit-helpers/documented-actions.ts';
import {
  findLogParameters,
  listRequiredParameters,
  readActionSchema,
  toActionPath,
} from '../../audit-helpers/run-action.ts';
import { defineAuditArea } from '../../audit.ts';
import { isActionListed, parseActionSchema } from '../../target/action-schema.ts';
import { describeStatus } from '../../target/http/exchange.ts';
import type { RequirementId } from '../../requirements/index.ts';

const publicActions = defineAuditArea('actions');
const actions = defineAuditArea('actions', 'token', 'runtime');

const requiredActionAudits = Object.entries(requiredActions).map(([requirement, name]) =>
  publicActions.audit(`offers-${name}`, [requirement as RequirementId], async (t) => {
    t.requireOffered(name);
    const reply = await t.http.get('/api/actions/schema', { token: null });
    const listed = Object.values(requiredActions).filter((required) => isActionListed(reply.json, required));
    t.given(listed.length > 0, 'an action schema whose action names the kit can read');
    t.must(listed.includes(name), `the action schema contains ${name}`);
  }),
);

const optionalActionAudits = Object.entries(optionalActions).map(([requirement, { names, part }]) =>
  publicActions.audit(`offers-${names[0]}`, [requirement as RequirementId], async (t) => {
    for (const name of names) t.requireOffered(name);
    const { json } = await t.http.get('/api/actions/schema', { token: null });
    const served = parseActionSchema(json, t.fields).map(({ name }) => name);
    const isSchemaReadable = [...names, ...Object.values(requiredActions)].some((name) =>
      isActionListed(json, name),
    );
    t.given(isSchemaReadable, 'an action schema whose action names the kit can read');
    if (![...served, ...names].some((name) => part.test(name) && isActionListed(json, name)))
      t.notApplicable(`the target offers no action that matches ${part.source}`);
    for (const name of names) t.must(isActionListed(json, name), `the action schema contains ${name}`);
  }),
);

const tweenParameters = {
  object: 'no-such-object',
  position: { x: 0, y: 1, z: 0 },
  time: 0.1,
  ease: 'linear',
};

export const audits = [
  publicActions.audit('clear-preserves', ['ACT-SCENE-005'], async (t) => {
    t.requireOffered('scene.clear');
    const { json } = await t.http.get('/api/actions/schema', { token: null });
    const clear = parseActionSchema(json, t.fields).find(({ name }) => /^scene\.clear$/i.test(name));
    if (!clear) return t.unverified('the parameters of scene.clear (choices.paths "action.parameters")');
    const preserve = clear.parameters.find(({ name }) => /^preserve$/i.test(name));
    t.must(preserve !== undefined, 'scene.clear has a parameter preserve', { actual: clear.parameters });
    t.must(!preserve?.required, 'preserve is optional', { actual: preserve });
  }),
  actions.audit('run', ['ACT-001', 'OVER-LAYER-002'], async (t) => {
    const parameters = await createLogParameters(t);
    const marker = createUniqueText(t);
    const reply = await t.http.post(toActionPath('log.console'), parameters(marker));
    const runs = t.for('ACT-001', 'OVER-LAYER-002');
    runs.mustSucceed(reply, 'an action runs with its parameters');
    runs.must(
      await waitForConsoleEntry(t, marker),
      'the action takes effect: log.console writes a console entry',
    );
    for (const path of ['no-such-category/console', 'log/no-such-action']) {
      const otherReply = await t.http.post(`/api/actions/${path}`, parameters(createUniqueText(t)));
      t.for('OVER-LAYER-002').must(
        !otherReply.ok,
        `category and action name select what runs: ${path} does not exist`,
        { actual: otherReply.status },
      );
    }
  }),
  actions.audit('parameter-case', ['ACT-002'], async (t) => {
    const text = createUniqueText(t);
    const parameters = await createLogParameters(t);
    const upper = Object.fromEntries(
      Object.entries(parameters(text)).map(([name, value]) => [name.toUpperCase(), value]),
    );
    const reply = await t.http.post(toActionPath('log.console'), upper);
    t.mustSucceed(reply, 'parameter names in capitals are accepted');
    t.must(await waitForConsoleEntry(t, text), 'the values of parameters named in capitals reach the action');
  }),
  actions.audit('wrong-type', ['ACT-003', 'ERR-012'], async (t) => {
    const valid = await findLogParameters(t, 'a valid call');
    const name = Object.keys(valid).find((key) => valid[key] === 'a valid call');
    if (name === undefined)
      return t.unverified(
        'a call of log.console with a chosen text (choices.actions "log.console", with TEXT)',
      );
    const reply = await t.http.post(toActionPath('log.console'), { ...valid, [name]: { not: 'a text' } });
    t.for('ACT-003', 'ERR-012').mustFail(reply, 400);
    const repeated = await t.http.post(toActionPath('log.console'), valid);
    t.for('ACT-003').mustSucceed(repeated, 'the valid call still succeeds');
  }),
  actions.audit('missing-parameter', ['ACT-004', 'ERR-012'], async (t) => {
    const valid = await findLogParameters(t, 'a valid call');
    const schema = await readActionSchema(t, 'log.console');
    const required = schema ? listRequiredParameters(t, schema) : [];
    const [name] = required;
    if (name === undefined)
      return t.unverified('a required parameter in the action schema (choices.paths "action.parameters")');
    const without = Object.fromEntries(
      Object.entries(valid).filter(([key]) => key.toLowerCase() !== name.toLowerCase()),
    );
    t.given(
      Object.keys(without).length < Object.keys(valid).length,
      'a valid call that sends the required parameter',
    );
    t.for('ACT-004', 'ERR-012').mustFail(await t.http.post(toActionPath('log.console'), without), 400);
  }),
  actions.audit('tween-position', ['ACT-007'], async (t) => {
    t.requireOffered('tween.position');
    const path = toActionPath('tween.position');
    const configured = t.manifest.choices.actions['tween.position']?.ease;
    const easeNames = configured === undefined ? ['linear', 'Linear'] : [configured];
    const isAccepted = async (ease: unknown): Promise<boolean> => {
      const { status } = await t.http.post(path, { ...tweenParameters, ease });
      return status !== 400 && status < 500;
    };
    const accepted = (await isAccepted(easeNames[0])) || (await isAccepted(easeNames.at(-1)));
    const schema = accepted ? undefined : await readActionSchema(t, 'tween.position');
    const required =
      schema === undefined ? [] : listRequiredParameters(t, schema).map((name) => name.toLowerCase());
    // The names of the easings are not documented. A call without an easing shows whether the easing caused the
    // rejection.
    if (required.length > 0 && !required.includes('ease'))
      t.must(
        await isAccepted(undefined),
        'object, position and time of the documented types are not rejected with 400',
      );
    t.given(
      accepted,
      'parameters of the documented types pass validation (choices.actions "tween.position")',
    );
    t.mustFail(await t.http.post(path, { ...tweenParameters, position: 'nowhere' }), 400);
    t.mustFail(await t.http.post(path, { ...tweenParameters, time: 'soon' }), 400);
    t.mustFail(await t.http.post(path, { ...tweenParameters, object: { tag: 1 } }), 400);
    t.mustFail(await t.http.post(path, { ...tweenParameters, ease: { not: 'a text' } }), 400);
  }),
  actions.audit('unknown', ['ACT-006'], async (t) => {
    const valid = await findLogParameters(t, 'a known action');
    t.mustNotSucceed(
      await t.http.post('/api/actions/log/no-such-action', valid),
      'an unknown action does not succeed',
    );
    t.mustNotSucceed(
      await t.http.post('/api/actions/no-such-category/console', valid),
      'an unknown category does not succeed',
    );
  }),
  actions.audit('grouped-names', ['ACT-010'], async (t) => {
    await findLogParameters(t, 'a known action');
    for (const path of ['/api/actions/scene/objects.getLayer', '/api/actions/scene/objects/getLayer']) {
      const reply = await t.http.post(path, { object: 'no-such-object' });
      t.observe(path, describeStatus(reply));
    }
  }),
  ...requiredActionAudits,
  ...optionalActionAudits,
  publicActions.audit('how-many', ['OVER-LAYER-003'], async (t) => {
    const { json } = await t.http.get('/api/actions/schema', { token: null });
    t.observe('actions in the action schema', parseActionSchema(json, t.fields).length);
  }),
];
