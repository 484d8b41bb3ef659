/** Triggers MIDI input. */
import { filterStrings } from '../json.ts';
import { describeReply } from '../target/http/describe-reply.ts';
import { runAction } from './run-action.ts';
import { subscribeTo } from './subscriptions.ts';
import type { AuditTools } from '../audit.ts';
import type { Subscription } from './subscriptions.ts';

/** Subscribes to MIDI input until the audit ends. The audit is NOT_VERIFIED if no MIDI input can be triggered. */
export const subscribeToMidi = async (t: AuditTools): Promise<Subscription> => {
  getMidiCall(t);
  return subscribeTo(t, 'midi', t.manifest.choices.actions['midi.subscribe'] ?? {});
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
