import type { ErrorFactory } from './app-error';
import { commonErrors } from './common.errors';

/** `DUPLICATE_REFERENCE` (409) that names the field of the body with the used reference; for `refusingDuplicates`. */
export function duplicateReference(field: string): ErrorFactory {
  const { code, httpStatus, message } = commonErrors.DUPLICATE_REFERENCE;
  const make = (): ReturnType<ErrorFactory> =>
    commonErrors.DUPLICATE_REFERENCE(`The ${field} was used before; send another one.`, { field });
  return Object.assign(make, { code, httpStatus, message });
}
