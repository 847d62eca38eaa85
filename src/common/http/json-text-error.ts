/**
 * A body that is not acceptable JSON. Its message says what is wrong with the place, without subject and full stop,
 * such as `is too large a number`. It may be shown to the caller and repeats nothing of the body.
 */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError';

  /**
   * @param path the place of the violation, such as `entries[3].amount`; a key that is no plain name shows as `?`.
   * Absent when the violation is in the whole body.
   */
  constructor(
    message: string,
    readonly path?: string,
  ) {
    super(message);
  }
}
