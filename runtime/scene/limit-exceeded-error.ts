import { ApiError } from '#spec/errors.ts';

/** The error for an action that would exceed a limit of the runtime. */
export class LimitExceededError extends ApiError {
  constructor(message: string, limit: number) {
    super('ACTION_FAILED', message, { limit });
  }
}
