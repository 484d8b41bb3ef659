import { type WithLazyFields, type WithResolvedFields, defineLazyFields } from './lazy-schemas.ts';
import type { z } from 'zod';

/** The one record of a direct action (L2), from which validation and `/api/actions/schema` derive. */
export interface ActionSpec {
  readonly summary: string;
  readonly description?: string;
  /** Parameters by name, in camelCase; they arrive in any letter case. */
  readonly parameters: z.ZodObject;
  readonly result: z.ZodObject;
  /** The description names this action; otherwise it is one of the project's own (choice C-16). */
  readonly named?: true;
  /** Longest time to wait for the runtime, in seconds; the configured default when absent. */
  readonly timeout?: number;
  /**
   * Takes no longer than a node of a graph does, and every value that ports of its parameters' types carry: nodes run it without
   * a price, and without parsing what their ports hold.
   */
  readonly quick?: true;
  /**
   * Its result comes later than the moment between two steps that it is about: what it takes of the scene it takes then, and
   * no step waits for the rest. `maybe` where it may as well be there at once.
   */
  readonly later?: true | 'maybe';
  /**
   * What it needs read of the project beside the assets that its parameters name: all assets that may refer to others, or the
   * list of the files, or the scene that it names.
   */
  readonly reads?: 'documents' | 'folder' | 'scene';
}

/** Declares one direct action; the key it stands under is its dotted name without the category. */
export const defineAction = <const D extends WithLazyFields<ActionSpec, 'parameters' | 'result'>>(
  declaration: D,
): WithResolvedFields<D, 'parameters' | 'result'> => defineLazyFields(declaration, ['parameters', 'result']);

export type ActionParameters<S extends ActionSpec> = z.output<S['parameters']>;
export type ActionResult<S extends ActionSpec> = z.input<S['result']>;
