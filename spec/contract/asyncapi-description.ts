import { hubLimits } from '../hub-limits.ts';
import { defaultRate } from '../hub.ts';

/** With commas, and without what an `Intl` brings into memory for that. */
const formatNumber = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
const formatMebibytes = (bytes: number): string => `${bytes / (1 << 20)} MiB`;
const formatSeconds = (milliseconds: number): string => `${milliseconds / 1000} s`;
const formatNameList = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

interface HubDescriptionInput {
  /** How many channels carry events. */
  readonly eventTypes: number;
  /** The kinds that are coalesced. */
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
      'The hub speaks the SignalR hub protocol over one WebSocket, so that any SignalR client connects. ' +
        '`POST /api/events/negotiate` may go before. The first message is the handshake, ' +
        '`{"protocol":"json","version":1}` and the byte 0x1E, ' +
        `within ${formatSeconds(hubLimits.handshakeMs)}. It is answered by \`{}\` or \`{"error"}\`, and chooses one of the ` +
        'encodings that the server lists; they bring the same values.',
      `The service sends a ping, \`{"type":6}\`, after ${formatSeconds(hubLimits.pingMs)} without another message, and closes ` +
        `a connection on which nothing came for ${formatSeconds(hubLimits.silenceMs)}, so that clients ping too. A message ` +
        `from a client has at most ${formatMebibytes(hubLimits.messageBytes)}.`,
      'From this machine everybody may connect and subscribe, unless the settings ask for the token ' +
        '(`hubRequiresToken`). `SendAction` and `SendActionBatch` need the token, which travels as `access_token` in the ' +
        'query or as a Bearer header. Pages of other origins than this machine are refused, and while the API is off ' +
        'everybody is.',
    ],
  },
  {
    title: 'Messages',
    paragraphs: [
      'All channels share that connection. A message of this document is one message of the hub protocol: its headers ' +
        'are the fields that tell what it is, and `x-hub-field` points to the one that holds its payload. A hub method ' +
        'carries the list of its arguments, a callback its only one. A call with an `invocationId` ends with a ' +
        'completion: empty, with a result, or with an error that reads `CODE: message`.',
      'Names of methods and callbacks are compared in their letter case; names of properties arrive in any, and leave as ' +
        'they are written here. Examples of the same name belong together: a call, and what came of it; where none of ' +
        'them is a completion, it was an empty one.',
    ],
  },
  {
    title: 'Event types',
    paragraphs: [
      `The catalog has ${eventTypes} event types, a channel each. A family such as \`tween\` is one type with several ` +
        'kinds, and each kind is a message. The channel `hub` is not an event type: it holds the methods that a client ' +
        'calls, and their answers. No pattern matches them, and nobody subscribes to them.',
    ],
  },
  {
    title: 'Subscribing',
    paragraphs: [
      'Events arrive as calls of `ReceiveEvent`. The address of their channel is a pattern that brings them. A ' +
        `connection holds at most ${formatNumber(hubLimits.patterns)} patterns, what several of them match comes once, and ` +
        '`Unsubscribe` takes away exactly the patterns that it names. A malformed pattern fails the whole call; one that can ' +
        'bring no event is taken, and named under `unmatched` in the answer.',
      '`SubscribeFiltered` narrows: any of the values within `objects`, `groups` or `clips`, and all of the lists that ' +
        'are given. An event without a field that is asked for does not match.',
    ],
  },
  {
    title: 'Order',
    paragraphs: [
      'The numbers of events, `seq`, grow by one within a stream. A connection receives events in that order, but for ' +
        'those that were held back and those that `Resume` brings behind later ones. Numbers that are missing are events ' +
        'that were not asked for; what was asked for and left out is declared by `gap`, or counted by `coalesced`.',
      'What an action causes at once is sent before its answer. The events of one turn of the service come in one ' +
        `WebSocket message, ${formatNumber(hubLimits.eventsAMessage)} at most, and the answers of that turn in another one ` +
        'behind them.',
    ],
  },
  {
    title: 'Volume',
    paragraphs: [
      `High-volume kinds (${formatNameList(highVolume)}) are coalesced: of one kind and source, which is a node or else a graph, ` +
        `at most ${defaultRate} events a second reach a connection, or what \`SetRate\` chose. The first of a burst comes ` +
        'at once, the latest of the others when its turn comes, with `coalesced`; `ports.updated` keeps the latest value ' +
        'of each port.',
      `A client that leaves more than ${formatNumber(hubLimits.backlogMessages)} messages or ` +
        `${formatMebibytes(hubLimits.backlogBytes)} unread gets no event of these kinds until it has caught up. ` +
        `\`gap\` says so on the next other event, and afterwards what else was missed. Beyond that mark it is closed after ${formatSeconds(hubLimits.backlogMs)} at the ` +
        'latest, and may come back.',
    ],
  },
  {
    title: 'Coming back',
    paragraphs: [
      'Who comes back calls `Resume` with the `streamId` and `seq` of the last event it has, best before subscribing: ' +
        'every subscription after that brings what was missed, marked by `replay`, and then what is raised. The service ' +
        `holds ${formatNumber(hubLimits.history)} events, and ${formatNumber(hubLimits.history)} of the high-volume kinds.`,
    ],
  },
];

/** What a client author has to know that stands with no single message, in Markdown. */
export const describeHub = (facts: HubDescriptionInput): string =>
  [
    'Live events of the scene runtime, and direct actions over the same connection.',
    ...createSections(facts).flatMap(({ title, paragraphs }) => [`## ${title}`, ...paragraphs]),
  ].join('\n\n');
