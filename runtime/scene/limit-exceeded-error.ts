import { ApiError } from '#spec/errors.ts';

/** The failure of an action that would have made more of something than a runtime holds. */
export class LimitExceededError extends ApiError {
  constructor(message: string, limit: number) {
    super('ACTION_FAILED', message, { limit });
  }
}
