/** Helpers for reading how a target responds to calls of unknown actions. */
import { toActionPath } from './run-action.ts';
import type { AuditTools } from '../audit.ts';
import type { Reply } from '../target/http/exchange.ts';

/** Removes the parts of a response to an unknown action that may vary, such as suggestions. */
export const normalizeActionReply = (reply: Reply, name: string): string => {
  const words = String(reply.at('error.message') ?? reply.text);
  return `${reply.status} ${words.replaceAll(name, 'NAME').replaceAll(name.split('.')[1] ?? '', 'NAME')}`;
};

/** Returns the response to an unknown action in the same category as an existing action. */
export const getUnknownActionReply = async (t: AuditTools, existingAction: string): Promise<string> => {
  const unknown = `${existingAction.split('.')[0]}.noSuchAction`;
  return normalizeActionReply(await t.http.post(toActionPath(unknown), {}), unknown);
};
