/** The part of `@julusian/midi` that is used. The package is optional. */

interface MidiLibraryPort {
  getPortCount(): number;
  getPortName(port: number): string;
  openPort(port: number): void;
  /** Closes the port, and releases what would keep the process alive. */
  destroy(): void;
}

export interface MidiLibraryInput extends MidiLibraryPort {
  /** false lets the first two kinds through. */
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

/** @throws Error when it is not installed, or not for this machine */
export const loadMidiLibrary = async (): Promise<MidiLibrary> => {
  // not a literal, so that neither the compiler nor the bundler resolves an optional package
  const name: string = midiPackageName;
  const loaded = (await import(name)) as MidiLibrary & { readonly default?: MidiLibrary };
  return loaded.Input ? loaded : (loaded.default as MidiLibrary);
};
