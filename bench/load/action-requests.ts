import { readDigits } from './read-digits.ts';
import { createLogCommand } from './event-trigger-frames.ts';
import { encodeFrame } from './ws-frames.ts';
import type { HubProtocol } from './event-connection.ts';

/** Common prefix of the request ids. A twelve-digit number follows, so that each id is a GUID. */
const requestIdPrefix = '00000000-0000-4000-8000-';
const requestIdDigits = 12;

/** Placeholder for the number of a request. The placeholder is larger than any real request number. */
const placeholder = 987_654_321_987;

/**
 * Creates a function that returns the frame of a command that requests a response. Only the number changes, so
 * everything else is encoded only once.
 */
export const createActionFrames = ({ call }: Pick<HubProtocol, 'call'>): ((number: number) => Buffer) => {
  const command = { ...createLogCommand('bench action'), RequestId: `${requestIdPrefix}${placeholder}` };
  const parts = call('SendAction', [command], placeholder).split(String(placeholder));
  return (number) => encodeFrame(parts.join(String(number).padStart(requestIdDigits, '0')), 'client');
};

/** Finds the request numbers in a payload without parsing it. The payload may contain many responses. */
export const findCompletedRequests = (
  bytes: Buffer,
  start: number,
  end: number,
  recordEnd: number | undefined,
  onResponse: (number: number) => void,
): void => {
  let at = bytes.indexOf(requestIdPrefix, start, 'latin1');
  while (at !== -1 && at < end) {
    at += requestIdPrefix.length;
    onResponse(readDigits(bytes, at, requestIdDigits));
    // A response may contain its id more than once, but each response is counted only once.
    const next = recordEnd === undefined ? -1 : bytes.indexOf(recordEnd, at);
    at = next === -1 ? -1 : bytes.indexOf(requestIdPrefix, next, 'latin1');
  }
};
