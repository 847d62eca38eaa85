/** Lower-case words with hyphens. */
export const CODE_PATTERN = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
/** Characters of a code, which the column holds. */
export const CODE_MAX = 60;
export const CODE_MESSAGE = {
  message: 'code must be lower-case words of letters and digits, joined by hyphens; at most 60 characters',
};
