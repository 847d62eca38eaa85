import { writeFileSync } from 'node:fs';
import { toAppError } from './error.filter';
import { parseJsonStrictly } from './json-text';

describe('toAppError', () => {
  it('turns a full disk into SERVICE_UNAVAILABLE', () => {
    let failure: unknown;
    try {
      writeFileSync('/dev/full', 'x');
    } catch (error) {
      failure = error;
    }
    expect(failure).toMatchObject({ code: 'ENOSPC' });
    expect(toAppError(failure)).toMatchObject({ httpStatus: 503, code: 'SERVICE_UNAVAILABLE' });
  });

  it.each([
    ['{"amount":1e400}', 'amount', 'is too large a number'],
    ['{"a":{"__proto__":1}}', 'a.__proto__', 'is not allowed as a key'],
    ['{"amount":', 'body', 'is not valid JSON'],
  ])('names the place and what is wrong with it: %s', (text, field, message) => {
    let failure: unknown;
    try {
      parseJsonStrictly(text);
    } catch (error) {
      failure = error;
    }
    expect(toAppError(failure)).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: `${field} ${message}.`,
      details: { errors: [{ field, message }] },
    });
  });

  it('turns an unknown error into INTERNAL_ERROR without details', () => {
    expect(toAppError(Object.assign(new Error('inside'), { code: 'EISDIR' }))).toMatchObject({
      httpStatus: 500,
      code: 'INTERNAL_ERROR',
    });
    expect(toAppError(undefined)).toMatchObject({ httpStatus: 500, code: 'INTERNAL_ERROR' });
  });
});
