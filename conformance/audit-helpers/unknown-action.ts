/** How a target answers a call of an action that there is not. */
import { toActionPath } from './run-action.ts';
import type { AuditTools } from '../audit.ts';
import type { Reply } from '../target/http/exchange.ts';

/** What an answer says, whichever action it is about; what it suggests beside that may differ. */
export const normalizeActionReply = (reply: Reply, name: string): string => {
  const words = String(reply.at('error.message') ?? reply.text);
  return `${reply.status} ${words.replaceAll(name, 'NAME').replaceAll(name.split('.')[1] ?? '', 'NAME')}`;
};

/** The kind of answer to an action that the category of a known one does not have. */
export const getUnknownActionReply = async (t: AuditTools, known: string): Promise<string> => {
  const unknown = `${known.split('.')[0]}.noSuchAction`;
  return normalizeActionReply(await t.http.post(toActionPath(unknown), {}), unknown);
};
