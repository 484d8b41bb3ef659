/** Generates frames that clients might send to the hub. */
import { createSeededRandom } from '#runtime/engine/seeded-random.ts';
import { encodeMessagePack } from '#runtime/link/messagepack/encode-messagepack.ts';
import { writeLengthPrefix, reservedPrefixBytes } from '../../../handlers/hub/protocol/framing.ts';

export type Encoding = 'json' | 'messagepack';

/** Random numbers that can be reproduced from a seed. */
export interface Random {
  /** Returns a whole number from 0 to `limit` (exclusive). */
  below(limit: number): number;
  pick<T>(choices: readonly T[]): T;
}

export const createFuzzRandom = (seed: number): Random => {
  const next = createSeededRandom(seed, 'hub', 'frames');
  const below = (limit: number) => Math.floor(next() * limit);
  // biome-ignore lint/style/noNonNullAssertion: there is always something to choose from
  return { below, pick: (choices) => choices[below(choices.length)]! };
};

/** WebSocket payloads that carry one or more messages. */
type Frames = readonly Buffer[];

type MessageFields = Readonly<Record<string, unknown>>;

const createEchoCall = (text: string): MessageFields => ({
  Action: 'log.console',
  Parameters: { message: text },
  RequestId: 'r1',
});

/** Picks calls that a hub must either carry out or reject in its completion message. */
const pickCall = (chance: Random): readonly MessageFields[] => {
  const pattern = chance.pick(['*', 'graph.*', 'node.**', 'a..b', 'x'.repeat(300), 'console.log']);
  return [
    { target: 'Subscribe', arguments: [[pattern]] },
    { target: 'SubscribeFiltered', arguments: [[pattern], ['cube'], null, []] },
    { target: 'Unsubscribe', arguments: [[pattern, 'graph.*']] },
    { target: 'SetRate', arguments: [chance.below(2_000)] },
    // Resuming all events is rare, because a full resume causes a lot of work.
    { target: 'Resume', arguments: [chance.below(50) === 0 ? 's0' : 0, chance.below(100)] },
    { target: 'SendAction', arguments: [createEchoCall('é'.repeat(chance.below(50)))] },
    {
      target: 'SendActionBatch',
      arguments: [[createEchoCall('a'), { Action: 'no.such' }], chance.below(2) === 1],
    },
    { target: chance.pick(['', 'subscribe', '__proto__', 'toString']), arguments: [] },
    { target: 'Subscribe', arguments: chance.pick<unknown[]>([[], [7], [[{}]], [null, 1, 2], [[]]]) },
  ];
};

const createMessage = (chance: Random): MessageFields => {
  const kind = chance.below(10);
  if (kind < 7) return { type: 1, invocationId: `i${chance.below(1_000)}`, ...chance.pick(pickCall(chance)) };
  if (kind === 7) return { type: 6 };
  return chance.pick<MessageFields>([
    { type: 4, invocationId: 's', target: 'Subscribe', arguments: [['*']] },
    { type: 5, invocationId: 's' },
    { type: 8, sequenceId: chance.below(9) },
    { type: 42 },
  ]);
};

const encode = (fields: MessageFields, encoding: Encoding): Buffer => {
  if (encoding === 'json') return Buffer.from(`${JSON.stringify(fields)}\x1e`);
  const { type, invocationId = null, target, arguments: args, sequenceId } = fields;
  const invocation = [type, {}, invocationId, target, args, []];
  const array =
    type === 8 ? [type, sequenceId] : target === undefined ? [type, {}, invocationId] : invocation;
  return writeLengthPrefix(encodeMessagePack(array, reservedPrefixBytes));
};

const cutBytes = (bytes: Buffer, chance: Random): Frames => {
  const at = chance.below(bytes.length);
  return [bytes.subarray(0, at), bytes.subarray(at)];
};

/** Generates valid messages: a single message, several in one frame, or a message that is split across two frames. */
export const generateValidFrames = (chance: Random, encoding: Encoding): Frames => {
  const count = 1 + chance.below(3);
  const bytes = Buffer.concat(Array.from({ length: count }, () => encode(createMessage(chance), encoding)));
  return chance.below(3) === 0 ? cutBytes(bytes, chance) : [bytes];
};

type Mutation = (bytes: Buffer, chance: Random) => Buffer;

const spliceBytes = (bytes: Buffer, at: number, drop: number, insert: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + drop)]);

const randomBytes = (length: number, chance: Random): Buffer =>
  Buffer.from(Array.from({ length }, () => chance.below(256)));

const mutations: readonly Mutation[] = [
  (bytes, chance) => bytes.subarray(0, chance.below(bytes.length)),
  (bytes, chance) => spliceBytes(bytes, chance.below(bytes.length), 1, randomBytes(1, chance)),
  (bytes, chance) =>
    spliceBytes(bytes, chance.below(bytes.length), chance.below(8), randomBytes(chance.below(8), chance)),
  (bytes, chance) =>
    spliceBytes(bytes, chance.below(bytes.length), 0, Buffer.from([0xff, 0xc0, 0xed, 0xa0, 0x80])),
  (bytes, chance) =>
    spliceBytes(bytes, 0, chance.below(3), Buffer.from('ffffffffff'.slice(2 * chance.below(5)), 'hex')),
  (bytes) => Buffer.from(bytes.toString('latin1').replace(/"(\w+)":/, '"$1":[],"x":'), 'latin1'),
  (bytes, chance) =>
    Buffer.from(bytes.toString('latin1').replace(/\d/, chance.pick(['-1', '1e999', 'null', '{}'])), 'latin1'),
  (_, chance) => randomBytes(chance.below(64), chance),
  (_, chance) => Buffer.concat([Buffer.from('['.repeat(10_000 + chance.below(10_000))), Buffer.from('\x1e')]),
  (_, chance) => Buffer.alloc(3_000 + chance.below(3_000), 0x91),
];

/** On average, one in this many frames exceeds the maximum length of a message. */
const oversizedInterval = 500;

/** Generates invalid messages, or random bytes. */
export const generateInvalidFrames = (chance: Random, encoding: Encoding): Frames => {
  if (chance.below(oversizedInterval) === 0)
    return [Buffer.alloc(chance.pick([(1 << 20) + 9, 3 << 20]), 0x20)];
  const mutated = chance.pick(mutations)(encode(createMessage(chance), encoding), chance);
  const bytes = Buffer.concat([mutated, encode(createMessage(chance), encoding)]);
  return chance.below(3) === 0 ? cutBytes(bytes, chance) : [bytes];
};
