import { agentsSuite } from './agents-suite.ts';
import { animationSuite } from './animation-suite.ts';
import { backpressureSuite } from './backpressure-suite.ts';
import { buildSuite } from './build-suite.ts';
import { bulkSuite } from './bulk-suite.ts';
import { engineSuite } from './engine-suite.ts';
import { fanOutSuite } from './fan-out-suite.ts';
import { framesUnderLoadSuite } from './frames-under-load-suite.ts';
import { growthSuite } from './growth/growth-suite.ts';
import { manyGraphsSuite } from './many-graphs-suite.ts';
import { hubActionsSuite } from './hub-actions-suite.ts';
import { frameLoopSuite } from './frame-loop-suite.ts';
import { conformanceKitSuite } from './conformance-kit-suite.ts';
import { relaySuite } from './relay/relay-suite.ts';
import { restSuite } from './rest-suite.ts';
import { runtimeLinkSuite } from './runtime-link/runtime-link-suite.ts';
import { sceneSuite } from './scene-suite.ts';
import { memorySuite, startupSuite } from './startup-and-memory-suites.ts';
import type { Suite } from './suite.ts';

/**
 * All suites in the order in which they run. The suite that measures the target's memory comes first, while the server
 * is fresh.
 */
const allSuites: readonly Suite[] = [
  backpressureSuite,
  fanOutSuite,
  hubActionsSuite,
  buildSuite,
  bulkSuite,
  restSuite,
  engineSuite,
  frameLoopSuite,
  framesUnderLoadSuite,
  runtimeLinkSuite,
  relaySuite,
  sceneSuite,
  animationSuite,
  growthSuite,
  manyGraphsSuite,
  startupSuite,
  memorySuite,
  agentsSuite,
  conformanceKitSuite,
];

/** @throws Error that lists all suites when a name is unknown */
export const chooseSuites = (names: readonly string[] | undefined): readonly Suite[] => {
  const unknownName = names?.find((name) => !allSuites.some(({ id }) => id === name));
  if (unknownName !== undefined) {
    throw new Error(
      `no suite is called '${unknownName}'; there are ${allSuites.map(({ id }) => id).join(', ')}`,
    );
  }
  return names === undefined ? allSuites : allSuites.filter(({ id }) => names.includes(id));
};
