import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSound } from './read-sound.ts';

const chime = readFileSync(new URL('../../../fixtures/projects/demo/assets/chime.wav', import.meta.url));

/** Creates a WAV file with the given chunks. */
const createWav = (...chunks: readonly (readonly [type: string, data: Uint8Array])[]): Buffer => {
  const parts = chunks.map(([type, data]) => {
    const head = Buffer.alloc(8);
    head.write(type, 0, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  });
  const body = Buffer.concat([Buffer.from('WAVE'), ...parts]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
};

const createFormatChunk = (
  encoding: number,
  channels: number,
  sampleRate: number,
  bytesPerSecond: number,
  frame: number,
): Buffer => {
  const data = Buffer.alloc(16);
  data.writeUInt16LE(encoding, 0);
  data.writeUInt16LE(channels, 2);
  data.writeUInt32LE(sampleRate, 4);
  data.writeUInt32LE(bytesPerSecond, 8);
  data.writeUInt16LE(frame, 12);
  return data;
};

/** Creates silent MP3 frames of 1152 samples each, at 44,100 Hz and 128 kbit/s. */
const createMp3 = (frames: number): Buffer =>
  Buffer.concat(
    Array.from({ length: frames }, () => {
      const frame = Buffer.alloc(417);
      frame.set([0xff, 0xfb, 0x90, 0x00]);
      return frame;
    }),
  );

/** Creates a page of an Ogg stream. The position of the page is given in samples. */
const createOggPage = (flags: number, samples: number, index: number, content: Uint8Array): Buffer => {
  const head = Buffer.alloc(28);
  head.write('OggS', 0, 'latin1');
  head.writeUInt8(flags, 5);
  head.writeBigUInt64LE(BigInt(samples), 6);
  head.writeUInt32LE(7, 14);
  head.writeUInt32LE(index, 18);
  head.writeUInt8(1, 26);
  head.writeUInt8(content.length, 27);
  return Buffer.concat([head, content]);
};

/** Creates the first and the last page of a stereo Vorbis stream. */
const createOgg = (samples: number): Buffer => {
  const identity = Buffer.alloc(30);
  identity.write('\x01vorbis', 0, 'latin1');
  identity.writeUInt8(2, 11);
  identity.writeUInt32LE(48_000, 12);
  identity.set([0xb8, 1], 28);
  return Buffer.concat([createOggPage(2, 0, 0, identity), createOggPage(4, samples, 1, Buffer.alloc(40))]);
};

describe('readSound', () => {
  it('reads the duration', async () => {
    expect(await readSound('chime.wav', chime)).toEqual({
      format: 'wav',
      duration: 16538 / 22050,
      sampleRate: 22050,
      channels: 1,
    });
    expect(await readSound('a.mp3', createMp3(100))).toEqual({
      format: 'mp3',
      duration: expect.closeTo((100 * 1152) / 44100, 6),
      sampleRate: 44100,
      channels: 2,
    });
    expect(await readSound('a.ogg', createOgg(120_000))).toEqual({
      format: 'ogg',
      duration: 2.5,
      sampleRate: 48000,
      channels: 2,
    });
  });

  it('detects the format by content, not by file name', async () => {
    expect((await readSound('chime.mp3', chime)).format).toBe('wav');
  });

  it('accepts WAV files with other encodings, and with chunks of other programs', async () => {
    const half = new Uint8Array(4000);
    const float = createWav(
      ['LIST', new Uint8Array(7)],
      ['fmt ', createFormatChunk(3, 2, 1000, 8000, 8)],
      ['data', half],
    );
    expect(await readSound('float.wav', float)).toMatchObject({ duration: 0.5, channels: 2 });
    // Some programs write a wrong byte rate. For encodings with a fixed frame size, the duration follows from the frame
    // size.
    const wrong = createWav(['fmt ', createFormatChunk(1, 1, 1000, 1, 2)], ['data', half]);
    expect(await readSound('wrong.wav', wrong)).toMatchObject({ duration: 2 });
    const packed = createWav(['fmt ', createFormatChunk(17, 1, 1000, 500, 256)], ['data', half]);
    expect(await readSound('adpcm.wav', packed)).toMatchObject({ duration: 8 });
  });

  it('reports the duration of what is present in a truncated file', async () => {
    const sound = await readSound('chime.wav', chime.subarray(0, 44 + 22050));
    expect(sound).toMatchObject({ duration: 0.5, truncated: true });
    const live = Buffer.from(chime);
    live.writeUInt32LE(0xffffffff, 40);
    expect(await readSound('live.wav', live)).toMatchObject({ duration: 16538 / 22050, truncated: true });
  });

  it.each([
    ['nothing', new Uint8Array(), 'NOT_THIS_KIND'],
    ['a text', Buffer.from('la la la'), 'NOT_THIS_KIND'],
    ['garbage', Buffer.alloc(5000, 7), 'NOT_THIS_KIND'],
    ['the beginning of a WAV', chime.subarray(0, 20), 'DAMAGED'],
    ['the header of a WAV', chime.subarray(0, 44), 'DAMAGED'],
    ['a WAV without a format', createWav(['data', new Uint8Array(100)]), 'DAMAGED'],
    [
      'a WAV with a short format chunk',
      createWav(['fmt ', new Uint8Array(8)], ['data', new Uint8Array(100)]),
      'DAMAGED',
    ],
    [
      'a WAV with no channels',
      createWav(['fmt ', createFormatChunk(1, 0, 1000, 2000, 2)], ['data', new Uint8Array(100)]),
      'DAMAGED',
    ],
    [
      'a WAV with a sample rate of 0',
      createWav(['fmt ', createFormatChunk(1, 1, 0, 0, 2)], ['data', new Uint8Array(100)]),
      'DAMAGED',
    ],
    [
      'a WAV with a million empty chunks',
      Buffer.concat([chime.subarray(0, 12), Buffer.alloc(8e6)]),
      'DAMAGED',
    ],
    ['the tag of an MP3', Buffer.from('ID3\x04\0\0\0\0\0\x0a0123456789', 'latin1'), 'DAMAGED'],
    ['four bytes of an MP3', createMp3(1).subarray(0, 4), 'DAMAGED'],
    ['the beginning of an Ogg', createOgg(120_000).subarray(0, 20), 'DAMAGED'],
    ['a truncated Ogg', createOgg(120_000).subarray(0, -10), 'DAMAGED'],
    ['an Ogg of garbage', Buffer.concat([Buffer.from('OggS'), Buffer.alloc(5000, 7)]), 'DAMAGED'],
    ['an Ogg without a length', createOgg(0), 'DAMAGED'],
  ])('rejects %s', async (_, bytes, problem) => {
    await expect(readSound('bell.ogg', bytes)).rejects.toMatchObject({
      code: 'ACTION_FAILED',
      reason: expect.stringMatching(/^The asset 'bell\.ogg' cannot be read: .{10,}\.$/s),
      details: { asset: 'bell.ogg', problem },
    });
  });

  it('rejects a file that is too large to measure', async () => {
    const file = Buffer.alloc(64 * 2 ** 20 + 1);
    file.write('ID3');
    await expect(readSound('bell.mp3', file)).rejects.toMatchObject({ details: { problem: 'TOO_LARGE' } });
  });
});
