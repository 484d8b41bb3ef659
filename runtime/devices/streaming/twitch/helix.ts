/** What we ask of Twitch over HTTP (dev.twitch.tv/docs/api/reference, dev.twitch.tv/docs/authentication). */
import { fieldsOf, listOf, textOf } from '../read.ts';
import type { Ask } from '../ask.ts';

/** What came of a question: a value, or why there is none and whether that may change. */
type Found<T> = { readonly value: T } | { readonly trouble: string; readonly isFinal: boolean };

export interface User {
  readonly login: string;
  readonly userId: string;
  readonly clientId: string;
}

interface Urls {
  readonly id: string;
  readonly helix: string;
}

/** What came of asking for a subscription. */
type Subscribed = 'made' | 'refused' | 'unauthorised' | 'trouble';

const notThere = (status: number): { trouble: string; isFinal: false } => ({
  trouble: status === 0 ? 'Twitch does not answer.' : `Twitch answers with the status ${status}.`,
  isFinal: false,
});

const expired = { trouble: 'Twitch does not accept the token; it may have expired.', isFinal: true };

export const createHelix = (ask: Ask, { id, helix }: Urls, token: string, signal: AbortSignal) => {
  const headersFor = (clientId: string) => ({ authorization: `Bearer ${token}`, 'client-id': clientId });
  return {
    /** Whose token it is. */
    async identify(): Promise<Found<User>> {
      const { status, body } = await ask(
        `${id}/oauth2/validate`,
        { headers: { authorization: `OAuth ${token}` } },
        signal,
      );
      if (status === 401) return expired;
      const login = textOf(body.login);
      const userId = textOf(body.user_id);
      const clientId = textOf(body.client_id);
      if (status !== 200) return notThere(status);
      if (!login || !userId || !clientId)
        return { trouble: 'The token of Twitch is not that of a user.', isFinal: true };
      return { value: { login: login.toLowerCase(), userId, clientId } };
    },
    /** The id of a channel. */
    async find(channel: string, { login, userId, clientId }: User): Promise<Found<string>> {
      if (channel === login) return { value: userId };
      const url = `${helix}/users?login=${encodeURIComponent(channel)}`;
      const { status, body } = await ask(url, { headers: headersFor(clientId) }, signal);
      if (status === 401) return expired;
      const found = textOf(fieldsOf(listOf(body.data)[0]).id);
      if (status !== 200 && status !== 400) return notThere(status);
      return found === undefined
        ? { trouble: `Twitch has no channel '${channel}'.`, isFinal: true }
        : { value: found };
    },
    async subscribe(
      session_id: string,
      wanted: { readonly type: string; readonly version: string; readonly condition: object },
      clientId: string,
    ): Promise<Subscribed> {
      const body = { ...wanted, transport: { method: 'websocket', session_id } };
      const question = { method: 'POST', headers: headersFor(clientId), body } as const;
      const { status } = await ask(`${helix}/eventsub/subscriptions`, question, signal);
      if (status === 202 || status === 409) return 'made';
      if (status === 401) return 'unauthorised';
      return status === 400 || status === 403 ? 'refused' : 'trouble';
    },
  };
};

export type Helix = ReturnType<typeof createHelix>;
