import { inShort } from '../../target/http/in-short.ts';
import { servedActions } from '../../target/action-schema.ts';
import { isOffered } from '../../target/actions.ts';
import { area } from '../../area.ts';
import { consoleGets, logParameters, newMarker } from '../../lab/console-writer.ts';
import { offered, offeredOfParts } from '../../lab/named-actions.ts';
import { actionPath, requiredOf, schemaOf, workingLog } from '../../lab/action-calls.ts';
import type { RequirementId } from '../../requirements/index.ts';

const openActions = area('actions');
const actions = area('actions', 'token', 'runtime');

const offeredAudits = Object.entries(offered).map(([requirement, name]) =>
  openActions.audit(`offers-${name}`, [requirement as RequirementId], async (t) => {
    const reply = await t.http.get('/api/actions/schema', { token: null });
    const known = Object.values(offered).filter((other) => isOffered(reply.json, other));
    t.given(known.length > 0, 'an action schema that names actions in a way that the kit understands');
    t.must(known.includes(name), `the action schema holds ${name}`);
  }),
);

const offeredOfPartsAudits = Object.entries(offeredOfParts).map(([requirement, { names, part }]) =>
  openActions.audit(`offers-${names[0]}`, [requirement as RequirementId], async (t) => {
    const { json } = await t.http.get('/api/actions/schema', { token: null });
    const served = servedActions(json, t.fields).map(({ name }) => name);
    const isRead = [...names, ...Object.values(offered)].some((name) => isOffered(json, name));
    t.given(isRead, 'an action schema that names actions in a way that the kit understands');
    if (![...served, ...names].some((name) => part.test(name) && isOffered(json, name)))
      t.notApplicable(`no action of the kind ${part.source} is offered`);
    for (const name of names) t.must(isOffered(json, name), `the action schema holds ${name}`);
  }),
);

const position = { object: 'no-such-object', position: { x: 0, y: 1, z: 0 }, time: 0.1, ease: 'linear' };

