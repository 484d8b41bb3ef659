import { readDigits } from './read-digits.ts';
import { createLogCommand } from './trigger-frames.ts';
import { encodeFrame } from './ws-frames.ts';
import type { HubProtocol } from './event-connection.ts';

/** What the request ids of a load have in common; the number follows in twelve digits, so that each is a GUID. */
const requestIdPrefix = '00000000-0000-4000-8000-';
const requestIdDigits = 12;

/** Stands for the number of a request; no number comes near it. */
const placeholder = 987_654_321_987;

/** Makes the frames of commands that want an answer; only the numbers in them change, so the rest is encoded once. */
export const createActionFrames = ({ call }: Pick<HubProtocol, 'call'>): ((number: number) => Buffer) => {
  const order = { ...createLogCommand('bench action'), RequestId: `${requestIdPrefix}${placeholder}` };
  const parts = call('SendAction', [order], placeholder).split(String(placeholder));
  return (number) => encodeFrame(parts.join(String(number).padStart(requestIdDigits, '0')), 'client');
};

/** Finds the numbers of answered requests in a payload that may hold many answers, without parsing it. */
export const findCompletedRequests = (
  bytes: Buffer,
  start: number,
  end: number,
  recordEnd: number | undefined,
  onAnswer: (number: number) => void,
): void => {
  let at = bytes.indexOf(requestIdPrefix, start, 'latin1');
  while (at !== -1 && at < end) {
    at += requestIdPrefix.length;
    onAnswer(readDigits(bytes, at, requestIdDigits));
    // an answer may repeat its id; it is one answer all the same
    const next = recordEnd === undefined ? -1 : bytes.indexOf(recordEnd, at);
    at = next === -1 ? -1 : bytes.indexOf(requestIdPrefix, next, 'latin1');
  }
};
