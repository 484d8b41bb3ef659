/** Stryker selects mutants by range, and a range can have several. These plugins let it run only the drawn ones. */
import { isDeepStrictEqual } from 'node:util';

class DrawnMutantsChecker {
  static inject = ['options'];
  #drawn;

  constructor({ drawn }) {
    this.#drawn = drawn;
  }

  async init() {}

  async check(mutants) {
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, this.#check(mutant)]));
  }

  #check({ fileName, location, replacement }) {
    const isDrawn = this.#drawn.some((mutant) =>
      isDeepStrictEqual(mutant, { fileName, location, replacement }),
    );
    return isDrawn ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' };
  }
}

/** Prints each result at once, so that an interrupted run of hours still shows what it found. */
class ImmediateReporter {
  onMutantTested({ status, fileName, location, replacement }) {
    if (status === 'CompileError') return;
    console.log(`${status} ${fileName}:${location.start.line} ${replacement?.split('\n')[0]}`);
  }
}

export const strykerPlugins = [
  { kind: 'Checker', name: 'drawn', injectableClass: DrawnMutantsChecker },
  { kind: 'Reporter', name: 'drawn', injectableClass: ImmediateReporter },
];