export const actionAudits = [
  openActions.audit('clear-preserves', ['ACT-SCENE-005'], async (t) => {
    const { json } = await t.http.get('/api/actions/schema', { token: null });
    const clear = servedActions(json, t.fields).find(({ name }) => /^scene\.clear$/i.test(name));
    if (!clear) return t.unverified('the parameters of scene.clear (choices.paths "action.parameters")');
    const preserve = clear.parameters.find(({ name }) => /^preserve$/i.test(name));
    t.must(preserve !== undefined, 'scene.clear has a parameter preserve', { actual: clear.parameters });
    t.must(!preserve?.required, 'preserve may be left out', { actual: preserve });
  }),
  actions.audit('run', ['ACT-001', 'OVER-LAYER-002'], async (t) => {
    const parameters = await logParameters(t);
    const marker = newMarker(t);
    const reply = await t.http.post(actionPath('log.console'), parameters(marker));
    const runs = t.of('ACT-001', 'OVER-LAYER-002');
    runs.must(reply.ok, 'an action runs with its parameters', inShort(reply));
    runs.must(await consoleGets(t, marker), 'and does what it is for: log.console writes a console entry');
    for (const path of ['no-such-category/console', 'log/no-such-action']) {
      const elsewhere = await t.http.post(`/api/actions/${path}`, parameters(newMarker(t)));
      t.of('OVER-LAYER-002').must(
        !elsewhere.ok,
        `category and action decide what runs, and ${path} is nothing`,
        {
          actual: elsewhere.status,
        },
      );
    }
  }),
  actions.audit('parameter-case', ['ACT-002'], async (t) => {
    const text = `letter case ${t.seed}-${Math.round(performance.now())}`;
    const parameters = await workingLog(t, 'a plain call');
    const before = await t.http.get('/api/console?limit=500');
    t.given(before.ok && !before.text.includes(text), 'a console without the text');
    const upper = Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [
        name.toUpperCase(),
        value === 'a plain call' ? text : value,
      ]),
    );
    const reply = await t.http.post(actionPath('log.console'), upper);
    t.must(reply.ok, 'parameter names in capitals are accepted', inShort(reply));
    t.must(await consoleGets(t, text), 'and their values reach the action');
  }),
  actions.audit('wrong-type', ['ACT-003', 'ERR-012'], async (t) => {
    const valid = await workingLog(t, 'a valid call');
    const name = Object.keys(valid).find((key) => valid[key] === 'a valid call');
    if (name === undefined)
      return t.unverified(
        'a call of log.console with a text of its own (choices.actions "log.console", with TEXT)',
      );
    const reply = await t.http.post(actionPath('log.console'), { ...valid, [name]: { not: 'a text' } });
    t.of('ACT-003', 'ERR-012').mustFail(reply, 400);
    const again = await t.http.post(actionPath('log.console'), valid);
    t.of('ACT-003').must(again.ok, 'while the valid call still succeeds', inShort(again));
  }),
  actions.audit('missing-parameter', ['ACT-004', 'ERR-012'], async (t) => {
    const valid = await workingLog(t, 'a valid call');
    const schema = await schemaOf(t, 'log.console');
    const required = schema ? requiredOf(t, schema) : [];
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
    t.of('ACT-004', 'ERR-012').mustFail(await t.http.post(actionPath('log.console'), without), 400);
  }),
  actions.audit('tween-position', ['ACT-007'], async (t) => {
    const path = actionPath('tween.position');
    const named = t.manifest.choices.actions['tween.position']?.ease;
    const eases = named === undefined ? ['linear', 'Linear'] : [named];
    const isTaken = async (ease: unknown): Promise<boolean> => {
      const { status } = await t.http.post(path, { ...position, ease });
      return status !== 400 && status < 500;
    };
    const taken = (await isTaken(eases[0])) || (await isTaken(eases.at(-1)));
    const schema = taken ? undefined : await schemaOf(t, 'tween.position');
    const required = schema === undefined ? [] : requiredOf(t, schema).map((name) => name.toLowerCase());
    // What the easings are called is not shown; a call without one shows whether it is for that.
    if (required.length > 0 && !required.includes('ease'))
      t.must(await isTaken(undefined), 'object, position and time of the shown types are no 400');
    t.given(taken, 'parameters of the shown types pass validation (choices.actions "tween.position")');
    t.mustFail(await t.http.post(path, { ...position, position: 'nowhere' }), 400);
    t.mustFail(await t.http.post(path, { ...position, time: 'soon' }), 400);
    t.mustFail(await t.http.post(path, { ...position, object: { tag: 1 } }), 400);
    t.mustFail(await t.http.post(path, { ...position, ease: { not: 'a text' } }), 400);
  }),
  actions.audit('unknown', ['ACT-006'], async (t) => {
    const valid = await workingLog(t, 'a known action');
    t.mustNotSucceed(
      await t.http.post('/api/actions/log/no-such-action', valid),
      'an unknown action is no success',
    );
    t.mustNotSucceed(
      await t.http.post('/api/actions/no-such-category/console', valid),
      'an unknown category is no success',
    );
  }),
  actions.audit('grouped-names', ['ACT-010'], async (t) => {
    await workingLog(t, 'a known action');
    for (const path of ['/api/actions/scene/objects.getLayer', '/api/actions/scene/objects/getLayer']) {
      const reply = await t.http.post(path, { object: 'no-such-object' });
      t.observe(path, `${reply.status} ${String(reply.at('error.code') ?? '')}`.trim());
    }
  }),
  ...offeredAudits,
  ...offeredOfPartsAudits,
  openActions.audit('how-many', ['OVER-LAYER-003'], async (t) => {
    const { json } = await t.http.get('/api/actions/schema', { token: null });
    t.observe('actions in the action schema', servedActions(json, t.fields).length);
  }),
];
