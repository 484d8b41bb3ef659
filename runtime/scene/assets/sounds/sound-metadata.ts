/** What is known of a sound without decoding it; playback is simulated. */
export interface SoundMetadata {
  readonly format: 'wav' | 'mp3' | 'ogg';
  /** Seconds; of what is there, when the file is cut off. */
  readonly duration: number;
  /** Hertz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** The file is known to end before its sound does. */
  readonly truncated?: true;
}
