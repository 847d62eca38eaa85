import { defineErrors } from '../common/errors/app-error';

/** Refusals of files. */
export const documentsErrors = defineErrors({
  DOCUMENT_TOO_LARGE: { httpStatus: 413, message: 'A document may have at most 10 MB.' },
  DOCUMENT_UNREADABLE: { httpStatus: 400, message: 'The content of a document must be base64url.' },
  DOCUMENT_FORMAT_NOT_SUPPORTED: { httpStatus: 422, message: 'A document must be a PDF, PNG or JPEG file.' },
});
