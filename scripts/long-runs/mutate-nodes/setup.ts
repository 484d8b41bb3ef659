/** Runs before each test file while `mutate-nodes.ts` asks whether the tests notice a mutant. */
import { inject } from 'vitest';
import { plant } from './plan.ts';

const mutant = inject('mutant');
if (mutant) plant(mutant);
