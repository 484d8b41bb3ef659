import { inShort } from '../../target/http/in-short.ts';
import { actionIn } from '../../target/actions.ts';
import { area } from '../../area.ts';
import { consoleGets, logParameters, newMarker } from '../../lab/console-writer.ts';
import { actionPath, requiredOf, schemaOf, workingLog } from '../../lab/action-calls.ts';
import type { RequirementId } from '../../requirements/index.ts';

const openActions = area('actions');
const actions = area('actions', 'token', 'runtime');

/** Actions that the description names, by the requirement that says so. */
const offered: Readonly<Partial<Record<RequirementId, string>>> = {
  'ACT-SCENE-001': 'scene.spawn',
  'ACT-SCENE-006': 'scene.objects.destroy',
  'ACT-SCENE-007': 'scene.objects.setName',
  'ACT-SCENE-008': 'scene.objects.setActive',
  'ACT-SCENE-009': 'scene.objects.setLayer',
  'ACT-SCENE-010': 'scene.objects.getLayer',
  'ACT-OTHER-001': 'log.console',
  'ACT-OTHER-002': 'text.format',
  'ACT-OTHER-003': 'tween.position',
};

const offeredAudits = Object.entries(offered).map(([requirement, name]) =>
  openActions.audit(`offers-${name}`, [requirement as RequirementId], async (t) => {
    const reply = await t.http.get('/api/actions/schema', { token: null });
    t.must(reply.ok && actionIn(reply.json, name) !== undefined, `the action schema holds ${name}`);
  }),
);

const position = { object: 'no-such-object', position: { x: 0, y: 1, z: 0 }, time: 0.1, ease: 'linear' };

export const actionAudits = [
  actions.audit('run', ['ACT-001', 'OVER-LAYER-002'], async (t) => {
    const parameters = await logParameters(t);
    const marker = newMarker(t);
    const reply = await t.http.post(actionPath('log.console'), parameters(marker));
    t.must(reply.ok, 'an action runs with its parameters', { actual: reply.status });
    t.must(await consoleGets(t, marker), 'and does what it is for: log.console writes a console entry');
    for (const path of ['no-such-category/console', 'log/no-such-action']) {
      const elsewhere = await t.http.post(`/api/actions/${path}`, parameters(newMarker(t)));
      t.must(!elsewhere.ok, `category and action decide what runs, and ${path} is nothing`, {
        actual: elsewhere.status,
      });
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
    const after = await t.http.get('/api/console?limit=500');
    t.must(after.text.includes(text), 'and their values reach the action');
  }),
  actions.audit('wrong-type', ['ACT-003', 'ERR-012'], async (t) => {
    const valid = await workingLog(t, 'a valid call');
    const [name] = Object.keys(valid) as [string];
    const reply = await t.http.post(actionPath('log.console'), { ...valid, [name]: { not: 'a text' } });
    t.mustFail(reply, 400);
    t.must((await t.http.post(actionPath('log.console'), valid)).ok, 'while the valid call still succeeds');
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
    t.mustFail(await t.http.post(actionPath('log.console'), without), 400);
  }),
  actions.audit('tween-position', ['ACT-007'], async (t) => {
    const path = actionPath('tween.position');
    const valid = await t.http.post(path, position);
    t.given(valid.status !== 400 && valid.status < 500, 'parameters of the shown types pass validation', {
      actual: valid.status,
    });
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
];
