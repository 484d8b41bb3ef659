import type { ErrorCode } from './contract.ts';

/**
 * Error codes that the client itself creates.
 * - `NOT_CONNECTED`: the hub cannot be reached, and nothing was sent.
 * - `CONNECTION_LOST`: the call was sent, and may or may not have run.
 * - `UNKNOWN`: the error has no code, because it comes from an intermediary rather than the service.
 */
export type ClientErrorCode = 'NOT_CONNECTED' | 'CONNECTION_LOST' | 'UNKNOWN';

/** Fields of an error body. The service sends them in its error envelope. */
interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** A call over REST or the hub that failed. */
export class SceneRuntimeError extends Error {
  override readonly name = 'SceneRuntimeError';
  /** A code that `GET /api/errors` lists, or one of the client's own codes. */
  readonly code: ErrorCode | ClientErrorCode | (string & Record<never, never>);
  /** The HTTP status, or `undefined` if the hub did not report one. */
  readonly status: number | undefined;
  /** Data that helps a program to correct the call, such as valid options or similar names. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor({ code, message, details }: ErrorBody, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** Creates the error for a REST response from the response's status and text. */
export const toResponseError = (status: number, text: string): SceneRuntimeError =>
  new SceneRuntimeError(
    parseErrorBody(text) ?? {
      code: 'UNKNOWN',
      message: text.slice(0, 200) || `The response had status ${status}`,
    },
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

/** Creates the error for a failed hub method from an error text of the form `CODE: message`. */
export const toHubError = (text: string): SceneRuntimeError => {
  const [, code = 'UNKNOWN', message = text] = /\b([A-Z][A-Z_]+): (.*)$/s.exec(text) ?? [];
  return new SceneRuntimeError({ code, message });
};
