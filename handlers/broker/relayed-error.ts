import { ApiError } from '#spec/errors.ts';
import type { RelayedError } from './relay-messages.ts';

export const toRelayedError = ({ code, reason, details, resolution, status }: ApiError): RelayedError => ({
  code,
  reason,
  details,
  resolution,
  status,
});

export const fromRelayedError = ({ code, reason, details, resolution, status }: RelayedError): ApiError =>
  new ApiError(code, reason, details, resolution, status);
