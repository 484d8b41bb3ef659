/** Triggers MIDI input. */
import { isRecord, filterStrings, walkJson } from '../json.ts';
import { describeReply } from '../target/http/describe-reply.ts';
import { runAction } from './run-action.ts';
import type { AuditTools } from '../audit.ts';
import type { JsonRecord } from '../json.ts';

/** Subscribes to MIDI input until the audit ends. The audit is NOT_VERIFIED if no MIDI input can be triggered. */
export const subscribeToMidi = async (t: AuditTools): Promise<void> => {
  getMidiCall(t);
  const reply = await runAction(t, 'midi.subscribe', t.manifest.choices.actions['midi.subscribe'] ?? {});
  t.given(
    reply.ok,
    'a call of midi.subscribe that succeeds (choices.actions "midi.subscribe")',
    describeReply(reply),
  );
  const subscriptions = [...walkJson(reply.json)].filter(isRecord).flatMap(listSubscription);
  for (const subscription of subscriptions) t.defer(() => runAction(t, 'midi.unsubscribe', subscription));
};

/**
 * Triggers MIDI input.
 * @returns strings that identify the input
 */
export const sendMidiInput = async (t: AuditTools): Promise<readonly string[]> => {
  const { action, parameters } = getMidiCall(t);
  const reply = await runAction(t, action, parameters);
  t.given(reply.ok, `the call of choices.midiInput, ${action}, succeeds`, describeReply(reply));
  return filterStrings(Object.values(parameters));
};

const getMidiCall = (t: AuditTools) =>
  t.manifest.choices.midiInput ?? t.unverified('a call that triggers MIDI input (choices.midiInput)');

const listSubscription = (record: JsonRecord): readonly JsonRecord[] =>
  'subscriptionId' in record ? [{ subscriptionId: record.subscriptionId }] : [];
