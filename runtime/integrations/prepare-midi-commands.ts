import { findActionByName } from '#spec/actions/find-action.ts';
import { loopbackDeviceName } from '#spec/midi-messages.ts';
import type { RuntimeCommand, RuntimeCommands, RuntimeTarget } from '../link/runtime-link.ts';
import type { Midi } from './midi.ts';

type Preparations = {
  readonly [C in RuntimeCommand]?: (params: RuntimeCommands[C]['params']) => Promise<void> | undefined;
};

/** What commands wait for that have to do with devices: the look for MIDI ports, which nothing else has to wait for. */
export const createMidiCommandPreparation = (midi: Pick<Midi, 'scanDevices'>): RuntimeTarget['prepare'] => {
  const preparations: Preparations = {
    'action.run': ({ action, parameters }) =>
      findActionByName(action)?.category === 'midi' && parameters.device !== loopbackDeviceName
        ? midi.scanDevices()
        : undefined,
    'discovery.list': ({ dataType }) => (dataType === 'midi-devices' ? midi.scanDevices() : undefined),
    // a graph that sends finds its device from its first step on
    'graph.load': ({ graph }) =>
      graph.nodes.some(({ category }) => category === 'SendMidi') ? midi.scanDevices() : undefined,
  };
  return (command, params) => preparations[command]?.(params);
};
