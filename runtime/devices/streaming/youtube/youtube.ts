/** YouTube: the chat of a live broadcast, asked for again and again as YouTube says (developers.google.com/youtube/v3/live/docs). */
import { Fault } from '#spec/errors.ts';
import { createAsk } from '../ask.ts';
import { createBackOff } from '../back-off.ts';
import { fieldsOf, listOf, numberOf, textOf } from '../read.ts';
import { createSeen } from '../seen.ts';
import { eventOf } from './messages.ts';
import type { StreamKind } from '#spec/actions/stream-kinds.ts';
import type { Adapter } from '../adapter.ts';
import type { Answer } from '../ask.ts';
import type { StreamingSettings } from '../settings.ts';
import type { Surroundings } from '../surroundings.ts';

type YouTubeSettings = NonNullable<StreamingSettings['youtube']>;

const usualUrl = 'https://www.googleapis.com/youtube/v3';

/** Milliseconds between two questions, whatever YouTube says. */
const shortestPause = 1_000;
const longestPause = 60_000;

type Trouble = { readonly trouble: string; readonly isFinal: boolean };

/** Why YouTube does not answer as it should. What it says itself is not passed on. */
const troubleOf = ({ status, body }: Answer): Trouble => {
  const reason = textOf(fieldsOf(listOf(fieldsOf(body.error).errors)[0]).reason) ?? '';
  if (status === 0) return { trouble: 'YouTube does not answer.', isFinal: false };
  if (status === 401)
    return { trouble: 'YouTube does not accept the token; it may have expired.', isFinal: true };
  if (/quota|rateLimit/i.test(reason)) return { trouble: 'The quota of YouTube is used up.', isFinal: false };
  if (/liveChat(Ended|Disabled|NotFound)/.test(reason) || status === 404)
    return { trouble: 'There is no live chat at present.', isFinal: false };
  if (status === 400 || status === 403)
    return { trouble: 'YouTube does not allow it with this token or key.', isFinal: true };
  if (status === 200) return { trouble: 'What YouTube answers cannot be read.', isFinal: false };
  return { trouble: `YouTube answers with the status ${status}.`, isFinal: false };
};

const headersOf = (
  token: string | undefined,
  apiKey: string | undefined,
): Readonly<Record<string, string>> | undefined => {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  return apiKey === undefined ? undefined : { 'x-goog-api-key': apiKey };
};

