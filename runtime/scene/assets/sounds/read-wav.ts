import { readLatin1, toDataView } from '../byte-views.ts';
import { AssetFileError } from '../asset-file-error.ts';
import type { SoundMetadata } from './sound-metadata.ts';

/** The encodings with a fixed number of bytes per frame: PCM, float, A-law, µ-law, and WAVE_FORMAT_EXTENSIBLE. */
const fixedFrameEncodings: ReadonlySet<number> = new Set([1, 3, 6, 7, 0xfffe]);

/** The maximum number of chunks before the samples, which is more than any known program writes. */
const maxChunks = 1_000;

export const isWav = (bytes: Uint8Array): boolean =>
  readLatin1(bytes, 0, 4) === 'RIFF' && readLatin1(bytes, 8, 4) === 'WAVE';

interface WavFormat {
  readonly channels: number;
  readonly sampleRate: number;
  readonly bytesPerSecond: number;
}

const readFormat = (bytes: Uint8Array): WavFormat => {
  if (bytes.length < 16) throw new AssetFileError('DAMAGED', 'the format of the WAV sound is cut off');
  const view = toDataView(bytes);
  const encoding = view.getUint16(0, true);
  const channels = view.getUint16(2, true);
  const sampleRate = view.getUint32(4, true);
  const frame = view.getUint16(12, true);
  const bytesPerSecond = fixedFrameEncodings.has(encoding) ? sampleRate * frame : view.getUint32(8, true);
  if (channels === 0 || sampleRate === 0 || bytesPerSecond === 0) {
    throw new AssetFileError('DAMAGED', 'the format of the WAV sound is invalid');
  }
  return { channels, sampleRate, bytesPerSecond };
};

/**
 * Reads a WAV file. The duration covers the samples that are present, which may be fewer than the header says.
 * @throws AssetFileError when the file has no format or no samples
 */
export const readWav = (bytes: Uint8Array): SoundMetadata => {
  const view = toDataView(bytes);
  let format: WavFormat | undefined;
  for (let at = 12, chunks = 0; at + 8 <= bytes.length && chunks < maxChunks; chunks += 1) {
    const type = readLatin1(bytes, at, 4);
    const length = view.getUint32(at + 4, true);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'fmt ') format = readFormat(data);
    if (type === 'data') {
      if (format === undefined) break;
      const { channels, sampleRate, bytesPerSecond } = format;
      if (data.length === 0) throw new AssetFileError('DAMAGED', 'the WAV file has no samples');
      return {
        format: 'wav',
        duration: data.length / bytesPerSecond,
        sampleRate,
        channels,
        ...(data.length < length && { truncated: true }),
      };
    }
    // Chunks are aligned to 2 bytes.
    at += 8 + length + (length % 2);
  }
  throw new AssetFileError('DAMAGED', 'the WAV file has no format chunk followed by samples');
};
