/** Connects to a Twitch chat, which uses IRC over a WebSocket with tags and commands (dev.twitch.tv/docs/irc). */
import { ApiError } from '#spec/errors.ts';
import { toEventData } from '../json-client.ts';
import { type AdapterContext, createDuplicateFilter, createReconnectBackoff } from '../platform-adapter.ts';
import { openWebSocket, type WebSocketClient } from '../web-socket-client.ts';
import type { ConnectionState, StreamEvent } from '../../../integrations/streaming-platforms.ts';

/** The time in milliseconds within which Twitch must confirm a message. */
const confirmTimeoutMs = 10_000;

/** The time in milliseconds without a message after which a ping is sent. */
const quietMs = 60_000;

const pongTimeoutMs = 15_000;

interface IrcChatOptions {
  readonly url: string;
  readonly login: string;
  readonly token: string;
  /** The channel name in lower case. */
  readonly channel: string;
  readonly onState: (state: ConnectionState, reason?: string) => void;
  readonly onEvent: (event: StreamEvent) => void;
  /**
   * Reserves a message in the rate limit. Returns 0 if the message may be sent, or otherwise the time in milliseconds
   * until the next message is allowed.
   */
  readonly reserveMessage: () => number;
  readonly context: AdapterContext;
}

interface PendingMessage {
  readonly message: string;
  readonly resolve: (messageId: string) => void;
  readonly reject: (reason: string) => void;
}

const createChatError = (reason: string): ApiError => new ApiError('ACTION_FAILED', reason);

/** Matches notices after which retrying is useless. */
const fatalNoticePattern = /authentication failed|login unsuccessful|improperly formatted auth|invalid nick/i;

const closedChatNotices = new Set(['msg_channel_suspended', 'msg_banned', 'tos_ban']);

/** Encloses actions (/me), which differ from ordinary messages. */
const ctcpDelimiter = '\u0001';

const parseAction = (text: string): string | undefined =>
  text.startsWith(`${ctcpDelimiter}ACTION `) ? text.slice(8).replace(ctcpDelimiter, '') : undefined;

const toStreamEvent = ({ tags, nick, parameters }: IrcMessage, channel: string): StreamEvent => {
  const text = parameters[1] ?? '';
  const action = parseAction(text);
  return {
    kind: 'chat',
    channel,
    user: (tags.get('display-name') || nick).slice(0, 200),
    message: (action ?? text).slice(0, 2_000),
    data: toEventData({
      ...Object.fromEntries(tags),
      login: nick,
      ...(action !== undefined && { action: true }),
    }),
  };
};

