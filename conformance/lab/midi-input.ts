/** MIDI input that comes when the kit asks for it. */
import { isRecord, stringsOf, walk } from '../json.ts';
import { inShort } from '../target/http/in-short.ts';
import { runAction } from './action-calls.ts';
import type { AuditTools } from '../audit.ts';
import type { JsonRecord } from '../json.ts';

/** Subscribes to MIDI input until the audit ends. Where nothing can be made to come in, the audit is NOT_VERIFIED. */
export const listenToMidi = async (t: AuditTools): Promise<void> => {
  callOf(t);
  const reply = await runAction(t, 'midi.subscribe', t.manifest.choices.actions['midi.subscribe'] ?? {});
  t.given(
    reply.ok,
    'a call of midi.subscribe that succeeds (choices.actions "midi.subscribe")',
    inShort(reply),
  );
  const own = [...walk(reply.json)].filter(isRecord).flatMap(subscriptionIn);
  for (const subscription of own) t.defer(() => runAction(t, 'midi.unsubscribe', subscription));
};

/** Has MIDI input arrive. @returns texts that tell of it */
export const bringMidi = async (t: AuditTools): Promise<readonly string[]> => {
  const { action, parameters } = callOf(t);
  const reply = await runAction(t, action, parameters);
  t.given(reply.ok, `the call of choices.midiInput, ${action}, succeeds`, inShort(reply));
  return stringsOf(Object.values(parameters));
};

const callOf = (t: AuditTools) =>
  t.manifest.choices.midiInput ?? t.unverified('a call that has MIDI input arrive (choices.midiInput)');

const subscriptionIn = (record: JsonRecord): readonly JsonRecord[] =>
  'subscriptionId' in record ? [{ subscriptionId: record.subscriptionId }] : [];
