import { category, pureNode } from './node.ts';
import { float, integer } from './ports.ts';

const deltaTime = pureNode({
  enumValue: 'DeltaTime',
  description: 'Simulated seconds of the current step: the fixed step length times the time scale.',
  inputs: {},
  outputs: { Seconds: float() },
  evaluate: (_, { clock }) => clock.deltaTime,
});

const elapsedTime = pureNode({
  enumValue: 'ElapsedTime',
  description: 'Simulated seconds since the graph started running.',
  inputs: {},
  outputs: { Seconds: float() },
  evaluate: (_, { graph }) => graph.elapsed,
});

const frameCount = pureNode({
  enumValue: 'FrameCount',
  description: 'Frames since the graph started running; 1 in its first frame.',
  inputs: {},
  outputs: { Frame: integer() },
  evaluate: (_, { graph }) => graph.frame,
});

export const time = category('Time', [deltaTime, elapsedTime, frameCount]);
