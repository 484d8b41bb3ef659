import type { RE2JS } from 're2js';
import type { NodeServices } from '../dsl/handler-context.ts';

/** Amount of work per step. One unit of work is one character read by a small expression. */
const workPerStep = 25;

/** The work per character doubles when an expression contains this many instructions. */
const instructionsPerWork = 16;

/** The additional work for instructions doubles when an expression contains this many capture groups. */
const groupsPerWork = 8;

/** Number of characters that a native search can examine per unit of work. */
const nativeCharactersPerWork = 32;

const stepsPerBatch = 100;

/** A string that charges steps for every read, so that a search ends when its graph has no steps left. */
class MeteredText extends String {
  private readonly text: string;
  private readonly weight: number;
  private readonly spend: NodeServices['spendSteps'];
  private work = 0;

  constructor(text: string, weight: number, spend: NodeServices['spendSteps']) {
    super(text);
    this.text = text;
    this.weight = weight;
    this.spend = spend;
  }

  /** Adds work, for which steps are charged in batches. */
  spendWork(work: number): void {
    this.work += work;
    while (this.work >= stepsPerBatch * workPerStep) {
      this.work -= stepsPerBatch * workPerStep;
      this.spend(stepsPerBatch);
    }
  }

  override charCodeAt(index: number): number {
    this.spendWork(this.weight);
    return this.text.charCodeAt(index);
  }

  override indexOf(part: string, from = 0): number {
    const index = this.text.indexOf(part, from);
    this.spendWork(((index < 0 ? this.text.length : index) - from) / nativeCharactersPerWork);
    return index;
  }

  override substring(start: number, end?: number): string {
    return this.text.substring(start, end);
  }
}

/** @param program the expression that searches the string; larger expressions require more work per character */
export const createMeteredText = (
  text: string,
  program: RE2JS,
  spend: NodeServices['spendSteps'],
): MeteredText => {
  const perInstruction = program.programSize() / instructionsPerWork;
  return new MeteredText(text, 1 + perInstruction * (1 + program.groupCount() / groupsPerWork), spend);
};
