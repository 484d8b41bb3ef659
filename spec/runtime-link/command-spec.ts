import * as z from 'zod';
import { type ErrorCode, errors } from '../errors.ts';
import { linkRecordSchema } from './link-value.ts';

/** When a command ran. */
export const CommandStamp = z
  .object({
    tick: z.int().min(0).describe('The step before which it ran'),
    seq: z.int().min(1).describe('Which command since the step before'),
  })
  .meta({ id: 'Stamp' });

/** Why something failed. */
export const LinkError = z
  .object({
    code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]).describe('A code of GET /api/errors'),
    reason: z.string().describe('One sentence about this case'),
    details: linkRecordSchema.optional().describe('Help for programs, such as valid options'),
    resolution: z.string().describe('What mends it; empty for the usual advice'),
  })
  .meta({ id: 'LinkFailure' });

/** The one record of a command, that is: of a request of the controller. */
export interface LinkCommandSpec {
  readonly summary: string;
  readonly params: z.ZodType<object>;
  /** What its result holds beside the stamp. */
  readonly result: z.ZodRawShape;
  /** Codes that it is refused with, beside ACTION_FAILED. */
  readonly errors?: readonly ErrorCode[];
  /** What of `can` in hello has to be there for it; every runtime carries it out when absent. */
  readonly needs?:
    | 'properties'
    | 'playbacks'
    | 'input'
    | 'discovery'
    | 'projects'
    | 'changes'
    | 'customEvents';
  /** Its answer may come after the step in which it ran. */
  readonly mayBeLate?: true;
}

/** Declares one command. */
export const defineLinkCommand = <const S extends LinkCommandSpec>(spec: S): S => spec;

/** Params of commands that have none. */
export const noParams = z.object({});
