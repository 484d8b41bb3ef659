/**
 * The entry point of the bundle that `POST /mcp` loads with its first message. The bundle is built separately, so that
 * it isn't read at startup.
 */
import { handleMessage } from './handle-message.ts';
import { type InProcessService, createInProcessAccess } from './in-process-access.ts';
import type { Call } from '../pipeline/call.ts';

/**
 * Responds to a message from an MCP client.
 * @returns the response, or `undefined` if the message needs no response
 */
export const handleAgentMessage = <M extends Readonly<Record<string, unknown>>>(
  message: M,
  call: Call,
  service: InProcessService,
  version: string,
): Promise<M | undefined> => handleMessage(message, createInProcessAccess(call, service), version);
