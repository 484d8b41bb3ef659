/** The discovery data types other than node types and actions (description: 'Root, discovery and meta'). */
import * as z from 'zod';
import { inputAxes, inputButtons, inputKeys } from './input-controls.ts';
import { listKeys } from './list-keys.ts';

interface DataTypeEntry {
  readonly description: string;
  /** Whether the data type is only available with a runtime. */
  readonly needsRuntime?: true;
}

export const dataTypes = {
  'scene-objects': { description: 'Objects of the active scene, by tag', needsRuntime: true },
  'bundled-assets': { description: 'Objects saved as reusable assets', needsRuntime: true },
  scenes: { description: 'Scenes of the project', needsRuntime: true },
  'runtime-assets': { description: 'Assets of the project', needsRuntime: true },
  'input-info': { description: 'Keys, mouse buttons and axes that input nodes can name' },
  'input-action': { description: 'Named input actions', needsRuntime: true },
  'app-data': { description: 'Facts about the running runtime', needsRuntime: true },
  transitions: { description: 'Transitions between scenes', needsRuntime: true },
  'midi-devices': { description: 'MIDI inputs and outputs', needsRuntime: true },
  'components-info': { description: 'Components that objects can have', needsRuntime: true },
  layers: { description: 'Configured layer names', needsRuntime: true },
} as const satisfies Readonly<Record<string, DataTypeEntry>>;

export type DataType = keyof typeof dataTypes;
export type RuntimeDataType = {
  [K in DataType]: (typeof dataTypes)[K] extends { needsRuntime: true } ? K : never;
}[DataType];

export const dataTypeNames = listKeys(dataTypes);

/** A discovery item, which has a name and the fields of its data type (C-22). */
export const DiscoveryItem = z.looseObject({ name: z.string() });
export type DiscoveryItem = z.output<typeof DiscoveryItem>;

/** The names that input nodes accept. */
export const inputInfo: readonly DiscoveryItem[] = [
  ...inputKeys.map((name) => ({ name, kind: 'key' })),
  ...inputButtons.map((name) => ({ name, kind: 'mouseButton' })),
  ...inputAxes.map((name) => ({ name, kind: 'axis' })),
];
