/** What `POST /mcp` loads with its first message; built by itself, so that a start does not read it. */
import { handleMessage } from './handle-message.ts';
import { type InProcessService, createInProcessAccess } from './in-process-access.ts';
import type { Call } from '../pipeline/call.ts';

/** Answers one message of a client of this service. @returns undefined for one that wants no answer */
export const handleAgentMessage = <M extends Readonly<Record<string, unknown>>>(
  message: M,
  call: Call,
  own: InProcessService,
  version: string,
): Promise<M | undefined> => handleMessage(message, createInProcessAccess(call, own), version);
