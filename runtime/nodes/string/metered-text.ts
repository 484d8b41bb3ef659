import type { RE2JS } from 're2js';
import type { NodeServices } from '../dsl/handler-context.ts';

/** Work per step, in characters that a small expression reads. */
const workPerStep = 25;

/** Instructions of an expression that double the work per character. */
const instructionsPerWork = 16;

/** Groups that double it again. */
const groupsPerWork = 8;

/** Characters of a native search that cost as much as reading a single one. */
const nativeCharactersPerWork = 32;

/** Steps that are charged at once. */
const stepsPerBatch = 100;

/** A text that charges steps for every read, so that a search ends when its graph has no steps left. */
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

  /** Adds work, and charges it in batches of steps. */
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
    const found = this.text.indexOf(part, from);
    this.spendWork(((found < 0 ? this.text.length : found) - from) / nativeCharactersPerWork);
    return found;
  }

  override substring(start: number, end?: number): string {
    return this.text.substring(start, end);
  }
}

/** @param program the expression that searches the text: the larger it is, the more work each character costs. */
export const createMeteredText = (
  text: string,
  program: RE2JS,
  spend: NodeServices['spendSteps'],
): MeteredText => {
  const perInstruction = program.programSize() / instructionsPerWork;
  return new MeteredText(text, 1 + perInstruction * (1 + program.groupCount() / groupsPerWork), spend);
};
