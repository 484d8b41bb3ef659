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
