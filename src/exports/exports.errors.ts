import { defineErrors } from '../common/errors/app-error';

/** Refusals about exports of lists. */
export const exportsErrors = defineErrors({
  EXPORT_NOT_FOUND: { httpStatus: 404, message: 'There is no export with this id.' },
  EXPORT_STATE: { httpStatus: 409, message: 'The state of the export does not allow this; read it again.' },
  EXPORT_PARAMETERS_INVALID: {
    httpStatus: 422,
    message: 'The list does not take these parameters; correct those named in errors.',
  },
  TOO_MANY_EXPORTS: {
    httpStatus: 422,
    message: 'Too many exports wait or run; wait for one of them, or cancel one.',
  },
});
