/**
 * A recorded run with a heap of bodies, whose result depends on every bit. When run as a program, it prints the journal
 * of the run.
 */
import { fileURLToPath } from 'node:url';
import { createRecordedTestRuntime } from '../../journal/testing-recorded-runtime.ts';

/**
 * Returns the journal of a run in which bodies of every shape fall onto one another, are driven, moved, separated and
 * removed.
 */
export const recordBodyHeap = (): string => {
  const { act, runtime, end } = createRecordedTestRuntime();
  const spawn = (tag: string, x: number, y: number, parent?: string): void => {
    act('scene.spawn', { type: 'Empty', tag, active: true, position: { x, y, z: 0.1 * x }, parent });
  };
  spawn('floor', 0, -0.5);
  const flat = { shape: 'box', size: { x: 50, y: 1, z: 50 }, isTrigger: false };
  act('physics.setCollider', { object: 'floor', ...flat });
  act('physics.setMaterial', { object: 'floor', bounciness: 0.5 });
  const shapes = ['box', 'sphere', 'capsule'];
  for (let index = 0; index < 24; index += 1) {
    const object = `thing-${index}`;
    spawn(object, (index % 3) * 0.3, 1 + index * 0.8, index % 8 === 7 ? 'thing-0' : undefined);
    act('physics.setCollider', { object, shape: shapes[index % 3], isTrigger: index === 5 });
    act('physics.setBody', { object, type: index === 3 ? 'kinematic' : 'dynamic', mass: 1 + (index % 4) });
  }
  act('tween.position', {
    ...{ object: 'thing-3', position: { x: 3, y: 1, z: 0 }, time: 1, ease: 'easeOutBounce' },
    ...{ delay: 0, loops: -1, yoyo: true, space: 'world' },
  });
  for (let tick = 0; tick < 120; tick += 1) {
    if (tick % 15 === 4)
      act('physics.addImpulse', {
        object: `thing-${8 + Math.floor(tick / 15)}`,
        impulse: { x: 1, y: 5, z: 0 },
      });
    if (tick === 30) act('scene.objects.destroy', { object: 'thing-1', delay: 0 });
    if (tick === 40) act('transform.setScale', { object: 'thing-6', scale: { x: 1, y: 2, z: 1 } });
    if (tick === 50) act('time.setScale', { scale: 1.5 });
    if (tick === 60) act('scene.objects.setActive', { object: 'thing-10', active: false });
    runtime.step();
  }
  return end();
};

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(recordBodyHeap());
