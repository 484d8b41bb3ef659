/** What `POST /mcp` loads with its first message; built by itself, so that a start does not read it. */
import { answerMessage } from './answer-message.ts';
import { type Own, ownAccess } from './own-access.ts';
import type { Call } from '../pipeline/call.ts';

/** Answers one message of a client of this service. @returns undefined for one that wants no answer */
export const answerAgent = <M extends Readonly<Record<string, unknown>>>(
  message: M,
  call: Call,
  own: Own,
  version: string,
): Promise<M | undefined> => answerMessage(message, ownAccess(call, own), version);
