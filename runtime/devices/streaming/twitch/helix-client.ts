/** Sends HTTP requests to Twitch (dev.twitch.tv/docs/api/reference, dev.twitch.tv/docs/authentication). */
import { readFields, readList, readText, type SendJsonRequest } from '../json-client.ts';

/** The result of a lookup: either a value, or the reason for the failure and whether retrying is useless. */
type LookupResult<T> = { readonly value: T } | { readonly reason: string; readonly isFinal: boolean };

export interface TwitchUser {
  readonly login: string;
  readonly userId: string;
  readonly clientId: string;
}

interface TwitchUrls {
  readonly id: string;
  readonly helix: string;
}

type SubscribeResult = 'created' | 'rejected' | 'unauthorized' | 'failed';

const createUnavailableResult = (status: number): { reason: string; isFinal: false } => ({
  reason: status === 0 ? 'Twitch does not respond.' : `Twitch responds with the status ${status}.`,
  isFinal: false,
});

const expiredTokenResult = {
  reason: 'Twitch does not accept the token; it may have expired.',
  isFinal: true,
};

export const createHelixClient = (
  sendRequest: SendJsonRequest,
  { id, helix }: TwitchUrls,
  token: string,
  signal: AbortSignal,
) => {
  const createHeaders = (clientId: string) => ({ authorization: `Bearer ${token}`, 'client-id': clientId });
  return {
    /** Returns the user to whom the token belongs. */
    async identify(): Promise<LookupResult<TwitchUser>> {
      const { status, body } = await sendRequest(
        `${id}/oauth2/validate`,
        { headers: { authorization: `OAuth ${token}` } },
        signal,
      );
      if (status === 401) return expiredTokenResult;
      const login = readText(body.login);
      const userId = readText(body.user_id);
      const clientId = readText(body.client_id);
      if (status !== 200) return createUnavailableResult(status);
      if (!login || !userId || !clientId)
        return { reason: 'The token of Twitch is not a user access token.', isFinal: true };
      return { value: { login: login.toLowerCase(), userId, clientId } };
    },
    async find(channel: string, { login, userId, clientId }: TwitchUser): Promise<LookupResult<string>> {
      if (channel === login) return { value: userId };
      const url = `${helix}/users?login=${encodeURIComponent(channel)}`;
      const { status, body } = await sendRequest(url, { headers: createHeaders(clientId) }, signal);
      if (status === 401) return expiredTokenResult;
      const channelId = readText(readFields(readList(body.data)[0]).id);
      if (status !== 200 && status !== 400) return createUnavailableResult(status);
      return channelId === undefined
        ? { reason: `Twitch has no channel '${channel}'.`, isFinal: true }
        : { value: channelId };
    },
    async subscribe(
      session_id: string,
      subscription: { readonly type: string; readonly version: string; readonly condition: object },
      clientId: string,
    ): Promise<SubscribeResult> {
      const body = { ...subscription, transport: { method: 'websocket', session_id } };
      const request = { method: 'POST', headers: createHeaders(clientId), body } as const;
      const { status } = await sendRequest(`${helix}/eventsub/subscriptions`, request, signal);
      if (status === 202 || status === 409) return 'created';
      if (status === 401) return 'unauthorized';
      return status === 400 || status === 403 ? 'rejected' : 'failed';
    },
  };
};

export type HelixClient = ReturnType<typeof createHelixClient>;
