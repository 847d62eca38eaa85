import { defineErrors } from '../common/errors/app-error';

/** Refusals about documents. */
export const documentsErrors = defineErrors({
  DOCUMENT_TOO_LARGE: {
    httpStatus: 413,
    message: 'A document may have at most 10 MB (10,485,760 bytes); send a smaller one.',
  },
  DOCUMENT_UNREADABLE: {
    httpStatus: 400,
    message: 'The content of a document is not base64url without line breaks; encode it again.',
  },
  DOCUMENT_FORMAT_NOT_SUPPORTED: {
    httpStatus: 422,
    message: 'A document must be a PDF, PNG or JPEG file; convert it.',
  },
  DOCUMENT_UPLOAD_TOO_SLOW: {
    httpStatus: 408,
    message: 'The document did not arrive within five minutes; send it again.',
  },
  DOCUMENT_STORAGE_UNAVAILABLE: { httpStatus: 503, message: 'The document storage is not available; try again later.' },
  LOGO_REFUSED: { httpStatus: 422, message: 'The logo cannot be printed on documents; send another image.' },
  DOCUMENT_NOT_FOUND: { httpStatus: 404, message: 'There is no document with this id.' },
});
