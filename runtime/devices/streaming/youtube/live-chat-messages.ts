/**
 * The message types of a YouTube live chat, and their conversion to stream events
 * (developers.google.com/youtube/v3/live/docs/liveChatMessages).
 */
import { toEventData, readFields, readNumber, readText } from '../untrusted-json.ts';
import type { StreamEventKind } from '#spec/actions/stream-platforms.ts';
import type { JsonFields } from '../untrusted-json.ts';
import type { StreamEvent } from '../streaming-device-types.ts';

interface ParsedMessage {
  readonly kind: StreamEventKind;
  readonly message?: unknown;
  readonly amount?: unknown;
}

/** Reads an amount of money, which YouTube gives in millionths. */
const readMoney = ({ amountMicros }: JsonFields): number | undefined => {
  const micros = readNumber(amountMicros);
  return micros === undefined ? undefined : micros / 1_000_000;
};

const messageReaders: Readonly<Record<string, (details: JsonFields, snippet: JsonFields) => ParsedMessage>> =
  {
    textMessageEvent: ({ messageText }, { displayMessage }) => ({
      kind: 'chat',
      message: messageText ?? displayMessage,
    }),
    superChatEvent: (details) => ({
      kind: 'cheer',
      message: details.userComment,
      amount: readMoney(details),
    }),
    superStickerEvent: (details) => ({
      kind: 'cheer',
      message: readFields(details.superStickerMetadata).altText,
      amount: readMoney(details),
    }),
    newSponsorEvent: () => ({ kind: 'subscribe' }),
    memberMilestoneChatEvent: ({ userComment, memberMonth }) => ({
      kind: 'subscribe',
      message: userComment,
      amount: memberMonth,
    }),
    membershipGiftingEvent: ({ giftMembershipsCount }) => ({ kind: 'gift', amount: giftMembershipsCount }),
    messageDeletedEvent: () => ({ kind: 'moderation' }),
    userBannedEvent: () => ({ kind: 'moderation' }),
    chatEndedEvent: () => ({ kind: 'offline' }),
  };

/**
 * Returns the name of the field that contains a message's details, for example `superChatDetails` for `superChatEvent`.
 */
const getDetailsField = (type: string): string => type.replace(/Event$/, 'Details');

/** Converts a message to a stream event. Returns `undefined` for an unsupported message type. */
export const toStreamEvent = (item: unknown, channel: string): StreamEvent | undefined => {
  const { id, snippet: rawSnippet, authorDetails } = readFields(item);
  const snippet = readFields(rawSnippet);
  const type = readText(snippet.type) ?? '';
  const reader = Object.hasOwn(messageReaders, type) ? messageReaders[type] : undefined;
  if (!reader) return undefined;
  const {
    kind,
    message: rawMessage,
    amount: rawAmount,
  } = reader(readFields(snippet[getDetailsField(type)]), snippet);
  const user = readText(readFields(authorDetails).displayName);
  const message = readText(rawMessage, 2_000);
  const amount = readNumber(rawAmount);
  return {
    ...{ kind, channel, data: toEventData({ id, ...snippet, author: authorDetails }) },
    ...(user !== undefined && { user }),
    ...(message !== undefined && { message }),
    ...(amount !== undefined && { amount }),
  };
};
