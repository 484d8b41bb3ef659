/** Reads the duration and format of sounds. */
import { AssetFileError, toUnreadableAssetError } from './asset-file-error.ts';
import { readLatin1, toDataView } from './byte-views.ts';

/**
 * The properties of a sound that are known without decoding the sound. Sounds are never decoded, since playback is
 * simulated.
 */
export interface SoundMetadata {
  readonly format: 'wav' | 'mp3' | 'ogg';
  /** The duration in seconds. For a truncated file, the duration of the part that is present. */
  readonly duration: number;
  /** The sample rate in hertz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** Set when the file is shorter than its header says. */
  readonly truncated?: true;
}

/** The encodings with a fixed number of bytes per frame: PCM, float, A-law, µ-law, and WAVE_FORMAT_EXTENSIBLE. */
const fixedFrameEncodings: ReadonlySet<number> = new Set([1, 3, 6, 7, 0xfffe]);

/** The maximum number of chunks before the samples, which is more than any known program writes. */
const maxChunks = 1_000;

const isWav = (bytes: Uint8Array): boolean =>
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
const readWav = (bytes: Uint8Array): SoundMetadata => {
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

const isOgg = (bytes: Uint8Array): boolean => readLatin1(bytes, 0, 4) === 'OggS';

/** Whether a file is MP3: it starts with an ID3 tag, or with the 11-bit frame sync and a valid layer. */
const isMp3 = (bytes: Uint8Array): boolean =>
  readLatin1(bytes, 0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2);

/** The maximum size of MP3 and Ogg files. Finding their duration may require parsing the whole file. */
const maxBytes = 64 * 2 ** 20;

const readCompressedSound = async (bytes: Uint8Array, format: 'mp3' | 'ogg'): Promise<SoundMetadata> => {
  if (bytes.length > maxBytes) {
    throw new AssetFileError('TOO_LARGE', `it has ${bytes.length} bytes; the limit is ${maxBytes}`, {
      limit: maxBytes,
    });
  }
  const { parseBuffer } = await import('music-metadata');
  const mimeType = format === 'mp3' ? 'audio/mpeg' : 'audio/ogg';
  const metadata = await parseBuffer(bytes, { mimeType }, { duration: true, skipCovers: true }).then(
    (parsed) => parsed.format,
    (failure: unknown) => {
      throw new AssetFileError('DAMAGED', `its duration cannot be determined (${String(failure)})`);
    },
  );
  const { duration, sampleRate, numberOfChannels: channels } = metadata;
  if (duration === undefined || !Number.isFinite(duration) || duration <= 0) {
    throw new AssetFileError('DAMAGED', 'it has no duration');
  }
  if (!sampleRate || !channels) throw new AssetFileError('DAMAGED', 'its audio format is invalid');
  return { format, duration, sampleRate, channels };
};

/**
 * Reads a sound asset: WAV, MP3 or Ogg (Vorbis, Opus). The format is detected by the first bytes, not by the file name.
 * @throws UnreadableAssetError when the asset is not a sound in one of these formats, or its duration is unknown
 */
export const readSound = async (asset: string, bytes: Uint8Array): Promise<SoundMetadata> => {
  try {
    if (isWav(bytes)) return readWav(bytes);
    if (isOgg(bytes)) return await readCompressedSound(bytes, 'ogg');
    if (isMp3(bytes)) return await readCompressedSound(bytes, 'mp3');
    throw new AssetFileError('NOT_THIS_KIND', 'it is not a WAV, MP3 or Ogg sound');
  } catch (failure) {
    throw toUnreadableAssetError(asset, failure);
  }
};
