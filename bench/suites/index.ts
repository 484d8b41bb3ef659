import { agents } from './agents.ts';
import { animation } from './animation.ts';
import { backpressure } from './backpressure.ts';
import { build } from './build.ts';
import { bulk } from './bulk.ts';
import { engine } from './engine.ts';
import { fanOut } from './fan-out.ts';
import { frames } from './frames.ts';
import { growth } from './growth/index.ts';
import { graphs } from './graphs.ts';
import { hubActions } from './hub-actions.ts';
import { frameLoop } from './frame-loop.ts';
import { kit } from './kit.ts';
import { relay } from './relay/index.ts';
import { rest } from './rest.ts';
import { runtimeLink } from './runtime-link/index.ts';
import { scene } from './scene.ts';
import { memory, start } from './start.ts';
import type { Suite } from './suite.ts';

/** Every suite, in the order in which they run; the one that watches memory finds a fresh server. */
const suites: readonly Suite[] = [
  backpressure,
  fanOut,
  hubActions,
  build,
  bulk,
  rest,
  engine,
  frameLoop,
  frames,
  runtimeLink,
  relay,
  scene,
  animation,
  growth,
  graphs,
  start,
  memory,
  agents,
  kit,
];

/** @throws Error that lists the suites when a name is unknown. */
export const chooseSuites = (names: readonly string[] | undefined): readonly Suite[] => {
  const unknown = names?.find((name) => !suites.some(({ id }) => id === name));
  if (unknown !== undefined) {
    throw new Error(`no suite is called '${unknown}'; there are ${suites.map(({ id }) => id).join(', ')}`);
  }
  return names === undefined ? suites : suites.filter(({ id }) => names.includes(id));
};
