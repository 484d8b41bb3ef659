import { findActionByName } from '#spec/actions/find-action.ts';
import { loopbackDeviceName } from '#spec/midi-messages.ts';
import type { RuntimeCommand, RuntimeCommands, RuntimeTarget } from '../link/runtime-link.ts';
import type { Midi } from './midi.ts';

type Preparations = {
  readonly [C in RuntimeCommand]?: (params: RuntimeCommands[C]['params']) => Promise<void> | undefined;
};

/**
 * Creates the function that scans for MIDI ports before commands that need the ports. Other commands therefore don't
 * have to wait for the scan.
 */
export const createMidiCommandPreparation = (midi: Pick<Midi, 'scanDevices'>): RuntimeTarget['prepare'] => {
  const preparations: Preparations = {
    'action.run': ({ action, parameters }) =>
      findActionByName(action)?.category === 'midi' && parameters.device !== loopbackDeviceName
        ? midi.scanDevices()
        : undefined,
    'discovery.list': ({ dataType }) => (dataType === 'midi-devices' ? midi.scanDevices() : undefined),
    // The ports must be known when the graph is loaded, so that the graph can send messages from its first step on.
    'graph.load': ({ graph }) =>
      graph.nodes.some(({ category }) => category === 'SendMidi') ? midi.scanDevices() : undefined,
  };
  return (command, params) => preparations[command]?.(params);
};
