import { hubLimits } from '../hub-limits.ts';
import { defaultRate } from '../hub.ts';

/** Formats a number with thousands separators. `Intl` would need much more memory. */
const formatNumber = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
const formatMebibytes = (bytes: number): string => `${bytes / (1 << 20)} MiB`;
const formatSeconds = (milliseconds: number): string => `${milliseconds / 1000} s`;
const formatNameList = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

interface HubDescriptionInput {
  /** Number of channels that carry events. */
  readonly eventTypes: number;
  /** Event kinds that are coalesced. */
  readonly highVolume: readonly string[];
}

interface Section {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

const createSections = ({ eventTypes, highVolume }: HubDescriptionInput): readonly Section[] => [
  {
    title: 'Connecting',
    paragraphs: [
      'The hub speaks the SignalR hub protocol over one WebSocket, so any SignalR client can connect. ' +
        '`POST /api/events/negotiate` is optional. The first message is the handshake, ' +
        '`{"protocol":"json","version":1}` and the byte 0x1E, ' +
        `within ${formatSeconds(hubLimits.handshakeMs)}. The server responds with \`{}\` or \`{"error"}\`. The handshake chooses one of the ` +
        'encodings that the server lists. All of them carry the same values.',
      `The service sends a ping, \`{"type":6}\`, after ${formatSeconds(hubLimits.pingMs)} without another message. It closes ` +
        `a connection that sends nothing for ${formatSeconds(hubLimits.silenceMs)}, so clients have to ping too. A message ` +
        `from a client can be at most ${formatMebibytes(hubLimits.messageBytes)} long.`,
      'Any client on this machine may connect and subscribe, unless the settings require the token ' +
        '(`hubRequiresToken`). `SendAction` and `SendActionBatch` always need the token. Send it as `access_token` in the ' +
        'query or as a Bearer header. Pages from origins other than this machine are rejected. While the API is off, ' +
        'everybody is.',
    ],
  },
  {
    title: 'Messages',
    paragraphs: [
      'All channels share that connection. Each message of this document is one message of the hub protocol: its headers ' +
        'are the fields that identify it, and `x-hub-field` points to the field that holds its payload. The payload of a hub method ' +
        'is the list of its arguments, and that of a callback is its only argument. A call with an `invocationId` ends with a ' +
        'completion: empty, with a result, or with an error in the form `CODE: message`.',
      'Names of methods and callbacks are case-sensitive. The service accepts property names in any letter case, and sends them as ' +
        'they are written here. Examples with the same name belong together: a call and the messages that answer it. If none of ' +
        'them is a completion, the completion was empty.',
    ],
  },
  {
    title: 'Event types',
    paragraphs: [
      `The catalog has ${eventTypes} event types with one channel each. A family such as \`tween\` is one type with several ` +
        'kinds, and each kind is a message. The channel `hub` is not an event type: it holds the methods that a client ' +
        'calls and the messages that answer them. Patterns do not match it, and you cannot subscribe to it.',
    ],
  },
  {
    title: 'Subscribing',
    paragraphs: [
      'Events arrive as calls of `ReceiveEvent`. To receive the events of a channel, subscribe to its address, which is a pattern. A ' +
        `connection holds at most ${formatNumber(hubLimits.patterns)} patterns. An event that several of them match arrives once. ` +
        '`Unsubscribe` removes exactly the patterns that it names. A malformed pattern fails the whole call. A pattern that can ' +
        'match no event is accepted and listed under `unmatched` in the response.',
      '`SubscribeFiltered` narrows a subscription by the lists `objects`, `groups` and `clips`. An event has to match one value of each list ' +
        'that is given. An event without the field of such a list does not match.',
    ],
  },
  {
    title: 'Order',
    paragraphs: [
      'The sequence numbers of events, `seq`, grow by one within a stream. A connection receives events in that order, except ' +
        'for delayed events and for those that `Resume` replays after later ones. A missing number belongs to an event ' +
        'that you did not subscribe to. Events that you subscribed to but missed are declared by `gap` or counted by `coalesced`.',
      'Events that an action causes at once are sent before its response. The service sends the events of one event-loop turn in one ' +
        `WebSocket message of at most ${formatNumber(hubLimits.eventsAMessage)} events, and the responses of that turn in another one ` +
        'behind them.',
    ],
  },
  {
    title: 'Volume',
    paragraphs: [
      `High-volume kinds (${formatNameList(highVolume)}) are coalesced by kind and source, where the source is a node or else a graph: ` +
        `at most ${defaultRate} events a second reach a connection, or the rate that \`SetRate\` chose. The first of a burst is sent ` +
        'at once. Of the others, the latest is sent at the next interval, with `coalesced`. `ports.updated` keeps the latest value ' +
        'of each port.',
      `A client that leaves more than ${formatNumber(hubLimits.backlogMessages)} messages or ` +
        `${formatMebibytes(hubLimits.backlogBytes)} unread receives no high-volume events until it has caught up. ` +
        `The next other event reports this in \`gap\`, and later events report whatever else was missed. A client that stays above that mark is disconnected after ${formatSeconds(hubLimits.backlogMs)} at the ` +
        'latest, and may reconnect.',
    ],
  },
  {
    title: 'Coming back',
    paragraphs: [
      'After you reconnect, call `Resume` with the `streamId` and `seq` of the last event that you received, preferably before you subscribe: ' +
        'every later subscription then delivers the missed events, marked `replay`, and then new ones. The service ' +
        `retains ${formatNumber(hubLimits.history)} events, and ${formatNumber(hubLimits.history)} of the high-volume kinds.`,
    ],
  },
];

/** Describes in Markdown what authors of clients need to know in addition to the individual messages. */
export const describeHub = (input: HubDescriptionInput): string =>
  [
    'Live events of the scene runtime, and direct actions over the same connection.',
    ...createSections(input).flatMap(({ title, paragraphs }) => [`## ${title}`, ...paragraphs]),
  ].join('\n\n');
