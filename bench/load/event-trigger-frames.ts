import { formatEventNumber } from './delivery-counter.ts';
import { encodeFrame } from './ws-frames.ts';
import type { HubProtocol } from './event-connection.ts';

/** Placeholder for the number of an event. No marker contains this string. */
const placeholder = '@@@@@@@@';

/** Creates a log.console command, which raises exactly one event. */
export const createLogCommand = (message: string) => ({ Action: 'log.console', Parameters: { message } });

/** Creates the frames for one round. Only the event numbers change, so everything else is encoded only once. */
export const createTriggerFrames = (
  { call }: Pick<HubProtocol, 'call'>,
  marker: string,
  burst: number,
): ((first: number) => Buffer) => {
  const commands = Array.from({ length: burst }, () => createLogCommand(marker + placeholder));
  const template =
    burst === 1 ? call('SendAction', [commands[0]]) : call('SendActionBatch', [commands, false]);
  const [head, ...tails] = template.split(placeholder);
  return (first) => {
    // biome-ignore lint/style/noNonNullAssertion: split returns at least one part
    let text = head!;
    for (const [index, tail] of tails.entries()) text += formatEventNumber(first + index) + tail;
    return encodeFrame(text, 'client');
  };
};
