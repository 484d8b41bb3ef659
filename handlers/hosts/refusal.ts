import type { IncomingMessage } from 'node:http';
import { Fault } from '#spec/errors.ts';

/** What Node by itself would answer as well, but outside the error envelope. */
export const refusalOf = ({ headers, httpVersion }: IncomingMessage): Fault | undefined => {
  if (httpVersion === '1.1' && headers.host === undefined) {
    return new Fault('INVALID_REQUEST', 'The header Host is missing, which HTTP/1.1 demands.');
  }
  const { expect } = headers;
  if (expect === undefined || isContinue.test(expect)) return undefined;
  return new Fault('EXPECTATION_FAILED', `The service does not know the expectation '${expect}'.`);
};

/** As Node reads it. */
const isContinue = /(?:^|\W)100-continue(?:$|\W)/i;