export const createYouTube = (
  settings: () => YouTubeSettings | undefined,
  surroundings: Surroundings,
): Adapter => {
  const ask = createAsk(surroundings);
  const endings = new Set<AbortController>();

  /** How YouTube is asked on somebody's behalf; undefined without a token or a key. */
  const accountOf = (given: string | undefined, signal: AbortSignal) => {
    const { accessToken, apiKey, channel, url = usualUrl } = settings() ?? {};
    const headers = headersOf(given ?? accessToken, apiKey);
    if (!headers) return undefined;
    const get = (path: string, query: Readonly<Record<string, string>>): Promise<Answer> =>
      ask(`${url}/${path}?${new URLSearchParams(query)}`, { headers }, signal);
    const post = (path: string, query: Readonly<Record<string, string>>, body: unknown): Promise<Answer> =>
      ask(`${url}/${path}?${new URLSearchParams(query)}`, { method: 'POST', headers, body }, signal);
    return { get, post, channel, canWrite: 'authorization' in headers };
  };
  type Account = NonNullable<ReturnType<typeof accountOf>>;

  /** The chat of a video or, when none is named, of the broadcast of the user that is live. */
  const findChat = async (
    { get, canWrite, channel: usual }: Account,
    asked: string | undefined,
  ): Promise<{ readonly chat: string; readonly channel: string } | Trouble> => {
    const video = asked ?? usual;
    if (video === undefined && !canWrite)
      return { trouble: 'No video is named, as channel or in the settings.', isFinal: true };
    const answer =
      video === undefined
        ? await get('liveBroadcasts', { part: 'snippet', broadcastStatus: 'active', broadcastType: 'all' })
        : await get('videos', { part: 'liveStreamingDetails', id: video });
    if (answer.status !== 200) return troubleOf(answer);
    const { id, snippet, liveStreamingDetails } = fieldsOf(listOf(answer.body.items)[0]);
    const chat = textOf(
      video === undefined ? fieldsOf(snippet).liveChatId : fieldsOf(liveStreamingDetails).activeLiveChatId,
    );
    return chat === undefined
      ? { trouble: 'There is no live chat at present.', isFinal: false }
      : { chat, channel: video ?? textOf(id) ?? chat };
  };

  const nothing =
    "There is neither a token nor a key: 'streaming.youtube' of the settings is the place for them.";

  return {
    isConfigured() {
      const { accessToken, apiKey } = settings() ?? {};
      return accessToken !== undefined || apiKey !== undefined;
    },
    open({ channel: asked, token, ears }) {
      const ending = new AbortController();
      const { signal } = ending;
      const backOff = createBackOff(surroundings);
      const isNew = createSeen();
      const account = accountOf(token, signal);
      let forget = (): void => {};

      const close = (): void => {
        endings.delete(ending);
        ending.abort();
        backOff.stop();
        forget();
      };
      const stumble = ({ trouble, isFinal }: Trouble, again: () => void): void => {
        if (isFinal) close();
        ears.state(isFinal ? 'failed' : 'waiting', trouble);
        if (isFinal) return;
        backOff.again(() => {
          ears.state('connecting');
          again();
        });
      };

      const begin = async (account: Account): Promise<void> => {
        const found = await findChat(account, asked);
        if (signal.aborted) return;
        if ('trouble' in found) stumble(found, () => void begin(account));
        else await poll(account, found.chat, found.channel);
      };

      /** What is on the first page was written before. */
      const poll = async (account: Account, chat: string, channel: string, page?: string): Promise<void> => {
        const answer = await account.get('liveChat/messages', {
          ...{ liveChatId: chat, part: 'id,snippet,authorDetails', maxResults: '500' },
          ...(page !== undefined && { pageToken: page }),
        });
        if (signal.aborted) return;
        const { nextPageToken, pollingIntervalMillis, items, offlineAt } = answer.body;
        const next = textOf(nextPageToken, 2_000);
        if (answer.status !== 200 || next === undefined) {
          const trouble = troubleOf(answer);
          // who was cut off goes on where it was; who has lost the chat looks for it anew
          const isGone = answer.status === 403 || answer.status === 404;
          return stumble(trouble, () => void (isGone ? begin(account) : poll(account, chat, channel, page)));
        }
        backOff.worked();
        ears.state('connected');
        for (const item of listOf(items)) {
          const id = textOf(fieldsOf(item).id);
          const read = id === undefined || isNew(id) ? eventOf(item, channel) : undefined;
          if (read && page !== undefined) ears.event(read);
        }
        if (offlineAt !== undefined)
          return stumble({ trouble: 'The broadcast has ended.', isFinal: false }, () => void begin(account));
        const pause = Math.min(
          Math.max(numberOf(pollingIntervalMillis) ?? 5_000, shortestPause),
          longestPause,
        );
        forget = surroundings.after(pause, () => void poll(account, chat, channel, next));
      };

      if (account) {
        endings.add(ending);
        ears.state('connecting');
        void begin(account);
      } else ears.state('failed', nothing);
      return { want(_: readonly StreamKind[]) {}, close };
    },
    async send({ channel, message }) {
      const ending = new AbortController();
      endings.add(ending);
      try {
        const account = accountOf(undefined, ending.signal);
        if (!account?.canWrite) {
          const told = "To send, 'streaming.youtube.accessToken' of the settings has to be there.";
          throw new Fault('ACTION_FAILED', account ? told : nothing);
        }
        const found = await findChat(account, channel);
        if ('trouble' in found) throw new Fault('ACTION_FAILED', found.trouble);
        const answer = await account.post(
          'liveChat/messages',
          { part: 'snippet' },
          {
            snippet: {
              ...{ liveChatId: found.chat, type: 'textMessageEvent' },
              textMessageDetails: { messageText: message },
            },
          },
        );
        const id = textOf(answer.body.id);
        if (answer.status !== 200 || id === undefined)
          throw new Fault('ACTION_FAILED', troubleOf(answer).trouble);
        return id;
      } finally {
        endings.delete(ending);
      }
    },
    close() {
      for (const ending of endings) ending.abort();
    },
  };
};
