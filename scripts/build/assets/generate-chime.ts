const sampleRate = 22_050;
const seconds = 0.75;

/** Frequency (in hertz) and amplitude of each partial. */
const partials = [
  [880, 0.5],
  [1760, 0.25],
  [2637, 0.125],
] as const;

/** Computes the value of the decaying sound at a time in seconds after the stroke. */
const computeSample = (time: number): number =>
  partials.reduce((sum, [hertz, strength]) => sum + strength * Math.sin(2 * Math.PI * hertz * time), 0) *
  Math.exp(-6 * time);

/** Generates the sound of a small bell as a WAV file with one channel and 16 bits per sample. */
export const generateChime = (): Uint8Array => {
  const samples = Math.round(sampleRate * seconds);
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples * 2, 40);
  for (let i = 0; i < samples; i += 1) {
    file.writeInt16LE(Math.round(32_000 * computeSample(i / sampleRate)), 44 + i * 2);
  }
  return file;
};
