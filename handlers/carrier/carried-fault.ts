import { ApiError } from '#spec/errors.ts';
import type { CarriedFault } from './messages.ts';

export const toCarriedFault = ({ code, reason, details, resolution, status }: ApiError): CarriedFault => ({
  code,
  reason,
  details,
  resolution,
  status,
});

export const fromCarriedFault = ({ code, reason, details, resolution, status }: CarriedFault): ApiError =>
  new ApiError(code, reason, details, resolution, status);
