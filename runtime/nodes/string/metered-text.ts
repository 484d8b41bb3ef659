import type { RE2JS } from 're2js';
import type { NodeServices } from '../dsl/handler-context.ts';

/** Work for the price of a step, in characters that a small expression reads. */
const workPerStep = 25;

/** Instructions of an expression that make reading a character twice as much work. */
const instructionsPerWork = 16;

/** Groups that make it twice as much again. */
const groupsPerWork = 8;

/** Characters of a native search for the work of reading one by one. */
const nativeCharactersPerWork = 32;

/** Steps that are paid for at once. */
const stepsPerBatch = 100;

/** A text that has every reading of it paid for, so that a search ends with the steps of its graph. */
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

  /** Pays for work, sooner or later. */
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

/** @param program what searches the text: the larger, the more work is every character. */
export const createMeteredText = (
  text: string,
  program: RE2JS,
  spend: NodeServices['spendSteps'],
): MeteredText => {
  const perInstruction = program.programSize() / instructionsPerWork;
  return new MeteredText(text, 1 + perInstruction * (1 + program.groupCount() / groupsPerWork), spend);
};
