/** Sounds as assets: how long they last. */
import { latin1 } from '../bytes.ts';
import { asFaultOf, Refusal } from '../refusal.ts';
import { isWav, wavSound } from './wav.ts';
import type { Sound } from './sound.ts';

const isOgg = (bytes: Uint8Array): boolean => latin1(bytes, 0, 4) === 'OggS';

/** Tags in front, or the eleven set bits that a frame begins with and a layer that there is. */
const isMp3 = (bytes: Uint8Array): boolean =>
  latin1(bytes, 0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2);

/** Of an MP3 or Ogg file: some are measured by walking through all of it. */
const mostBytes = 64 * 2 ** 20;

const taggedSound = async (bytes: Uint8Array, format: 'mp3' | 'ogg'): Promise<Sound> => {
  if (bytes.length > mostBytes) {
    throw new Refusal('TOO_LARGE', `it has ${bytes.length} bytes of ${mostBytes} that it may have`, {
      limit: mostBytes,
    });
  }
  const { parseBuffer } = await import('music-metadata');
  const mimeType = format === 'mp3' ? 'audio/mpeg' : 'audio/ogg';
  const told = await parseBuffer(bytes, { mimeType }, { duration: true, skipCovers: true }).then(
    (metadata) => metadata.format,
    (failure: unknown) => {
      throw new Refusal('DAMAGED', `its sound cannot be measured (${String(failure)})`);
    },
  );
  const { duration, sampleRate, numberOfChannels: channels } = told;
  if (duration === undefined || !Number.isFinite(duration) || duration <= 0) {
    throw new Refusal('DAMAGED', 'it does not tell how long its sound lasts');
  }
  if (!sampleRate || !channels) throw new Refusal('DAMAGED', 'the format of its sound makes no sense');
  return { format, duration, sampleRate, channels };
};

/**
 * Reads the file of a sound asset: WAV, MP3 or Ogg (Vorbis, Opus), told by its first bytes, whatever it is called.
 * @throws UnreadableAsset for what is no such sound or does not tell how long it lasts.
 */
export const readSound = async (asset: string, bytes: Uint8Array): Promise<Sound> => {
  try {
    if (isWav(bytes)) return wavSound(bytes);
    if (isOgg(bytes)) return await taggedSound(bytes, 'ogg');
    if (isMp3(bytes)) return await taggedSound(bytes, 'mp3');
    throw new Refusal('NOT_THIS_KIND', 'it is no WAV, MP3 or Ogg sound');
  } catch (failure) {
    throw asFaultOf(asset, failure);
  }
};
