/** The properties of a sound that are known without decoding it. Playback is simulated. */
export interface SoundMetadata {
  readonly format: 'wav' | 'mp3' | 'ogg';
  /** In seconds. For a truncated file, only the part that is present. */
  readonly duration: number;
  /** In hertz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** The file ends before its header says. */
  readonly truncated?: true;
}
