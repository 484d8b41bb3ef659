/** Checks that the shims behave like Node's modules, as far as the service uses them. */
import { Buffer as NodeBuffer } from 'node:buffer';
import { createHash as nodeHash } from 'node:crypto';
import { isIP as nodeIsIP } from 'node:net';
import { posix } from 'node:path';
import { isDeepStrictEqual as nodeIsEqual, promisify } from 'node:util';
import { deflate as nodeDeflate, inflateSync as nodeInflate } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Buffer } from './buffer.ts';
import { createHash, timingSafeEqual } from './crypto.ts';
import { isIP } from './net.ts';
import { posix as shimPath } from './path.ts';
import { isDeepStrictEqual } from './util.ts';
import { deflate, inflateSync } from './zlib.ts';

const bytes = fc.uint8Array({ maxLength: 300 });
const text = fc.string({ unit: 'binary', maxLength: 80 });
const encodings = ['utf8', 'latin1', 'hex', 'base64', 'base64url'] as const;

describe('the shim of Buffer', () => {
  it.each(encodings)('encodes and decodes %s', (encoding) => {
    fc.assert(
      fc.property(bytes, (content) => {
        const printed = NodeBuffer.from(content).toString(encoding);
        expect(Buffer.from(content).toString(encoding)).toBe(printed);
        expect([...Buffer.from(printed, encoding)]).toEqual([...NodeBuffer.from(printed, encoding)]);
      }),
    );
  });

  it('measures and writes text', () => {
    fc.assert(
      fc.property(text, (content) => {
        expect(Buffer.byteLength(content)).toBe(NodeBuffer.byteLength(content));
        const [shimBuffer, nodeBuffer] = [Buffer.alloc(400), NodeBuffer.alloc(400)];
        expect(shimBuffer.write(content, 3)).toBe(nodeBuffer.write(content, 3));
        expect([...shimBuffer]).toEqual([...nodeBuffer]);
      }),
    );
  });

  it('writes and reads numbers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 0xffff_ffff }),
        fc.double(),
        fc.bigInt(0n, 2n ** 63n - 1n),
        (a, b, c) => {
          const [shimBuffer, nodeBuffer] = [Buffer.alloc(28), NodeBuffer.alloc(28)];
          for (const buffer of [shimBuffer, nodeBuffer]) {
            buffer.writeUInt32BE(a, 0);
            buffer.writeUIntBE(a, 4, 4);
            buffer.writeDoubleBE(b, 8);
            buffer.writeBigInt64BE(c, 16);
            buffer.writeUInt16BE(a & 0xffff, 24);
          }
          expect([...shimBuffer]).toEqual([...nodeBuffer]);
          expect(shimBuffer.readIntBE(0, 4)).toBe(nodeBuffer.readIntBE(0, 4));
          expect(shimBuffer.readUIntBE(24, 2)).toBe(nodeBuffer.readUIntBE(24, 2));
          expect(shimBuffer.readDoubleBE(8)).toBe(nodeBuffer.readDoubleBE(8));
          expect(shimBuffer.readBigUInt64BE(16)).toBe(nodeBuffer.readBigUInt64BE(16));
        },
      ),
    );
  });

  it('copies, concatenates and searches backwards', () => {
    const [shimBuffer, nodeBuffer] = [Buffer.alloc(4), NodeBuffer.alloc(4)];
    expect(Buffer.from('abcdef').copy(shimBuffer, 1)).toBe(NodeBuffer.from('abcdef').copy(nodeBuffer, 1));
    expect([...shimBuffer]).toEqual([...nodeBuffer]);
    expect(Buffer.concat([Buffer.of(1), Buffer.from('a')]).toString('hex')).toBe('0161');
    expect(Buffer.from([1, 2, 1, 2, 3]).lastIndexOf(Buffer.of(1, 2))).toBe(2);
    expect(Buffer.from([1, 2]).lastIndexOf(Buffer.of(3))).toBe(-1);
  });
});

it('SHA-256 equals that of Node', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (content) => {
      expect(createHash('sha256').update(content).digest('hex')).toBe(
        nodeHash('sha256').update(content).digest('hex'),
      );
    }),
  );
});

it('timingSafeEqual accepts only equal bytes', () => {
  expect(timingSafeEqual(Buffer.from('abc'), Buffer.from('abc'))).toBe(true);
  expect(timingSafeEqual(Buffer.from('abc'), Buffer.from('abd'))).toBe(false);
  expect(timingSafeEqual(Buffer.from('abc'), Buffer.from('ab'))).toBe(false);
});

const paths = fc
  .array(fc.constantFrom('', '.', '..', 'a', 'b.json', 'c d'), { maxLength: 6 })
  .map((names) => names.join('/'));

it.each(['normalize', 'basename', 'dirname', 'isAbsolute'] as const)(
  'paths: %s equals that of POSIX',
  (name) => {
    fc.assert(
      fc.property(paths, (path) => {
        expect([path, shimPath[name](path)]).toEqual([path, posix[name](path)]);
      }),
    );
  },
);

it('paths are joined as in POSIX', () => {
  fc.assert(
    fc.property(paths, paths, (a, b) => {
      expect(shimPath.join(a, b)).toBe(posix.join(a, b));
    }),
  );
});

it('equality of JSON values equals that of Node', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (a, b) => {
      expect(isDeepStrictEqual(a, structuredClone(a))).toBe(true);
      expect(isDeepStrictEqual(a, b)).toBe(nodeIsEqual(a, b));
    }),
  );
});

it.each([
  '127.0.0.1',
  '::1',
  'fd00::1',
  '1.2.3',
  '1.2.3.4.5',
  'localhost',
  '',
  '::ffff:1.2.3.4',
  '256.1.1.1',
])('isIP returns the same as Node for %j', (address) => expect(isIP(address)).toBe(nodeIsIP(address)));

it('compresses and decompresses like Node, within the output limit', async () => {
  const content = NodeBuffer.from('many words '.repeat(100));
  const compressed = await new Promise<Uint8Array>((resolve) =>
    deflate(content, { level: 6 }, (_, result) => resolve(result)),
  );
  expect(nodeInflate(compressed).toString()).toBe(content.toString());
  const expected = await promisify(nodeDeflate)(content);
  const unpacked = inflateSync(expected, { maxOutputLength: content.length });
  expect(NodeBuffer.from(unpacked).toString()).toBe(content.toString());
  expect(() => inflateSync(expected, { maxOutputLength: content.length - 1 })).toThrow();
});
