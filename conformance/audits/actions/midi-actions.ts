/** MIDI: what its actions do is observed, as the description does not show it. */
import { area } from '../../area.ts';
import { isRecord, stringsOf, walk } from '../../json.ts';
import { runAction } from '../../lab/action-calls.ts';
import { namesIn } from '../../lab/names.ts';
import { inShort } from '../../target/http/in-short.ts';

const midiActions = area('midi-actions', 'token', 'runtime');

export const midiActionAudits = [
  midiActions.audit('devices', ['ACT-MIDI-002'], async (t) => {
    const listed = await runAction(t, 'midi.devices', {});
    t.observe('midi.devices', inShort(listed));
    if (!listed.ok) return;
    const names = [...walk(listed.json)]
      .filter(isRecord)
      .flatMap(({ inputs, outputs }) => [...namesIn(inputs), ...namesIn(outputs)]);
    const { json } = await t.http.get('/api/discovery/midi-devices');
    const discovered = stringsOf([...walk(json)]);
    t.observe(
      'devices that midi.devices lists and the discovery type midi-devices does not',
      [...new Set(names)].filter((name) => !discovered.includes(name)),
    );
    const nobody = { device: `${t.manifest.namespace}-nobody`, message: 'noteOn', data1: 60, data2: 1 };
    t.observe(
      'midi.send to a device that there is not',
      (await runAction(t, 'midi.send', { ...t.manifest.choices.actions['midi.send'], ...nobody })).status,
    );
  }),
];
