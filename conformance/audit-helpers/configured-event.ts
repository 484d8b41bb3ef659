/** Causes events with the calls that the manifest states. */
import { filterStrings } from '../json.ts';
import { describeReply } from '../target/http/describe-reply.ts';
import { fillPlaceholders, runAction } from './run-action.ts';
import { createUniqueText } from './console-writer.ts';
import { subscribeTo } from './subscriptions.ts';
import type { AuditTools } from '../audit.ts';
import type { ConfigurableEvent } from '../target/manifest.ts';
import type { Subscription } from './subscriptions.ts';

/** Whether the manifest states a call that causes events of this kind. */
export const isEventConfigured = ({ manifest }: AuditTools, kind: ConfigurableEvent): boolean =>
  manifest.choices.events[kind] !== undefined;

/**
 * Causes an event with the call in `choices.events`. The audit is NOT_VERIFIED if there is no such call, or if the call
 * fails.
 * @returns texts that identify the event: the text that replaces TEXT, or else all texts of the call
 */
export const causeConfiguredEvent = async (
  t: AuditTools,
  kind: ConfigurableEvent,
): Promise<readonly string[]> => {
  const key = `choices.events "${kind}"`;
  const { action, parameters } =
    t.manifest.choices.events[kind] ?? t.unverified(`a call that causes ${kind} (${key})`);
  const text = createUniqueText(t);
  const filled = fillPlaceholders(parameters, text);
  const reply = await runAction(t, action, filled);
  t.given(reply.ok, `the call of ${key}, ${action}, succeeds`, describeReply(reply));
  const texts = filterStrings(Object.values(filled));
  return texts.includes(text) ? [text] : texts;
};

/** Subscribes to MIDI input until the audit ends. The audit is NOT_VERIFIED if no call causes MIDI input. */
export const subscribeToMidi = async (t: AuditTools): Promise<Subscription> => {
  if (!isEventConfigured(t, 'midi.input'))
    t.unverified('a call that causes MIDI input (choices.events "midi.input")');
  return subscribeTo(t, 'midi', t.manifest.choices.actions['midi.subscribe'] ?? {});
};