export const createIrcChat = ({
  url,
  login,
  token,
  channel,
  onState,
  onEvent,
  reserveMessage,
  context,
}: IrcChatOptions) => {
  const { after } = context;
  const backoff = createReconnectBackoff(context);
  const isNew = createDuplicateFilter();
  let socket: WebSocketClient | undefined;
  let isJoined = false;
  let hasEnded = false;
  let endReason = 'The chat was closed.';
  /** Messages that are waiting until the channel is joined, oldest first. */
  let unsent: PendingMessage[] = [];
  let unconfirmed: PendingMessage[] = [];

  const failAll = (messages: readonly PendingMessage[], reason: string): void => {
    for (const { reject } of messages) reject(reason);
  };
  const handleLoss = (reason: string): void => {
    if (hasEnded) return;
    socket?.close();
    socket = undefined;
    isJoined = false;
    const lostMessages = unconfirmed;
    unconfirmed = [];
    failAll(lostMessages, 'The connection to Twitch was lost before it confirmed the message.');
    onState('waiting', reason);
    backoff.scheduleRetry(open);
  };
  const end = (reason: string): void => {
    if (hasEnded) return;
    hasEnded = true;
    endReason = reason;
    backoff.stop();
    socket?.close();
    socket = undefined;
    failAll([...unconfirmed.splice(0), ...unsent.splice(0)], reason);
  };
  const fail = (reason: string): void => {
    end(reason);
    onState('failed', reason);
  };

  const sendMessage = (pending: PendingMessage): void => {
    unconfirmed.push(pending);
    socket?.send(`PRIVMSG #${channel} :${pending.message}\r\n`);
  };
  const handleJoin = (): void => {
    if (isJoined) return;
    isJoined = true;
    backoff.markConnected();
    onState('connected');
    const queued = unsent;
    unsent = [];
    queued.forEach(sendMessage);
  };

  const handleNotice = (tags: IrcMessage['tags'], text: string): void => {
    const id = tags.get('msg-id') ?? '';
    if (!isJoined && fatalNoticePattern.test(text)) fail('Twitch does not accept the token for its chat.');
    else if (!isJoined && closedChatNotices.has(id))
      fail(`Twitch does not let the account into the chat of '${channel}'.`);
    else if (id.startsWith('msg_'))
      unconfirmed.shift()?.reject(`Twitch rejected the message: ${text.slice(0, 200)}`);
  };

  const handleMessage = (message: IrcMessage): void => {
    const { tags, nick, command, parameters } = message;
    const id = tags.get('id');
    const isThisChannel = parameters[0]?.toLowerCase() === `#${channel}`;
    switch (command) {
      case 'PING':
        socket?.send(`PONG :${parameters[0] ?? ''}\r\n`);
        return;
      case 'RECONNECT':
        handleLoss('Twitch asked for a reconnect.');
        return;
      case 'NOTICE':
        handleNotice(tags, parameters[1] ?? '');
        return;
      case 'JOIN':
        if (isThisChannel && nick === login) handleJoin();
        return;
      case 'ROOMSTATE':
        if (isThisChannel) handleJoin();
        return;
      case 'USERSTATE':
        // The state message that follows joining the channel doesn't confirm a message.
        if (isThisChannel && id !== undefined) unconfirmed.shift()?.resolve(id);
        return;
      case 'PRIVMSG':
        if (isThisChannel && (id === undefined || isNew(id))) onEvent(toStreamEvent(message, channel));
    }
  };

  const restartSilenceTimer = (source: WebSocketClient): void =>
    source.setSilenceTimeout(quietMs, () => {
      source.send('PING :alive\r\n');
      source.setSilenceTimeout(pongTimeoutMs);
    });

  const open = (): void => {
    onState('connecting');
    const webSocket = openWebSocket(url, context, {
      onOpen(source) {
        source.send('CAP REQ :twitch.tv/tags twitch.tv/commands\r\n');
        source.send(`PASS oauth:${token}\r\nNICK ${login}\r\n`);
        source.send(`JOIN #${channel}\r\n`);
      },
      onText(text, source) {
        for (const line of text.split('\r\n')) {
          const message = source === socket ? parseIrcMessage(line) : undefined;
          if (message) handleMessage(message);
        }
        if (source === socket && isJoined) restartSilenceTimer(source);
      },
      onClose: () => handleLoss('The connection to the chat of Twitch was lost.'),
    });
    socket = webSocket;
  };

  open();
  return {
    /**
     * Sends a message.
     * @returns the id of the message
     * @throws ApiError ACTION_FAILED when the message is rejected
     */
    send: (message: string): Promise<string> =>
      new Promise((resolve, reject) => {
        if (hasEnded) return reject(createChatError(endReason));
        const waitMs = reserveMessage();
        if (waitMs > 0) {
          const seconds = Math.ceil(waitMs / 1_000);
          return reject(
            createChatError(
              `Twitch accepts 20 messages in 30 seconds. Send the next one in ${seconds} seconds.`,
            ),
          );
        }
        const rejectTimeout = (): void => {
          unsent = unsent.filter((source) => source !== pending);
          unconfirmed = unconfirmed.filter((source) => source !== pending);
          reject(createChatError('Twitch did not confirm the message.'));
        };
        const cancelTimeout = after(confirmTimeoutMs, rejectTimeout);
        const pending: PendingMessage = {
          message,
          resolve(messageId) {
            cancelTimeout();
            resolve(messageId);
          },
          reject(reason) {
            cancelTimeout();
            reject(createChatError(reason));
          },
        };
        if (isJoined) sendMessage(pending);
        else unsent.push(pending);
      }),
    close: (): void => end(endReason),
  };
};

export type IrcChat = ReturnType<typeof createIrcChat>;

/** A line that Twitch sends over IRC. */
interface IrcMessage {
  readonly tags: ReadonlyMap<string, string>;
  /** The nickname of the sender, or an empty string if the line has no sender. */
  readonly nick: string;
  readonly command: string;
  readonly parameters: readonly string[];
}

const tagEscapes: Readonly<Record<string, string>> = { ':': ';', s: ' ', r: '\r', n: '\n' };

const unescapeTag = (text: string): string =>
  text.replace(/\\(.?)/g, (_, character: string) => tagEscapes[character] ?? character);

const parseTags = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(';').map((tag) => {
      const separatorIndex = tag.indexOf('=');
      return separatorIndex < 0
        ? [tag, '']
        : [tag.slice(0, separatorIndex), unescapeTag(tag.slice(separatorIndex + 1))];
    }),
  );

const messagePattern =
  /^(?:@(?<tags>\S+) +)?(?::(?<prefix>\S+) +)?(?<command>[A-Za-z]+|\d{3})(?<rest>(?: .*)?)$/s;

/** Parses a line. Returns `undefined` if the line is invalid. */
const parseIrcMessage = (line: string): IrcMessage | undefined => {
  const { tags, prefix = '', command = '', rest = '' } = messagePattern.exec(line)?.groups ?? {};
  if (command === '') return undefined;
  const last = rest.indexOf(' :');
  const middle = (last < 0 ? rest : rest.slice(0, last)).split(' ').filter((word) => word !== '');
  return {
    tags: tags === undefined ? new Map() : parseTags(tags),
    nick: prefix.split('!')[0] ?? '',
    command: command.toUpperCase(),
    parameters: last < 0 ? middle : [...middle, rest.slice(last + 2)],
  };
};
