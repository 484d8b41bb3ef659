/**
 * Entry of the bundle that `POST /mcp` loads with its first message. It is built separately so that startup doesn't
 * read it.
 */
import { handleMessage } from './handle-message.ts';
import { type InProcessService, createInProcessAccess } from './in-process-access.ts';
import type { Call } from '../pipeline/call.ts';

/**
 * Answers one message of an MCP client.
 * @returns undefined for a message that needs no response
 */
export const handleAgentMessage = <M extends Readonly<Record<string, unknown>>>(
  message: M,
  call: Call,
  service: InProcessService,
  version: string,
): Promise<M | undefined> => handleMessage(message, createInProcessAccess(call, service), version);
