import { writeFileSync } from 'node:fs';
import { toAppError } from './error.filter';

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

  it('turns an unknown error into INTERNAL_ERROR without details', () => {
    expect(toAppError(Object.assign(new Error('inside'), { code: 'EISDIR' }))).toMatchObject({
      httpStatus: 500,
      code: 'INTERNAL_ERROR',
    });
    expect(toAppError(undefined)).toMatchObject({ httpStatus: 500, code: 'INTERNAL_ERROR' });
  });
});
