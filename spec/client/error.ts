import type { ErrorCode } from './contract.ts';

/**
 * What only a client can tell. `NOT_CONNECTED`: the hub is out of reach, and nothing was sent. `CONNECTION_LOST`: it
 * was sent, and may or may not have run. `UNKNOWN`: the failure came without a code, from something between rather than from the service.
 */
export type ClientErrorCode = 'NOT_CONNECTED' | 'CONNECTION_LOST' | 'UNKNOWN';

/** What a failure is made of; that of the service is its error envelope. */
interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** A call that was refused or failed, over REST and hub alike. */
export class SceneRuntimeError extends Error {
  override readonly name = 'SceneRuntimeError';
  /** For programs: what `GET /api/errors` lists, or one of the client's own. */
  readonly code: ErrorCode | ClientErrorCode | (string & Record<never, never>);
  /** The HTTP status; undefined where the hub told none. */
  readonly status: number | undefined;
  /** What helps a program to mend the call, such as valid options or near names. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor({ code, message, details }: ErrorBody, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** The error of an answer over REST, from its status and its text. */
export const toResponseError = (status: number, text: string): SceneRuntimeError =>
  new SceneRuntimeError(
    parseErrorBody(text) ?? { code: 'UNKNOWN', message: text.slice(0, 200) || `The answer was ${status}` },
    status,
  );

const parseErrorBody = (text: string): ErrorBody | undefined => {
  try {
    const { error } = JSON.parse(text) as { readonly error?: ErrorBody };
    return typeof error?.code === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
};

/** The error of a hub method, whose text reads `CODE: message`. */
export const toHubError = (text: string): SceneRuntimeError => {
  const [, code = 'UNKNOWN', message = text] = /\b([A-Z][A-Z_]+): (.*)$/s.exec(text) ?? [];
  return new SceneRuntimeError({ code, message });
};
