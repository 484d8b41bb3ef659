/** Lets Stryker try those mutants only that were drawn: it is told of places, at each of which there are several. */
import { isDeepStrictEqual } from 'node:util';

class Drawn {
  static inject = ['options'];
  #drawn;

  constructor({ drawn }) {
    this.#drawn = drawn;
  }

  async init() {}

  async check(mutants) {
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, this.#answerTo(mutant)]));
  }

  #answerTo({ fileName, location, replacement }) {
    const isDrawn = this.#drawn.some((one) => isDeepStrictEqual(one, { fileName, location, replacement }));
    return isDrawn ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' };
  }
}

/** Tells at once what becomes of a mutant: who ends a run of hours keeps what it has found. */
class Told {
  onMutantTested({ status, fileName, location, replacement }) {
    if (status === 'CompileError') return;
    console.log(`${status} ${fileName}:${location.start.line} ${replacement?.split('\n')[0]}`);
  }
}

export const strykerPlugins = [
  { kind: 'Checker', name: 'drawn', injectableClass: Drawn },
  { kind: 'Reporter', name: 'drawn', injectableClass: Told },
];
