/** What the live chat of YouTube tells, and what we make of it (developers.google.com/youtube/v3/live/docs/liveChatMessages). */
import { dataOf, fieldsOf, numberOf, textOf } from '../read.ts';
import type { StreamKind } from '#spec/actions/stream-kinds.ts';
import type { Fields } from '../read.ts';
import type { StreamEvent } from '../streaming.ts';

interface Read {
  readonly kind: StreamKind;
  readonly message?: unknown;
  readonly amount?: unknown;
}

/** Amounts of money are told in millionths. */
const moneyOf = ({ amountMicros }: Fields): number | undefined => {
  const micros = numberOf(amountMicros);
  return micros === undefined ? undefined : micros / 1_000_000;
};

const readers: Readonly<Record<string, (details: Fields, snippet: Fields) => Read>> = {
  textMessageEvent: ({ messageText }, { displayMessage }) => ({
    kind: 'chat',
    message: messageText ?? displayMessage,
  }),
  superChatEvent: (details) => ({ kind: 'cheer', message: details.userComment, amount: moneyOf(details) }),
  superStickerEvent: (details) => ({
    kind: 'cheer',
    message: fieldsOf(details.superStickerMetadata).altText,
    amount: moneyOf(details),
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

/** Where the details of a message stand: those of `superChatEvent` in `superChatDetails`. */
const detailsName = (type: string): string => type.replace(/Event$/, 'Details');

/** What a message tells; undefined when it is of a type that we make nothing of. */
export const eventOf = (item: unknown, channel: string): StreamEvent | undefined => {
  const { id, snippet: told, authorDetails } = fieldsOf(item);
  const snippet = fieldsOf(told);
  const type = textOf(snippet.type) ?? '';
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (!reader) return undefined;
  const { kind, message: written, amount: counted } = reader(fieldsOf(snippet[detailsName(type)]), snippet);
  const user = textOf(fieldsOf(authorDetails).displayName);
  const message = textOf(written, 2_000);
  const amount = numberOf(counted);
  return {
    ...{ kind, channel, data: dataOf({ id, ...snippet, author: authorDetails }) },
    ...(user !== undefined && { user }),
    ...(message !== undefined && { message }),
    ...(amount !== undefined && { amount }),
  };
};
