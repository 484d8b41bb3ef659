/** Sounds as assets: how long they last. */
import { readLatin1 } from '../byte-views.ts';
import { toUnreadableAssetError, AssetFileError } from '../asset-file-error.ts';
import { isWav, readWav } from './read-wav.ts';
import type { SoundMetadata } from './sound-metadata.ts';

const isOgg = (bytes: Uint8Array): boolean => readLatin1(bytes, 0, 4) === 'OggS';

/** Tags in front, or the eleven set bits that a frame begins with and a layer that there is. */
const isMp3 = (bytes: Uint8Array): boolean =>
  readLatin1(bytes, 0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2);

/** Of an MP3 or Ogg file: some are measured by walking through all of it. */
const maxBytes = 64 * 2 ** 20;

const readCompressedSound = async (bytes: Uint8Array, format: 'mp3' | 'ogg'): Promise<SoundMetadata> => {
  if (bytes.length > maxBytes) {
    throw new AssetFileError('TOO_LARGE', `it has ${bytes.length} bytes of ${maxBytes} that it may have`, {
      limit: maxBytes,
    });
  }
  const { parseBuffer } = await import('music-metadata');
  const mimeType = format === 'mp3' ? 'audio/mpeg' : 'audio/ogg';
  const told = await parseBuffer(bytes, { mimeType }, { duration: true, skipCovers: true }).then(
    (metadata) => metadata.format,
    (failure: unknown) => {
      throw new AssetFileError('DAMAGED', `its sound cannot be measured (${String(failure)})`);
    },
  );
  const { duration, sampleRate, numberOfChannels: channels } = told;
  if (duration === undefined || !Number.isFinite(duration) || duration <= 0) {
    throw new AssetFileError('DAMAGED', 'it does not tell how long its sound lasts');
  }
  if (!sampleRate || !channels) throw new AssetFileError('DAMAGED', 'the format of its sound makes no sense');
  return { format, duration, sampleRate, channels };
};

/**
 * Reads the file of a sound asset: WAV, MP3 or Ogg (Vorbis, Opus), told by its first bytes, whatever it is called.
 * @throws UnreadableAsset for what is no such sound or does not tell how long it lasts.
 */
export const readSound = async (asset: string, bytes: Uint8Array): Promise<SoundMetadata> => {
  try {
    if (isWav(bytes)) return readWav(bytes);
    if (isOgg(bytes)) return await readCompressedSound(bytes, 'ogg');
    if (isMp3(bytes)) return await readCompressedSound(bytes, 'mp3');
    throw new AssetFileError('NOT_THIS_KIND', 'it is no WAV, MP3 or Ogg sound');
  } catch (failure) {
    throw toUnreadableAssetError(asset, failure);
  }
};
