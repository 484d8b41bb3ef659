/**
 * Audits of MIDI actions. The effects of these actions are not documented, so the audits record these effects as
 * observations.
 */
import { defineAuditArea } from '../define-audit-area.ts';
import { isRecord, filterStrings, walkJson } from '../json.ts';
import { runAction } from '../audit-helpers/run-action.ts';
import { listNames } from '../audit-helpers/list-names.ts';
import { describeReply } from '../target/http/describe-reply.ts';

const midiActions = defineAuditArea('midi-actions', 'token', 'runtime');

export const midiActionAudits = [
  midiActions.audit('devices', ['ACT-MIDI-002'], async (t) => {
    const reply = await runAction(t, 'midi.devices', {});
    t.observe('midi.devices', describeReply(reply).actual);
    if (!reply.ok) return;
    const names = [...walkJson(reply.json)]
      .filter(isRecord)
      .flatMap(({ inputs, outputs }) => [...listNames(inputs), ...listNames(outputs)]);
    const { json } = await t.http.get('/api/discovery/midi-devices');
    const deviceNames = filterStrings([...walkJson(json)]);
    t.observe(
      'devices that midi.devices lists and the discovery type midi-devices does not',
      [...new Set(names)].filter((name) => !deviceNames.includes(name)),
    );
    const unknownDevice = {
      device: `${t.manifest.namespace}-nobody`,
      message: 'noteOn',
      data1: 60,
      data2: 1,
    };
    t.observe(
      'midi.send to an unknown device',
      (await runAction(t, 'midi.send', { ...t.manifest.choices.actions['midi.send'], ...unknownDevice }))
        .status,
    );
  }),
];
