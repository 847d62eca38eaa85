import { defineErrors } from '../../common/errors/app-error';

/** Errors of watch-lists. */
export const watchListsErrors = defineErrors({
  WATCH_LIST_NOT_FOUND: { httpStatus: 404, message: 'There is no watch-list with this code; list the watch-lists.' },
  WATCH_LIST_VERSION_NOT_FOUND: {
    httpStatus: 404,
    message: 'The watch-list has no version with this number; list its versions.',
  },
  WATCH_LIST_SOURCE_NOT_FOUND: {
    httpStatus: 404,
    message: 'The watch-list has no source; set one first, or send its files.',
  },
  WATCH_LIST_FETCH_IN_PROGRESS: {
    httpStatus: 409,
    message: 'The list is being fetched now; wait until that fetch has ended.',
  },
  WATCH_LIST_ADDRESS_NOT_ALLOWED: {
    httpStatus: 422,
    message: 'Lists are fetched by https from public addresses only, and from private ones that the operator allows.',
  },
  WATCH_LIST_CODE_TAKEN: {
    httpStatus: 409,
    message: 'There is a watch-list with this code already; import into that one, or choose another code.',
  },
  WATCH_LIST_FILE_REFUSED: {
    httpStatus: 422,
    message:
      'The file is not a whole list of the format, so nothing of it was imported; data.problems names the lines and ' +
      'reasons. Correct the file, or get it again from its publisher.',
  },
});
