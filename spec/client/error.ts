import type { ErrorCode } from './contract.ts';

/**
 * Error codes of the client itself.
 * - `NOT_CONNECTED`: the hub cannot be reached, and nothing was sent.
 * - `CONNECTION_LOST`: the call was sent, and may or may not have run.
 * - `UNKNOWN`: the error has no code. It comes from an intermediary, not from the service.
 */
export type ClientErrorCode = 'NOT_CONNECTED' | 'CONNECTION_LOST' | 'UNKNOWN';

/** Fields of an error. The service sends its error envelope. */
interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** A call that failed, over REST or the hub. */
export class SceneRuntimeError extends Error {
  override readonly name = 'SceneRuntimeError';
  /** A code that `GET /api/errors` lists, or one of the client itself. */
  readonly code: ErrorCode | ClientErrorCode | (string & Record<never, never>);
  /** The HTTP status, or undefined if the hub did not report one. */
  readonly status: number | undefined;
  /** Data that helps a program to fix the call, such as valid options or similar names. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor({ code, message, details }: ErrorBody, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** Creates the error of a REST response from its status and text. */
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

/** Creates the error of a hub method, whose text has the form `CODE: message`. */
export const toHubError = (text: string): SceneRuntimeError => {
  const [, code = 'UNKNOWN', message = text] = /\b([A-Z][A-Z_]+): (.*)$/s.exec(text) ?? [];
  return new SceneRuntimeError({ code, message });
};
