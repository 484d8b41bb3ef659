import { expect, test } from 'vitest';
import { createStage, sketch } from '../engine/testing.ts';

test.each([
  ['DeltaTime', 'Seconds', 0.2],
  ['ElapsedTime', 'Seconds', 0.6],
  ['FrameCount', 'Frame', 3],
])('%s after three frames of 0.1 s at time scale 2', (category, output, expected) => {
  const stage = createStage({ fps: 10 });
  stage.step(4);
  stage.execute('action.run', { action: 'time.setScale', parameters: { scale: 2 } });
  stage.run(
    sketch({ frame: 'OnNewFrame', node: category, watch: 'Watch' }, [
      'frame.Out > watch.In',
      `node.${output} > watch.Value`,
    ]),
  );
  stage.step(3);
  expect(stage.port('watch.in.Value')).toBeCloseTo(expected);
});
