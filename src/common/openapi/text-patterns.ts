// Patterns for the OpenAPI documents, in the part of ECMA 262 that generators and validators of other languages have:
// no look-ahead and no property escapes.

const CONTROL = String.raw`\u0000-\u001f\u007f-\u009f`;
const LINE_ENDS = String.raw`\u2028\u2029`;

/** A text on one line that is not blank. */
export const TEXT_ON_ONE_LINE = `^[^${CONTROL}${LINE_ENDS}]*[^\\s${CONTROL}][^${CONTROL}${LINE_ENDS}]*$`;

/** A text on one line, which may be empty. */
export const ONE_LINE = `^[^${CONTROL}${LINE_ENDS}]*$`;

/** A text, also of several lines, that is not blank. */
export const NOT_BLANK = `[^\\s${CONTROL}]`;

/** A text on one line without blanks at its beginning and end. */
export const REFERENCE = `^[^\\s${CONTROL}](?:[^${CONTROL}${LINE_ENDS}]*[^\\s${CONTROL}])?$`;
