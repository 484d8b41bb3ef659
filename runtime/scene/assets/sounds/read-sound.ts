/** Reads the duration and format of sounds. */
import { readLatin1 } from '../byte-views.ts';
import { toUnreadableAssetError, AssetFileError } from '../asset-file-error.ts';
import { isWav, readWav } from './read-wav.ts';
import type { SoundMetadata } from './sound-metadata.ts';

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
