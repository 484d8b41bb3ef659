import { eventNumber } from './tally.ts';
import { encodeFrame } from './ws-frames.ts';
import type { Dialect } from './event-connection.ts';

/** Stands for the number of an event; no marker holds it. */
const placeholder = '@@@@@@@@';

/** The action that causes one event. */
export const command = (message: string) => ({ Action: 'log.console', Parameters: { message } });

/** Makes the frames of one round; only the numbers in them change, so the rest is encoded once. */
export const createTriggers = (
  { call }: Pick<Dialect, 'call'>,
  marker: string,
  burst: number,
): ((first: number) => Buffer) => {
  const commands = Array.from({ length: burst }, () => command(marker + placeholder));
  const template =
    burst === 1 ? call('SendAction', [commands[0]]) : call('SendActionBatch', [commands, false]);
  const [head, ...tails] = template.split(placeholder);
  return (first) => {
    // biome-ignore lint/style/noNonNullAssertion: what is split has a head, if an empty one
    let text = head!;
    for (const [index, tail] of tails.entries()) text += eventNumber(first + index) + tail;
    return encodeFrame(text, 'client');
  };
};
