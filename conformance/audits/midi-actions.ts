/** MIDI actions. Their effects are not documented, so they are observed. */
import { defineAuditArea } from '../define-audit-area.ts';
import { isRecord, filterStrings, walkJson } from '../json.ts';
import { runAction } from '../audit-helpers/run-action.ts';
import { listNames } from '../audit-helpers/list-names.ts';
import { describeReply } from '../target/http/describe-reply.ts';

const midiActions = defineAuditArea('midi-actions', 'token', 'runtime');

export const midiActionAudits = [
  midiActions.audit('devices', ['ACT-MIDI-002'], async (t) => {
    const listed = await runAction(t, 'midi.devices', {});
    t.observe('midi.devices', describeReply(listed));
    if (!listed.ok) return;
    const names = [...walkJson(listed.json)]
      .filter(isRecord)
      .flatMap(({ inputs, outputs }) => [...listNames(inputs), ...listNames(outputs)]);
    const { json } = await t.http.get('/api/discovery/midi-devices');
    const discovered = filterStrings([...walkJson(json)]);
    t.observe(
      'devices that midi.devices lists and the discovery type midi-devices does not',
      [...new Set(names)].filter((name) => !discovered.includes(name)),
    );
    const nobody = { device: `${t.manifest.namespace}-nobody`, message: 'noteOn', data1: 60, data2: 1 };
    t.observe(
      'midi.send to an unknown device',
      (await runAction(t, 'midi.send', { ...t.manifest.choices.actions['midi.send'], ...nobody })).status,
    );
  }),
];
