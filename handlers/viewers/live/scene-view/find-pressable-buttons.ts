import type { GraphDetail } from '../graphs/graph-types.ts';

interface PressableButton {
  /** The port that takes the press. */
  readonly portId: string;
  readonly label: string;
}

const maxButtons = 3;

/** Returns the first manual buttons of a running graph. A stopped graph has none, because nothing takes the press. */
export const findPressableButtons = (graph: GraphDetail | undefined): readonly PressableButton[] => {
  if (graph?.state !== 'running') return [];
  return graph.nodes
    .flatMap(({ category, ports }) => {
      const pressed = ports.find(({ type, direction }) => type === 'Button' && direction === 'output');
      const label = ports.find(({ name }) => name === 'Label')?.value;
      return category === 'ManualButton' && pressed
        ? [{ portId: pressed.id, label: typeof label === 'string' && label !== '' ? label : 'Press' }]
        : [];
    })
    .slice(0, maxButtons);
};
