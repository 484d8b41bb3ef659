/** The part of `@julusian/midi` that is used here. The package is optional. */

interface MidiLibraryPort {
  getPortCount(): number;
  getPortName(port: number): string;
  openPort(port: number): void;
  /** Closes the port, so that the port doesn't keep the process alive. */
  destroy(): void;
}

export interface MidiLibraryInput extends MidiLibraryPort {
  /** Selects the message types to ignore. `false` for the first two parameters enables sysex and timing messages. */
  ignoreTypes(sysex: boolean, timing: boolean, activeSensing: boolean): void;
  on(event: 'message', listener: (deltaTime: number, bytes: number[]) => void): unknown;
}

export interface MidiLibraryOutput extends MidiLibraryPort {
  sendMessage(bytes: number[]): void;
}

export interface MidiLibrary {
  readonly Input: new () => MidiLibraryInput;
  readonly Output: new () => MidiLibraryOutput;
}

export const midiPackageName = '@julusian/midi';

/**
 * Loads the MIDI package.
 * @throws Error when the package isn't installed, or doesn't support this computer
 */
export const loadMidiLibrary = async (): Promise<MidiLibrary> => {
  // The name isn't a literal, so that the compiler and the bundler don't resolve the optional package.
  const name: string = midiPackageName;
  const loaded = (await import(name)) as MidiLibrary & { readonly default?: MidiLibrary };
  return loaded.Input ? loaded : (loaded.default as MidiLibrary);
};
